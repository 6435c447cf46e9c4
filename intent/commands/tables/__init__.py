"""What the words of a question mean for the table at hand."""
