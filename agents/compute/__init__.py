"""What is worked out and never guessed: arithmetic, units, dates and time zones."""
