"""Rewrites a list of work below its announcement: 'stuff to do: Ann books the hall by Monday, …'."""

import re
from collections.abc import Sequence

from intent.commands.grammar.tokens import tokenize
from intent.commands.readers.things.doers import states, subject_of
from intent.commands.words import as_words, key_of
from intent.commands.work.listed_orders import listed_before
from intent.data_files import pattern, words_of
from intent.dialogue import read_small_talk
from intent.material import read_material
from intent.plain.doings import doing_of
from intent.plain.rephrased import only_tells
from intent.slots.moments import tells_when
from omniforge.english import capital
from omniforge.projects.search.sentences import sentences_of

_LONGEST = 2_000  # characters of such a message
_FEWEST = 2  # items
_SHORT = 3  # letters of 'the' and 'for'
_WIDE = 3  # columns of what is surely a table
_PROJECT = frozenset(("project", "projects"))
_UNNAMED = _PROJECT | {"my", "our", "your", "new", "other", "same", "current", "last", "first", "next"}
_LINK = re.compile(r"^(?:and|und|y|then|,|;|-|–|—|\*|•|\d+[.)])\s+|[\s.,;]+$", re.I)


def write_introduced_list(message: str, projects: Sequence[str]) -> str:
    """Return a message that announces work and lists it as an order to add that, with its items apart.

    A project that it names is one of `projects`, perhaps by the end of its name. Any other message is
    unchanged.
    """
    if len(message) > _LONGEST:
        return message
    if order := _with_home(message) or _behind_news(message, projects) or _vaguely(message):
        return order
    found = _INTRO.match(message) if "?" not in message else None
    items = listed_before(found["items"]) if found else ""
    rows = _rows(items) if items else []
    if (
        found is None
        or not rows
        or _ORDERS.search(rows[-1])
        or (len(rows) < _FEWEST and (found["mark"] != ":" or "," not in rows[0]))
    ):
        return message
    if any(states(tokenize(one)) for one in rows) or _is_table(message) or _goes_back(items, rows):
        return message
    said = found["place"] or ""
    place = _place(said, projects)
    day = "" if place else _day(said)
    if not (place or day) and _names_person(said):
        return message  # 'new tasks for Ann due Friday: …', which the command reads
    return f"add these tasks{place}: {'; '.join(rows)}{day}"


def _with_home(message: str) -> str:
    """Return the list's order with the project that is made before it or named behind it, else empty."""
    if (behind := _HOME_BEHIND.match(message)) and (order := _in_home(behind["rest"], behind["home"])):
        return order
    before = _PROJECT_FIRST.match(message) or _PROJECT_LINE.match(message)
    order = write_introduced_list(before["rest"], ()) if before else ""
    return f"{before['first'].rstrip(' .!')}. {order}" if before and order != before["rest"] else ""


def _behind_news(message: str, projects: Sequence[str]) -> str:
    """Return the list's order behind what is told first: 'I run a shop. put these down: …', else empty."""
    told = _TOLD_FIRST.match(message)
    if told is None or not all(map(_is_no_order, sentences_of(told["first"]))):
        return ""
    listed = write_introduced_list(told["rest"], projects)
    return f"{told['first']} {listed}" if listed != told["rest"] else ""


def _vaguely(message: str) -> str:
    """Return the order of a list whose announcement could be of anything, if its rows say who does them.

    If they don't, the message stays as it is, and empty is returned for any other message.
    """
    vague = _VAGUE.match(message)
    rows = _rows(listed_before(vague["items"])) if vague else []
    order = f"add these tasks: {'; '.join(rows)}" if _say_who(rows) else message
    return order if rows else ""


def _is_no_order(sentence: str) -> bool:
    return only_tells(sentence) or read_small_talk(sentence) is not None


def _in_home(listed: str, home: str) -> str:
    """Return a list's order with the project that is named behind it, empty if nothing announces a list."""
    order = write_introduced_list(listed, ())
    found = _ORDER_FOR.match(order) if order != listed else None
    if found is None:
        return ""
    who, items = capital(found["who"] or ""), found["items"]
    told = items if not who else f"{items}, all for {who}" if ";" in items else f"{who}: {items}"
    return f"add these tasks to the {home} project: {told}"


def _say_who(rows: Sequence[str]) -> bool:
    """Return whether most rows begin with who does them, and none has a time of day: 'Ann: wax the skis'."""
    told = sum(bool(_DOER.match(one) or subject_of(tokenize(one))) for one in rows)
    return 2 * told >= len(rows) and not any(map(_CLOCK.search, rows))


def _goes_back(items: str, rows: Sequence[str]) -> bool:
    """Return whether a sentence is about what the first one lists: 'buy oil, fix gate. Ann gets the oil.'"""
    listed = {one for one in as_words(rows[0]) if len(one) > _SHORT} if "," in rows[0] else set()
    is_prose = not (_LINES.search(items.strip()) or _SEMICOLON.search(items))
    return is_prose and any(not listed.isdisjoint(as_words(one)) for one in rows[1:])


def _is_table(message: str) -> bool:
    """Return whether the lines are rows below column names: 'job,bike,hours'."""
    table = read_material(message)
    return table is not None and len(table.columns) >= _WIDE


def _day(said: str) -> str:
    """Return the day that all of the work is for, as a detail of all items."""
    words = as_words(said)[1:]
    named = _PROJECT.intersection(words) or any(key_of("pronoun", one) for one in words)
    is_day = words and not named and all(map(tells_when, words))
    return f", all by {said.split(maxsplit=1)[1]}" if is_day else ""


def _place(said: str, projects: Sequence[str]) -> str:
    """Return the project or person that the work is said to be for, empty for 'it' and 'next week'."""
    words = tuple(one for one in as_words(said)[1:] if not key_of("article", one))
    named = [one for one in projects if words and _is_called(as_words(one), words)]
    if len(named) == 1:
        return f" to {named[0]}"
    name = [one for one in words if one not in _UNNAMED and not key_of("pronoun", one)]
    called = " ".join(one for one in said.split() if one.casefold() in name)
    if name and words[-1] in _PROJECT:
        return f" to the {called} project"
    if any(map(tells_when, words)):
        return ""
    is_capital = called != called.lower() and len(name) > 1  # 'for the Moonlight gala'
    return said if _names_person(said) else f" to the {called} project" if is_capital else ""


def _names_person(said: str) -> bool:
    name = said.split()[1:2]
    is_name = bool(name) and (name[0].istitle() or name[0] in words_of("given_names", "given"))
    return is_name and said[-1:].isalpha() and not tells_when(name[0].lower())


def _is_called(name: tuple[str, ...], said: tuple[str, ...]) -> bool:
    """Return whether all words are of a name: 'the choir tour' of 'Choir Advent tour'."""
    return {*said} <= {*name}


def _rows(items: str) -> list[str]:
    """Return the items, cut at line ends, letters, semicolons or sentences, whichever come first."""
    for cut in (_LINES, _LETTERS, _SEMICOLON, _SENTENCE):
        rows = [one for one in map(_bare, cut.split(items)) if one and one not in _LETTER]
        if len(rows) >= _FEWEST:
            return rows
    return _by_doer(items.strip(" ."))


def _bare(item: str) -> str:
    """Return an item without bullet, 'and' and marks around it."""
    return _LINK.sub("", _LINK.sub("", item.strip()))


def _by_doer(items: str) -> list[str]:
    """Return items of one sentence, cut before each that names who does it, else the sentence."""
    rows: list[str] = []
    for part in _PARTS.split(items):
        if rows and not subject_of(tokenize(part)):
            rows[-1] += f", {part}"
        else:
            rows.append(part)
    if doing_of(tokenize(rows[0])) and not subject_of(tokenize(rows[0])):
        return [items]  # told_work reads more subjects: 'Finn and the lads put up the tent'
    return rows if sum(bool(subject_of(tokenize(one))) for one in rows) >= _FEWEST else [items]


_INTRO = pattern("introduced_lists", "intro", flags=re.I | re.S)
_PROJECT_FIRST = pattern("introduced_lists", "project_first", flags=re.I | re.S)
_PROJECT_LINE = pattern("introduced_lists", "project_line", flags=re.I | re.S)
_TOLD_FIRST = pattern("introduced_lists", "told_first", flags=re.I | re.S)
_HOME_BEHIND = pattern("introduced_lists", "home_behind", flags=re.I | re.S)
_ORDER_FOR = re.compile(r"add these tasks(?: for (?P<who>\S+(?: [A-Z]\S+)?))?: (?P<items>.+)", re.S)
_VAGUE = pattern("introduced_lists", "vague", flags=re.I | re.S)
_DOER, _CLOCK = pattern("introduced_lists", "doer"), pattern("introduced_lists", "clock")
_ORDERS = pattern("introduced_lists", "orders")
_LETTERS = pattern("introduced_lists", "letters")
_SENTENCE = pattern("introduced_lists", "sentence")
_PARTS = re.compile(r",(?!\d)\s*(?:and\s+)?|\s+and\s+(?=i\b)", re.I)
_LINES, _SEMICOLON = re.compile(r"\s*\n\s*"), re.compile(r"\s*;\s*")
_LETTER = tuple("abcdefghij")
