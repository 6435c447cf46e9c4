"""Removes what surrounds the meaning before a message is read: courtesies, fillers, self-corrections."""
