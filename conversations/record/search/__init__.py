"""The blind index of messages and chat titles, separate for each person."""
