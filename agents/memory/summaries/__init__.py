"""Summaries of a conversation that lose no fact (seed 003, sections 5.2 to 5.4)."""
