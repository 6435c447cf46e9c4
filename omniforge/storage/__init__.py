"""Storage: the database, encrypted fields, keys, ids, the cache, atomic file writes."""
