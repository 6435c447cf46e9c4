"""The part of a conversation that a model gets: window, summary, recall, receipt."""
