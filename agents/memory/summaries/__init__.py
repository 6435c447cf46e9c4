"""What was said, in short, without losing a fact (seed 003, sections 5.2 to 5.4)."""
