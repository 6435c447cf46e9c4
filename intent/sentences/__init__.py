"""The form of a sentence: question, order or statement, and the words that decide it."""
