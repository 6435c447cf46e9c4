"""Rewrites work below a heading that names its project: 'Barn jobs: Ann to paint the door by Friday, …'."""

import re
from collections.abc import Sequence

from intent.commands.readers.entries import read_entry
from intent.commands.slot_types import words_of
from intent.commands.tokens import tokenize
from intent.commands.types import Entry, Situation
from intent.commands.words import as_words, at_start
from intent.data_files import pattern
from intent.plain.told_work import ORDER, write_told_work
from intent.slots.moments import tells_when
from intent.slots.names import PART, best_names, certain_name, misspelt_name

_LONGEST = 2_000  # characters of such a message
_NAME = 7  # words of a project's name
_HEAD = pattern("headed_work", "head", flags=re.I | re.S)
_ROWS = re.compile(r"(?<=\w)[.;]\s+|\s*\n\s*")


def write_headed_work(message: str, situation: Situation) -> str:
    """Return a message with a project's name above its work as an order to add that there, else unchanged.

    A name that certainly is a project's, but of none that exists, is kept, so that the answer says so.
    """
    found = _HEAD.match(message) if len(message) <= _LONGEST and "?" not in message else None
    if found is None or len(found["name"].split()) > _NAME or not _may_be_heading(found):
        return message
    project = _project(found["name"], situation.projects)
    place = project or (f"the {found['name']} project" if _is_unknown(found) else "")
    work = _work(found["items"], situation) if place else ""
    return work.replace(ORDER, f"{ORDER} to {place}", 1) if work else message


def _project(name: str, projects: Sequence[str]) -> str:
    """Return the one project that a name, or the part of one, means, even misspelt."""
    return certain_name(best_names(name, projects), least=PART) or misspelt_name(name, projects) or ""


def _may_be_heading(found: re.Match[str]) -> bool:
    """Return whether words may name a project: a day doesn't, and a comma follows only 'for the barn'."""
    is_day = all(map(tells_when, found["name"].split()))
    return not is_day and (found["mark"] != "," or bool(found["for"]))


def _is_unknown(found: re.Match[str]) -> bool:
    """Return whether a heading certainly names a project: 'Barn jobs:', 'Stairs Brandt:' with its list."""
    words = found["name"].split()
    is_other = any(map(tells_when, words)) or at_start("kind", as_words(found["name"]))[1]
    titled = len(words) > 1 and all(one[:1].isupper() for one in words)
    sure = found["works"] or (found["for"] and found["asks"]) or titled
    return bool(sure) and not is_other and found["mark"] in (":", ".")


def _work(items: str, situation: Situation) -> str:
    """Return an order to add the work below a heading, empty if that may be anything else."""
    told = write_told_work(items, situation.now)
    if told != items:
        return told
    rows = [one.strip(" .") for one in _ROWS.split(items) if one.strip(" .")]
    entries = [_entry(one, situation) for one in rows]
    surely = [one for one in entries if one and one.assignee and one.due]
    return f"{ORDER}: {'; '.join(rows)}" if rows and len(surely) == len(rows) else ""


def _entry(row: str, situation: Situation) -> Entry | None:
    words = words_of(row, tokenize(row), situation)
    return read_entry(words, words.tokens) if words.tokens else None
