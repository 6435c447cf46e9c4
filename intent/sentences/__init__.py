"""The form of a sentence: whether it asks, orders or tells, and the words that say which."""
