"""What a turn is told of the project, or the thing in it, that it is about (seed 003, sections 4 and 5)."""
