"""The socket of a chat page."""
