"""Answers to an open question: one vocabulary for forms, choices, confirmations and runs."""

from intent.dialogue.answers import (
    Answer,
    Reply,
    begins_with_choice,
    begins_with_yes,
    beside_yes,
    drops_subject,
    is_brief,
    leaves_subject,
    names,
    names_all,
    names_before_yes,
    read_answer,
    read_small_talk,
    says_deed,
    says_yes,
    turns_to_yes,
)
from intent.dialogue.asides import is_pause, only_asks, stops_to_ask, without_aside
from intent.dialogue.choices import (
    number_of_all,
    read_choice,
    read_feature,
    read_in_parts,
    without_deed,
)
from intent.dialogue.decisions import read_decision, read_yes_behind
from intent.dialogue.refusals import find_replacement, words_after_no

__all__ = [
    "Answer",
    "Reply",
    "begins_with_choice",
    "begins_with_yes",
    "beside_yes",
    "drops_subject",
    "find_replacement",
    "is_brief",
    "is_pause",
    "leaves_subject",
    "names",
    "names_all",
    "names_before_yes",
    "number_of_all",
    "only_asks",
    "read_answer",
    "read_choice",
    "read_decision",
    "read_feature",
    "read_in_parts",
    "read_small_talk",
    "read_yes_behind",
    "says_deed",
    "says_yes",
    "stops_to_ask",
    "turns_to_yes",
    "without_aside",
    "without_deed",
    "words_after_no",
]
