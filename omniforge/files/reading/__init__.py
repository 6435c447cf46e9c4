"""Reading files: one excerpt at a time, or all of the text."""
