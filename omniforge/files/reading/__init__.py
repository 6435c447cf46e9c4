"""What is in a file: an excerpt at a time, or all of its text."""
