"""What an agent keeps of a conversation: its state and the summary's facts."""
