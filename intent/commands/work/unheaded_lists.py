"""Tasks in lines without a word for what they are: 'nets up - Willi - 12 April', each with person and day."""

import re
from collections.abc import Sequence
from itertools import chain

from intent.commands.grammar.slot_types import read_slot, words_of
from intent.commands.grammar.tokens import tokenize
from intent.commands.types import Command, Entry, Reading, Situation
from intent.commands.words import key_of

_FEWEST = 2  # lines
_LONGEST = 3_000  # characters
_LINES = re.compile(r"\s*\n\s*")
_SENTENCES = re.compile(r"(?<=\w)[.;]\s+")
_SET_OFF = re.compile(r"[,;(|/:]|\s[-–—]\s")  # in a line with details
_DASHED = re.compile(r"\s[-–—]\s")
_HEADED = re.compile(r"[^\W\d_][\w.' ]{1,20}:\s")  # 'Ann: wax the skis by Friday'
_STEP = re.compile(r"(?P<word>[^\W\d_]+(?: [^\W\d_]+)?)\s*:\s+(?P<what>\S.*)")


def read_unheaded_list(message: str, situation: Situation) -> Reading | None:
    """Return the tasks that a message consists of: each with its person and its day, or in order."""
    text = message.strip(" .\n")
    if "?" in text or len(text) > _LONGEST:
        return None
    rows = [one.lstrip("-*• ") for one in (_LINES if "\n" in text else _SENTENCES).split(text)]
    rows = rows[1:] if len(rows) > _FEWEST and rows[0].endswith(":") else rows
    if len(rows) < _FEWEST:
        return None
    steps = [_step(one) for one in rows]
    in_order = all(steps[1:])  # the first one may be gone with the opening words
    if not (in_order or all(map(_SET_OFF.search, rows))):
        return None
    if in_order:
        each = [_entries(step or row, "one_entry", situation) for step, row in zip(steps, rows, strict=True)]
    else:
        each = [_entries(row, "line_entries", situation) for row in rows]
    found = tuple(chain(*each))
    is_whole = in_order or _are_whole(found, all(map(_DASHED.search, rows)))
    return _creating(found, message) if all(each) and is_whole else None


def read_headed_list(message: str, situation: Situation) -> Reading | None:
    """Return the tasks of sentences that each begin with a name: 'Ann: wax the skis. Bo: …'"""
    headed = situation.projects and all(map(_HEADED.match, _SENTENCES.split(message.strip())))
    return read_unheaded_list(message, situation) if headed else None


def _creating(entries: Sequence[Entry], message: str) -> Reading:
    command = Command("thing.create", {"kind": "task", "titles": tuple(entries)}, writes=True)
    return Reading((command.covering(message),))


def _step(row: str) -> str:
    """Return what is to be done in a line that counts: 'then: pour the concrete'."""
    found = _STEP.match(row)
    return found["what"] if found and key_of("step", found["word"]) else ""


def _entries(row: str, type_: str, situation: Situation) -> Sequence[Entry]:
    words = words_of(row, tokenize(row), situation)
    found = read_slot(type_, words) if words.tokens else None
    return (found,) if isinstance(found, Entry) else found or ()


def _are_whole(entries: Sequence[Entry], dashed: bool) -> bool:
    """Return whether all have a person and a day, behind a dash or one of them behind several words."""
    named = all(one.assignee and (one.due or one.priority) and ":" not in one.title for one in entries)
    return named and (dashed or any(" " in one.title for one in entries))
