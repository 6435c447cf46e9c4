"""Finds the assignee of a new thing in its title, among members and the people who already have work.

No reader can tell 'buy napkins for Ines Barros' from 'buy presents for the kids', so only known names count.
If other things in a list have a person, 'edging Noor' also names one, even somebody new.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agents.handlers.items import WORK, load_items
from agents.handlers.references.named_in_front import with_person_in_front, without_abbreviation
from agents.handlers.task import Task
from agents.tools.assignees import is_me, names_of_members, persons_in
from intent.commands.grammar.tokens import tokenize
from intent.commands.readers.things.doers import must_in
from intent.commands.readers.things.people import may_be_person, precedes_person
from intent.commands.types import Entry
from intent.commands.words import as_words, at_start
from intent.data_files import words_of
from intent.plain.doings import doing_of
from intent.sentences.titles import normalise
from intent.slots.days import read_day
from intent.slots.moments import tells_when
from intent.word_groups import groups_of
from omniforge.errors import InvalidInput
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_FOR = "for"
_FOR_CLIENTS = words_of("word_lists", "for_clients")
_DASHES = ("-", "–", "—")
_SEVERAL = 2  # things with a person make the last word of another one a name
_WEEKDAYS = frozenset(
    (
        *("mon", "monday", "tue", "tues", "tuesday", "wed", "weds", "wednesday", "thu"),
        *("thur", "thurs", "thursday", "fri", "friday", "sat", "saturday", "sun", "sunday"),
    )
)
_TASK = "task"
_TO = "to"
_BECOMES = ("be", "get", "stay", "become")  # what a thing has to
_FULL = 2  # fewest words of a name at the start of a title; one word may be part of the title


async def assign_people(task: Task, entries: Sequence[Entry], kind: str) -> list[Entry]:
    """Return new things of a kind, each with its assignee if its title names one."""
    entries = [await _with_client(task, one) for one in entries]
    names = {**_beside(entries), **await in_database(_people, task)}
    if kind == _TASK:
        entries = _all_in_front(task, entries, names)
    if all(one.assignee for one in entries):
        return list(entries)
    entries = _with_names_behind(task, entries, names)
    dated = any(one.due for one in entries)
    entries = [one if _is_quoted(task, one) else _behind_day(task, one, names, dated) for one in entries]
    entries = [one if _is_quoted(task, one) else _who_must(task, one, names) for one in entries]
    named = [one if one.assignee or _is_quoted(task, one) else _with_doer(one, names) for one in entries]
    if len(entries) == 1:
        return named
    if any(one.assignee for one in named):
        named = [one if one.assignee or _is_quoted(task, one) else _of_speaker(one) for one in named]
    named = _ending_in_names(task, named, names, shared=False)
    return _ending_in_names(task, named, names, shared=_share_names(named))


def _all_in_front(task: Task, entries: Sequence[Entry], names: Mapping[str, str]) -> list[Entry]:
    """Return tasks without the people in front. If one has somebody, 'Bo rota' is the rota for Bo."""
    found = [one if _is_quoted(task, one) else _in_front(task, one, names) for one in entries]
    if [one.title for one in found] == [one.title for one in entries]:
        return found
    return [one if _is_quoted(task, one) else _in_front(task, one, names, fewest=1) for one in found]


def _in_front(task: Task, entry: Entry, names: Mapping[str, str], fewest: int = 2) -> Entry:
    whole = without_abbreviation(entry, task.pack.message, names)
    if fewest == 1 and whole.assignee:
        return whole
    return with_person_in_front(whole, task.pack.message, names, fewest)


async def with_client_in_title(task: Task, slots: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an order's slots, with the client of what is made in its title, and without who does it."""
    one = Entry(slots.get("title") or "", assignee=slots.get("assignee") or "")
    kept = await _with_client(task, one)
    if kept.title and slots.get("kind") == _TASK and not _is_quoted(task, kept):
        kept = _in_front(task, kept, await in_database(_people, task))
    return slots if kept == one else {**slots, "title": kept.title, "assignee": kept.assignee}


async def _with_client(task: Task, entry: Entry) -> Entry:
    """Return 'quote for Mr Hale' whole: what is made for a stranger is no work of theirs."""
    whole = f"{entry.title} {_FOR} {entry.assignee}"
    is_made = _FOR_CLIENTS.intersection(as_words(entry.title)[-1:]) and not is_me(entry.assignee)
    if not (entry.assignee and is_made and whole.casefold() in task.pack.message.casefold()):
        return entry
    is_known = normalise(entry.assignee) in await in_database(_people, task)
    return entry if is_known else replace(entry, title=whole, assignee="")


def _ending_in_names(
    task: Task, entries: Sequence[Entry], names: Mapping[str, str], *, shared: bool
) -> list[Entry]:
    return [
        one if one.assignee or _is_quoted(task, one) else _ending_in(one, names, shared) for one in entries
    ]


def _with_names_behind(task: Task, entries: Sequence[Entry], names: Mapping[str, str]) -> list[Entry]:
    """Return things, each with the person who stands behind it as if another one: 'order tape, marek'."""
    found = list[Entry]()
    for one in entries:
        who = "" if _is_quoted(task, one) else names.get(normalise(one.title), "")
        if who and found and not (found[-1].assignee or one.assignee):
            found[-1] = replace(found[-1], assignee=who, due=found[-1].due or one.due)
        else:
            found.append(one)
    return found


def _behind_day(task: Task, entry: Entry, names: Mapping[str, str], dated: bool) -> Entry:
    """Return 'sweep' with its day and Davey for 'sweep wed davey'. A new name counts if others have a day."""
    rest, day, last = name_behind_day(entry.title)
    due = read_day(day, task.today) if day and not (entry.due or entry.assignee) else None
    who = _known(last, names) or (last if dated and _is_new_name(last) else "")
    return replace(entry, title=rest, due=due, assignee=who) if due and who else entry


def name_behind_day(title: str) -> tuple[str, str, str]:
    """Return a title's words before a weekday that is its last word but one, that day and the last word."""
    *rest, day, last = title.split() if len(title.split()) > _SEVERAL else ("", "", "")
    is_day = day.casefold().strip(",") in _WEEKDAYS and last.isalpha() and not tells_when(last)
    return (" ".join(rest), day.strip(","), last) if is_day and not precedes_person(rest) else ("", "", "")


def _is_new_name(word: str) -> bool:
    """Return whether a word may be the name of somebody new: no word of everyday language."""
    return may_be_person(word.capitalize()) and (word.istitle() or groups_of(word.casefold()) is None)


def _of_speaker(entry: Entry) -> Entry:
    """Return 'my review' with the speaker, in a list whose other things have a person."""
    return replace(entry, assignee="me") if at_start("article", as_words(entry.title))[0] == "mine" else entry


def _ending_in(entry: Entry, names: Mapping[str, str], shared: bool) -> Entry:
    """Return 'edging' with Noor for 'edging Noor'. An unknown name counts only if others have a person."""
    *rest, last = entry.title.split()
    who = _known(last, names) or (last if shared and _looks_named(rest, last) else "")
    if not (rest and who) or precedes_person(rest):
        return entry
    return replace(entry, title=" ".join(rest).rstrip(" :,-–—"), assignee=who)


def _share_names(entries: Sequence[Entry]) -> bool:
    """Return whether several things have a person, or one has and all others end in what may be a name."""
    with_person = [one for one in entries if one.assignee]
    ends_in_name = [_looks_named(rest, last) for *rest, last in (one.title.split() for one in entries)]
    all_named = all(one.assignee or named for one, named in zip(entries, ends_in_name, strict=True))
    return len(with_person) >= _SEVERAL or (bool(with_person) and all_named)


def _looks_named(rest: Sequence[str], last: str) -> bool:
    return may_be_person(last) and not any(one[:1].isupper() for one in rest[1:])


def _people(task: Task) -> Mapping[str, str]:
    """Return members and people with work by folded name: full names, and unique first names."""
    assignees = (one.assignee for one in load_items(task.pack.access, WORK) if one.assignee)
    people = {name for one in assignees for name in persons_in(one)}
    people |= names_of_members(task.pack.access)
    first = Counter(normalise(one).partition(" ")[0] for one in people)
    alone = {name: one for one in people if first[name := normalise(one).partition(" ")[0]] == 1}
    return {**alone, **{normalise(one): one for one in people}}


def _beside(entries: Sequence[Entry]) -> Mapping[str, str]:
    """Return the people of a list by folded name."""
    return {normalise(one.assignee): one.assignee for one in entries if one.assignee}


def _is_quoted(task: Task, entry: Entry) -> bool:
    before = task.pack.message.partition(entry.title)[0]
    return before != task.pack.message and before[-1:] in tuple("\"'“„«")


def _with_doer(entry: Entry, names: Mapping[str, str]) -> Entry:
    words = entry.title.split()
    if len(words) >= _FULL and (who := names.get(_name(words))):
        raise InvalidInput(f"What should {plain(who)} do? Say it with the task. Nothing was created.")
    ways = (_at_end, _at_start, _set_off)
    return next(filter(None, (way(entry, words, names) for way in ways)), entry)


def _set_off(entry: Entry, words: Sequence[str], names: Mapping[str, str]) -> Entry | None:
    """Return 'pay the vet' with the speaker for 'pay the vet (me)', 'pay the vet - me', 'pay the vet, me'."""
    *rest, last = words
    is_apart = last[:1] == "(" or (rest and (rest[-1] in _DASHES or rest[-1].endswith(",")))
    who = _known(last.strip("()"), names) if is_apart else ""
    title = " ".join(rest).rstrip(" ,-–—")
    return replace(entry, title=title, assignee=who) if who and title else None


def _known(said: str, names: Mapping[str, str]) -> str:
    return "me" if is_me(said) else names.get(normalise(said), "")


def _at_end(entry: Entry, words: Sequence[str], names: Mapping[str, str]) -> Entry | None:
    """Return 'buy napkins' with Ines Barros for 'buy napkins for ines barros'."""
    at = max((place for place in range(1, len(words) - 1) if words[place].casefold() == _FOR), default=0)
    who = names.get(_name(words[at + 1 :])) if at else None
    return replace(entry, title=" ".join(words[:at]), assignee=who) if who else None


def _who_must(task: Task, entry: Entry, names: Mapping[str, str]) -> Entry:
    """Return 'mark the tests' with Steven for 'Steven has to mark the tests', but not 'the door has to …'."""
    row = tokenize(entry.title)
    doing = doing_of(row) if len(row) > 1 and row[1].word != _TO and must_in(row[1:]) else None
    if entry.assignee or doing is None or doing.verb in _BECOMES:
        return entry
    name = row[0].text
    who = _known(name, names) or (name if may_be_person(name) and name in task.pack.message else "")
    rest = f"{doing.verb}{entry.title[doing.end :]}"
    return replace(entry, title=f"{rest[:1].upper()}{rest[1:]}", assignee=who) if who else entry


def _at_start(entry: Entry, words: Sequence[str], names: Mapping[str, str]) -> Entry | None:
    """Return 'bleed the radiators' with Dean Foley for 'dean foley bleed the radiators'."""
    sizes = (size for size in range(len(words) - 1, _FULL - 1, -1) if _name(words[:size]) in names)
    size = next(sizes, 0)
    if not size:
        return None
    rest = " ".join(words[size:]).lstrip(":-– ").removeprefix("to ")
    return replace(entry, title=f"{rest[:1].upper()}{rest[1:]}", assignee=names[_name(words[:size])])


def _name(words: Sequence[str]) -> str:
    return normalise(" ".join(words)).strip(" :,-–.")
