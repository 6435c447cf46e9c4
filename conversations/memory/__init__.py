"""What a model is given of a conversation: the window, the summary, earlier talk, the receipt."""
