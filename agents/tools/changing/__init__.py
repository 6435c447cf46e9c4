"""A batch of changes in projects: all of it is made, in one transaction, or nothing."""
