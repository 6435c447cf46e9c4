"""A new project told with its work in one message: 'New project: Barn. Ann paints the door by Friday, …'."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from itertools import chain

from intent.commands.catalogue import verbs
from intent.commands.grammar.slot_types import read_slot, words_of
from intent.commands.grammar.tokens import tokenize
from intent.commands.readers.things.doers import subject_of
from intent.commands.readers.things.list_rows import rows_of, said_in
from intent.commands.readers.things.no_titles import is_no_name, is_no_title
from intent.commands.readers.things.people import may_be_person
from intent.commands.readers.things.titles import opens_list
from intent.commands.types import Command, Entry, Reading, Situation
from intent.commands.words import as_words
from intent.data_files import pattern
from intent.slots.days import find_days
from intent.slots.text import sentences
from omniforge.english import capital

_LONGEST = 3_000  # characters of a message
_NAME = 8  # words of a project's name
_SUBJECTS = frozenset(("we", "i", "you", "they"))  # of a sentence without an order
_BEFORE = 3  # sentences before the order of a project
_ANY_DAY = date(2000, 1, 1)
_MARKS = frozenset(":;\n.!")
_TELLING = _SUBJECTS | {"new"}  # 'new work! We …' orders nothing
_JOB = "job"  # a project only with several things to do, or a day on which something happens
_pattern = partial(pattern, "announced_projects")
_HEAD, _END, _DESCRIBES, _HAPPENS = map(_pattern, ("head", "end", "describes", "happens"))
_HEADING, _ORDERED = _pattern("heading"), _pattern("ordered")
_DOTTED_DAY = re.compile(r"(\b\d{1,2}\.\d{1,2})\.(?=[\s,;]|$)")
Entries = Sequence[Entry]


@dataclass(frozen=True, slots=True)
class _Part:
    """A sentence or the lines behind a project's name: its tasks, or what happens on a day, or neither."""

    text: str
    tasks: Entries = ()
    event: Entry | None = None


def read_announced_project(message: str, situation: Situation) -> Reading | None:
    """Return a project with its tasks and milestones. Other sentences become its description, or are left.

    A message that has nothing to do in it isn't read.
    """
    text = _DOTTED_DAY.sub(r"\1", message.strip())
    if len(text) > _LONGEST or "?" in text:
        return None
    told, text = _told_before(text)
    head = _HEAD.match(text)
    if head is None:
        return None
    read = partial(_read, situation)
    for name, rest in _named(text[head.end() :]):
        parts = _with_milestone([read(one) for one in _texts(rest)])
        if any(one.tasks or one.event for one in parts) and _is_project(head, name, parts):
            return _reading(message, name, [*map(_Part, told), *parts])
    return None


def _told_before(text: str) -> tuple[Sequence[str], str]:
    """Return the sentences that only tell something before a project is ordered, and the rest."""
    rows = sentences(text)
    ordered = next((at for at, one in enumerate(rows[: _BEFORE + 1]) if _ORDERED.match(one.words)), 0)
    told = [one.words.strip(" .!;") for one in rows[:ordered]]
    starts_so = any(_HEAD.match(one) or as_words(one)[0] in verbs() - _TELLING for one in told)
    return ((), text) if starts_so or not ordered else (told, text[text.index(rows[ordered].words) :])


def _listed(rest: str) -> str:
    """Return what commas set apart behind a name as sentences, if a day is among it, else empty."""
    parts = [one.strip() for one in rest.rstrip(" .!").split(", ")]
    dated = sum(bool(find_days(one, _ANY_DAY)) for one in parts)
    is_list = len(parts) > 1 and dated > 0 and not _MARKS & {*rest.rstrip(" .!")}
    return ". ".join(map(capital, parts)) if is_list else ""


def _named(text: str) -> Iterator[tuple[str, str]]:
    """Yield the possible names of a project, the shortest first, each with what is behind it."""
    for end in _END.finditer(text):
        name, rest = text[: end.start()].strip(" \"'“”„"), text[end.end() :]
        if len(name.split()) > _NAME or "\n" in name or is_no_title(name) or _lists(name):
            return
        if name and (end[0].strip() != "," or _DESCRIBES.match(rest)):
            yield name, rest
        elif name and not name.islower() and (listed := _listed(rest)):
            yield name, listed


def _lists(name: str) -> bool:
    """Return whether a would-be name begins the project's contents: 'Barn with a task for Ivo'."""
    tokens = tokenize(name)
    return any(opens_list(tokens, at) for at in range(1, len(tokens)))


def _texts(rest: str) -> list[str]:
    """Return the sentences of what follows a name, without a heading. Lines stay together, as one list."""
    told = [rest] if "\n" in rest.strip() else [one.words.strip(" .!;") for one in sentences(rest)]
    return [_HEADING.sub("", one) for one in told]


def _read(situation: Situation, text: str) -> _Part:
    words = words_of(text, tokenize(text), situation)
    if not words.tokens:
        return _Part(text)
    types = ("line_entries", "entries") if "\n" not in text else ("entries",)
    found: Entries = next(filter(None, (read_slot(one, words) for one in types)), ())
    found = () if any(is_no_name(one.assignee) or is_no_title(one.title) for one in found) else found
    told = [bool(one.due or one.assignee or one.priority) for one in found]
    is_list = any(told) if "\n" in text else all(told) and _is_work(text, found)
    if event := _event(situation, text):
        return _Part(text, () if not is_list else found, event)
    return _Part(text, found if is_list and not _hides_doer(text) else ())


def _is_work(text: str, found: Entries) -> bool:
    """Return whether a sentence is work: several things, for somebody, or ordered: not 'we must move'."""
    urgent = [one for one in found if one.assignee or one.priority]
    return len(found) > 1 or bool(urgent) or as_words(text)[0] in verbs() - _SUBJECTS


def _hides_doer(text: str) -> bool:
    """Return whether an item begins with a name that isn't read as its subject: 'Sam the candles'."""
    rows = [one for one in rows_of(tokenize(text)) if one]
    return any(
        may_be_person(one[0].text) and not (subject_of(one) or ":" in said_in(one)) for one in rows[1:]
    )


def _event(situation: Situation, text: str) -> Entry | None:
    """Return what happens on a day, which nobody does: 'handover 29 Jan', 'the fair is on 3 May'."""
    days = find_days(text, situation.now.date())
    if len(days) != 1 or text[days[0].end :].strip(" .!"):
        return None
    found = _HAPPENS.match(text[: days[0].start].strip())
    orders = found and not found["is"] and as_words(found["what"])[0] in verbs()
    if not found or orders or subject_of(tokenize(text)):
        return None
    title = found["what"]
    return Entry(f"{title[:1].upper()}{title[1:]}", due=days[0].last)


def _with_milestone(parts: Sequence[_Part]) -> list[_Part]:
    """Return parts of which at most one is a milestone. Several of the kind are tasks."""
    events = [one for one in parts if one.event]
    if len(events) == 1:
        return [replace(one, tasks=()) if one.event else one for one in parts]
    return [replace(one, event=None) for one in parts]


def _is_project(head: re.Match[str], name: str, parts: Sequence[_Part]) -> bool:
    """Return whether a job may be a project, which 'new job: fix the tap by Friday' is not."""
    if head["kind"].lower() != _JOB:
        return True
    starts_with_verb = as_words(name)[0] in verbs()
    several = sum(len(one.tasks) + bool(one.event) for one in parts)
    return bool(head["quality"]) and not starts_with_verb and (several > 1 or any(one.event for one in parts))


def _reading(message: str, name: str, parts: Sequence[_Part]) -> Reading:
    events = tuple(one.event for one in parts if one.event)
    tasks = tuple(chain.from_iterable(one.tasks for one in parts))
    rest = [one.text.strip() for one in parts if not (one.tasks or one.event)]
    left = [one for one in rest if as_words(one)[:1] and as_words(one)[0] in verbs() - _TELLING]
    told = ". ".join(one for one in rest if one not in left)
    commands = [
        Command("thing.create", {"kind": "project", "title": f"{name[:1].upper()}{name[1:]}"}, writes=True),
        *([Command("project.told", {"told": told}, writes=True)] if told else []),
        *_created("milestone", events),
        *_created("task", tasks),
    ]
    return Reading(tuple(one.covering(message) for one in commands), tuple(left))


def _created(kind: str, entries: Entries) -> list[Command]:
    return [Command("thing.create", {"kind": kind, "titles": tuple(entries)}, writes=True)] if entries else []
