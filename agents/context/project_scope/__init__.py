"""What a turn is given of the project, or thing in it, that it is about (seed 003, sections 4 and 5)."""
