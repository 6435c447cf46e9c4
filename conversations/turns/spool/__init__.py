"""The spool: turns that the database could not take, encrypted on disk until it can."""
