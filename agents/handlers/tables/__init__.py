"""Orders and questions about the table at hand."""
