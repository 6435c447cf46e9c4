"""Row level security in PostgreSQL: a second wall between workspaces, where the operator wants it."""
