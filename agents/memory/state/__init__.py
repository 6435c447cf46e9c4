"""An agent's knowledge, assumptions and expectations in a conversation, immutable (seed 003, section 8.6).

It only changes by `apply_updates`, which is pure.
"""
