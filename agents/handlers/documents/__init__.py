"""Orders about documents, attached files and texts."""
