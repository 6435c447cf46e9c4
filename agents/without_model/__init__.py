"""Turns without a model: what is open, commands, questions, and one honest line."""
