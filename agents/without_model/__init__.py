"""Turns without a model: open questions, commands, questions, and one honest line."""
