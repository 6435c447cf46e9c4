"""Rewrites work below a heading that names its project: 'Barn jobs: Ann to paint the door by Friday, …'."""

import re
from collections.abc import Sequence
from itertools import pairwise

from intent.commands.catalogue import verbs
from intent.commands.grammar.slot_types import words_of
from intent.commands.grammar.tokens import tokenize
from intent.commands.readers.things.entries import read_entry
from intent.commands.types import Entry, Situation
from intent.commands.words import as_words, at_start
from intent.data_files import pattern
from intent.plain.told_work import ORDER, write_one_deed, write_told_work
from intent.slots.moments import tells_when
from intent.slots.names import PART, best_names, certain_name, misspelt_name
from omniforge.projects.search.sentences import sentences_of

_LONGEST = 2_000  # characters of such a message
_NAME = 7  # words of a project's name
_HEAD = pattern("headed_work", "head", flags=re.I | re.S)
_FOR, _CREATES, _QUOTED = (pattern("headed_work", one) for one in ("in_one", "creates", "quoted"))
_ROWS = re.compile(r"(?<=\w)[.;]\s+|\s*\n\s*")


def write_headed_work(message: str, situation: Situation) -> str:
    """Return a message with a project's name above its work as an order to add that there, else unchanged.

    A name that certainly is a project's, but of none that exists, is kept, so that the answer says so.
    Behind other sentences, also those that create the project, only 'in the barn one, …' is a heading.
    """
    if len(message) > _LONGEST or "?" in message:
        return message
    rows = sentences_of(message)
    starts = [at for at, one in enumerate(rows) if _FOR.match(one)]
    if not starts:
        return _headed(message, situation, situation.projects) or message
    new = [name for one in rows if _CREATES.search(one) for name in _QUOTED.findall(one)]
    known = (*situation.projects, *new)
    written = rows[: starts[0]]
    for at, end in pairwise((*starts, len(rows))):
        whole, alone = (_headed(" ".join(rows[at:last]), situation, known) for last in (end, at + 1))
        written += [whole] if whole else [alone or rows[at], *rows[at + 1 : end]]
    return "\n\n".join(written) if written != rows else message


def _headed(text: str, situation: Situation, projects: Sequence[str]) -> str:
    """Return an order to add the work below a heading to its project, empty if it has none."""
    found = _HEAD.match(text)
    if found is None or len(found["name"].split()) > _NAME or not _may_be_heading(found):
        return ""
    name = _project(found["name"], projects) or (found["name"] if _is_unknown(found) else "")
    work = _work(found["items"], situation) if name else ""
    place = name if name in situation.projects else f"the {name} project"
    return work.replace(ORDER, f"{ORDER} to {place}", 1)


def _project(name: str, projects: Sequence[str]) -> str:
    """Return the one project that a name, or the part of one, means, even misspelt."""
    return certain_name(best_names(name, projects), least=PART) or misspelt_name(name, projects) or ""


def _may_be_heading(found: re.Match[str]) -> bool:
    """Return whether words may name a project: a day doesn't, and a comma follows only 'for the barn'."""
    is_day = all(map(tells_when, found["name"].split()))
    return not is_day and (found["mark"] != "," or bool(found["for"]))


def _is_unknown(found: re.Match[str]) -> bool:
    """Return whether a heading certainly names a project: 'Stairs Brandt:', but not 'Urgent jobs:'."""
    words, said = found["name"].split(), as_words(found["name"])
    is_other = any(map(tells_when, words)) or at_start("kind", said)[1] or said[0] in verbs()
    titled = len(words) > 1 and all(one[:1].isupper() for one in words)
    sure = titled or (found["for"] and found["asks"])
    return bool(sure) and not is_other and found["mark"] in (":", ".")


def _work(items: str, situation: Situation) -> str:
    """Return an order to add the work below a heading, empty if that may be anything else."""
    told = write_told_work(items, situation.now)
    if told != items:
        return told
    if deed := next(write_one_deed(items), ""):
        return deed
    rows = [one.strip(" .") for one in _ROWS.split(items) if one.strip(" .")]
    entries = [_entry(one, situation) for one in rows]
    surely = [one for one in entries if one and one.assignee and one.due]
    return f"{ORDER}: {'; '.join(rows)}" if rows and len(surely) == len(rows) else ""


def _entry(row: str, situation: Situation) -> Entry | None:
    words = words_of(row, tokenize(row), situation)
    return read_entry(words, words.tokens) if words.tokens else None
