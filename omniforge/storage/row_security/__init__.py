"""Row level security in PostgreSQL: a second separation of workspaces, if the operator enables it."""
