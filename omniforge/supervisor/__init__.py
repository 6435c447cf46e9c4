"""`make run`: the programs of the Procfile, each started again when it dies. It knows nothing of Django."""
