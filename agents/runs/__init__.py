"""A run: the work of one agent on one task, by a model with tools, by a plan, or by rules."""
