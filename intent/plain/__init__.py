"""What is said around what is meant: courtesies, fillers and self-corrections, taken off before reading."""
