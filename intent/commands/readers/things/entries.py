"""Reads one thing of a list: its title, and in any order who does it, by when, and how urgent it is."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from intent.commands.catalogue import load, verbs
from intent.commands.grammar.matcher import Pattern, compile_template, match
from intent.commands.grammar.slot_types import Words, read_slot, slot_type
from intent.commands.grammar.templates import Rules, parse_template
from intent.commands.grammar.tokens import Token, split_at
from intent.commands.readers.things.entry_ends import without_hope, without_reason
from intent.commands.readers.things.entry_spans import begins, spans_of
from intent.commands.readers.things.list_rows import CELLS, parted
from intent.commands.readers.things.people import TOGETHER, may_do_work
from intent.commands.readers.things.titles import read_title
from intent.commands.readers.times.bare_months import end_of_month
from intent.commands.types import Entry
from intent.commands.words import LANGUAGES, as_words, at_start, key_of
from intent.slots.language import words_of

Row = Sequence[Token]
_DASHES, _POSSESSIVES = ("-", "–", "—"), ("our", "my")
_NAME, _SHORT = 3, 2  # words of a name beside the task, and of one without capitals
_LEADS = ("for", "by")  # before a name
_BESIDE = ("'", "’")  # in a name: "parents' council"
_OPENS = (":", ",", ";", ".", "\n", "-", "–", "—", "•", "*")  # before an item
_CLOSES = ("'s)", "’s)", ")")  # behind the last word of a bracket
_EARLY, _DETAILS = 4, 8  # words before an item without a kind, words of details
_LONGEST = 80  # words of an item with its details; a page of text is none, and isn't read as one
OWN = ("due", "assignee", "priority", "later")


class _Apart(NamedTuple):
    """The words of a title, those behind it that say nothing known, and the details set off from it."""

    title: Row
    more: Sequence[str] = ()
    said: Mapping[str, Any] | None = None
    days: str = ""


def read_entry(words: Words, row: Row) -> Entry | None:
    """Return an item with the details in front of it, behind it, or in a bracket."""
    found = read_behind(words, row)
    return found if found and found.later is None else None


def read_behind(words: Words, row: Row) -> Entry | None:
    """Return such an item, perhaps with a day that the one before it decides: 'a week later'."""
    found = words.once(_read, row) if row else None
    return found[0] if found else None


@slot_type("one_entry")
def _one_entry(words: Words) -> Entry | None:
    return read_entry(words, words.tokens)


def _cues() -> frozenset[str]:
    return frozenset((*CELLS, ":", "("))


@slot_type("told_entry", cues=_cues)
def _told_entry(words: Words) -> Entry | None:
    """Return one item with a detail that is set off from its title: 'order bricks, Dai, Thursday'."""
    before = words.source[: words.tokens[0].start].rstrip(" ")
    return _told(words) if not before or before[-1] in _OPENS else None


def told_behind(words: Words) -> Entry | None:
    """Return one item with a detail set off, perhaps a day that the item before it decides."""
    if len(words.tokens) > _LONGEST or _cues().isdisjoint(one.word for one in words.tokens):
        return None
    found = words.once(_read, words.tokens)
    return found[0] if found and found[1] and "," not in found[0].title else None


def _told(words: Words) -> Entry | None:
    found = told_behind(words)
    return found if found and found.later is None else None


@slot_type("bare_entry", cues=_cues)
def _bare_entry(words: Words) -> Entry | None:
    """Return such an item directly behind its kind: it begins with a significant word."""
    before = words.source[: words.tokens[0].start].rsplit(maxsplit=1)[-1:]
    has_kind = at_start("kind", as_words("".join(before))[-1:])[1] > 0
    return _told(words) if has_kind and _is_significant(words.tokens[0]) else None


@slot_type("full_entry", cues=_cues)
def _full_entry(words: Words) -> Entry | None:
    """Return one item with its person set off, and its day, at the start of a message."""
    is_early = len(words.source[: words.tokens[0].start].split(maxsplit=_EARLY)) <= _EARLY
    found = _told(words) if is_early and _is_significant(words.tokens[0]) else None
    return found if found and found.assignee and found.due and " " in found.title else None


def _is_significant(token: Token) -> bool:
    return token.is_quoted or not (key_of("no_name", token.word) or key_of("called", token.word))


def _read(words: Words, row: Row) -> tuple[Entry, bool] | None:
    """Return an item, and whether it has details set off from its title."""
    owner, rest = _owner(words, without_reason(row))
    apart = _in_bracket(words, rest) or _behind(words, rest)
    apart = _with_name(words, apart)
    apart = _Apart(rest) if owner.keys() & (apart.said or {}) else apart
    said = {**owner, **(apart.said or {})}
    slots = _matched("entry", words, apart.title)
    if slots is None or not {*slots} <= {"title", *OWN} or slots.keys() & said.keys():
        slots = {"title": read_title(words.part(apart.title))}
    if not slots["title"]:
        return None
    title = ", ".join((slots["title"], *apart.more)) + apart.days
    entry = Entry(**{**slots, **said, "title": title}, days=apart.days)
    return entry, bool(owner) or apart.said is not None


def _owner(words: Words, row: Row) -> tuple[dict[str, str], Row]:
    """Return the person named before a colon, 'Ana: sign the lease', or the speaker before a dash."""
    at = next((place for place, one in enumerate(row[:5]) if place and one.word in (":", *_DASHES)), 0)
    type_ = "proper" if at and row[at].word == ":" else "speaker"
    who = _names(words, row[:at], type_) if at and len(row) > at + 1 else ""
    behind = parted(row[at + 1 :], CELLS) if who else ()
    if behind and _alone(words, behind[0]):
        return {}, row  # 'Proofs: Ms Lee, Friday'
    return ({"assignee": who}, row[at + 1 :]) if who else ({}, row)


def _in_bracket(words: Words, row: Row) -> _Apart | None:
    """Return a row apart from a bracket of details: '(Omar, 4 January)'. What else is there stays."""
    at = next((place for place, one in enumerate(row) if one.word == "(" and place), 0)
    end = next((place for place, one in enumerate(row) if at and one.word == ")" and place > at), 0)
    end = end or (len(row) if words.source.startswith(_CLOSES, row[-1].end) else 0)
    if not (at and end):
        return None
    inner, behind = parted(row[at + 1 : end], CELLS), parted(row[end + 1 :], CELLS)
    parts, among = [*inner, *behind], [row[:at], *inner, *behind]
    if _describes(words, row[:at], inner):
        return None
    said = details_of_all(words, parts, among)
    if said is not None:
        return _Apart(row[:at], said=said)
    known = [one for one in inner if details_of_all(words, [one], among)]
    said = details_of_all(words, known, among) if known else None
    more = [words.part(one).text for one in parts if one not in known]
    return _Apart(row[:at], more, said) if said else None


def _describes(words: Words, before: Row, inner: Sequence[Row]) -> bool:
    """Return whether a bracket says what the name before it is: 'call Leo Marchetti (chemistry)'."""
    named = len(before) > 1 and before[-1].text[:1].isupper() and not before[-1].is_quoted
    words_alone = all(one.text.islower() and one.text.isalpha() for row in inner for one in row)
    is_one = len(inner) == 1 and len(inner[0]) <= _SHORT
    tells = is_one and (own_details(words, inner[0]) is not None or name_in(words, inner[0], "speaker"))
    return named and is_one and words_alone and not tells


def _behind(words: Words, row: Row) -> _Apart:
    """Return a row apart from the details after commas or dashes: 'order bricks, dai, thursday'."""
    first, *rest = parted(row, CELLS) or [[]]
    for place in range(len(rest)):
        told = [one for one in rest[place:] if not begins(words, one)]
        said = details_of_all(words, told, [first, *rest]) if first else None
        if said is not None:
            return _Apart(row[: row.index(rest[place][0]) - 1], (), said, spans_of(words, rest[place:]))
    return _Apart(row)


def _with_name(words: Words, apart: _Apart) -> _Apart:
    """Return a title without the person behind its colon: 'VAT return: Mr Roche', 'letters: me'."""
    at = max((place for place, one in enumerate(apart.title) if one.word == ":"), default=0)
    who = _alone(words, apart.title[at + 1 :]) if at else {}
    beside = apart.said or {}
    return apart._replace(title=apart.title[:at], said={**beside, **who}) if who.keys() - beside else apart


def _alone(words: Words, row: Row) -> dict[str, Any]:
    """Return the person that a row surely is: the speaker, 'Mr Roche', 'Ann and Ben'."""
    sure = len(row) > 1 and (row[0].word in words_of("titles") or any(one.word in TOGETHER for one in row))
    return name_in(words, row, "proper" if sure else "speaker") if row else {}


def details_of_all(words: Words, parts: Sequence[Row], among: Sequence[Row]) -> dict[str, Any] | None:
    """Return the details that all parts give, or None. A lower-case name counts only beside a day."""
    said: dict[str, Any] = {}
    for part in reversed(parts):
        own = own_details(words, part)
        if own is None:
            own = _named(words, part, among)
        if own is None or not {*own} <= {*OWN}:
            return None
        both = (own["assignee"], said["assignee"]) if {*own} == {"assignee"} and "assignee" in said else ()
        if both and "due" not in said and (due := end_of_month(words.part(part), beside_name=True)):
            own, both = {"due": due}, ()
        if both and all(map(_is_sure, both)):
            own = {"assignee": " and ".join(both)}
            said.pop("assignee")
        elif own.keys() & said.keys():
            return None
        said |= own
    return said


def _is_sure(who: str) -> bool:
    """Return whether a name is no words about the thing: 'Ann' or 'me' in 'notes, first draft – Ann'."""
    return who[:1].isupper() or bool(key_of("someone", who)) or who in ("me", "us", "myself")


def _is_dated(words: Words, parts: Sequence[Row]) -> bool:
    """Return whether one of the parts is a day, or the first one is a title with its day."""
    by_itself = any("due" in (own_details(words, one) or {}) for one in parts[1:])
    return by_itself or "due" in (_matched("entry", words, parts[0]) or {})


def _named(words: Words, row: Row, among: Sequence[Row]) -> dict[str, Any] | None:
    """Return the assignee that a short row names. One without a capital counts only beside a day."""
    own = row[1:] if len(row) > 1 and row[0].word in _POSSESSIVES else row  # 'our Linda'
    if who := _names(words, own, "proper"):
        return {"assignee": who}
    lead = len(row) > 1 and row[0].word in _LEADS
    is_short = sum(one.word not in _BESIDE for one in row) <= _SHORT + lead
    who = _names(words, row[1:] if lead else row, "person") if is_short else ""
    is_name = who and (" " not in who or who != who.lower() or len(split_at(row, _BESIDE)) > 1)
    return {"assignee": who} if is_name and _is_dated(words, among) else None


def name_in(words: Words, row: Row, type_: str) -> dict[str, Any]:
    """Return the assignee that a short row names: the speaker, or a name of a type."""
    who = _names(words, row, type_)
    return {"assignee": who} if who else {}


def _names(words: Words, row: Row, type_: str) -> str:
    """Return those whom a row names: 'Ann', 'me', 'Ms. Tran and me'."""
    rows = split_at((one for one in row if one.word not in _BESIDE), TOGETHER)
    if not rows or not all(_is_name(words, one, type_) for one in rows):
        return ""
    return read_slot("speaker", words.part(row)) or words.part(row).text


def _is_name(words: Words, row: Row, type_: str) -> bool:
    part = words.part(row)
    if not 0 < len(part.tokens) <= _NAME or (len(row) > 1 and row[0].word in verbs()):
        return False
    return bool(read_slot("speaker", part) or (type_ != "speaker" and read_slot(type_, part)))


def own_details(words: Words, row: Row) -> Mapping[str, Any] | None:
    """Return the details that all of a row says, even others than `OWN`, or None."""
    return words.once(_own_details, row)


def details_alone(words: Words, row: Row) -> Mapping[str, Any]:
    """Return the details of a row that may be a title as well: 'handover 30 Nov' names nobody."""
    said = own_details(words, row) or {}
    if not {*said} <= {*OWN}:
        return {}
    who = said.get("assignee", "")
    return said if not who or key_of("someone", who) or who[:1].isupper() else {}


def _own_details(words: Words, row: Row) -> Mapping[str, Any] | None:
    row = without_reason(row)
    if len(row) > _DETAILS:
        return None
    if at_start("no_details", tuple(one.word for one in row))[1] == len(row):
        return {}
    row = without_hope(row)
    if later := key_of("behind_last", words.part(row).text):
        return {"later": int(later)}
    if row and (due := end_of_month(words.part(row))):
        return {"due": due}
    slots = _matched("details", words, row)
    slots = slots if slots is not None else _matched("aside", words, row)
    return slots if slots is None or may_do_work(slots.get("assignee", "")) else None


def _matched(name: str, words: Words, row: Row) -> Mapping[str, Any] | None:
    def read(type_: str, first: int, last: int) -> object:
        part = words.part(row[first:last])
        return read_slot(type_, part) if part.tokens else None

    for pattern in _patterns(name) if len(row) <= _LONGEST else ():
        if row and (slots := match(pattern, row, 0, len(row), read)) is not None:
            return slots
    return None


@cache
def _patterns(name: str) -> tuple[Pattern, ...]:
    """Return the patterns in each language: 'entry' with a title, 'details' without."""
    found = []
    for language in LANGUAGES:
        rules = load("things", language).get("rules", {})
        if template := rules.get(name):
            found.append(compile_template(parse_template(template, Rules(rules))))
    return tuple(found)
