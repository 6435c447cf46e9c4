"""Orders and questions about the calendar."""
