"""Statements: lasting facts, corrections of them, and names."""
