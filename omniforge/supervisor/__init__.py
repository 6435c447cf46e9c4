"""`make run`: runs the programs of the Procfile and restarts them. Independent of Django."""
