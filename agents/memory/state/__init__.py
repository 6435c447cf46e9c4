"""What the agent knows, assumes and expects in a conversation, kept as a value (seed 003, section 8.6).

It changes by updates alone: `apply_updates` is the one way, and pure.
"""
