"""What a turn is given: the message, what was said, what is open, what it is about."""
