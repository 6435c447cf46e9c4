"""An agent's memory of a conversation: its state and the summary's facts."""
