"""What is kept and how: the database, encrypted fields, keys, ids, the cache, files that are whole."""
