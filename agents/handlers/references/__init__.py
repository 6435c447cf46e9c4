"""Which thing, person, project or day is meant."""
