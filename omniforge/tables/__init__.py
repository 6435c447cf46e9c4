"""What is worked out and never guessed: arithmetic, units, dates, zones, and rows under named columns."""
