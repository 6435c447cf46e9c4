"""The spool: turns that could not be stored, encrypted on disk until the database is back."""
