"""What a person says to an open question: one set of answers for forms, choices, confirmations and runs."""

from intent.dialogue.answers import (
    Answer,
    Said,
    lets_go,
    read_answer,
    read_choice,
    read_decision,
    read_small_talk,
)

__all__ = ["Answer", "Said", "lets_go", "read_answer", "read_choice", "read_decision", "read_small_talk"]
