"""The input of a turn: the message, the history, open questions, the subject."""
