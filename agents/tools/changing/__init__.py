"""A batch of changes in projects, made in one transaction: all of it or nothing."""
