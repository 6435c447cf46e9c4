"""Orders and questions about projects and what is in them."""
