"""Reads how people point at things: 'the second task', 'it', 'all overdue tasks of Ben in Marlow Road'."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from intent.commands.catalogue import JOINTS, verbs
from intent.commands.conditions import condition_before, conditions_after
from intent.commands.readers.homes import project_at_end
from intent.commands.readers.others import is_plural, read_other
from intent.commands.remarks import only_states
from intent.commands.slot_types import Words, slot_type, text_of, words_in
from intent.commands.sparing import apart, spares, sparing
from intent.commands.theirs import points_at_theirs
from intent.commands.tokens import Token
from intent.commands.types import Condition, Reference
from intent.commands.words import at_end, at_start, key_of, longest, table

_LONGEST, _FEW = 24, 8  # words
WORK = ("task", "goal", "plan", "milestone", "risk", "requirement", "document", "folder", "project", "thing")
_UNOWNED = ("document", "folder", "project")  # 'my documents' are those of all


@dataclass(slots=True)
class _Phrase:
    """A noun phrase that is taken apart from both ends; what is left in the middle is the name."""

    words: Words
    tokens: list[Token]
    folded: tuple[str, ...] = field(init=False)
    found: dict[str, Any] = field(default_factory=dict)
    conditions: list[Condition] = field(default_factory=list)
    is_mine: bool = False

    def __post_init__(self) -> None:
        self.folded = tuple("" if token.is_quoted else token.word for token in self.tokens)

    def drop_first(self, number: int) -> None:
        self.tokens, self.folded = self.tokens[number:], self.folded[number:]

    def drop_last(self, number: int) -> None:
        if number:
            self.tokens, self.folded = self.tokens[:-number], self.folded[:-number]


def read_reference(words: Words) -> Reference | None:
    """Return what some words point at; None if they can't be a reference."""
    if not words.tokens or len(words.tokens) > _LONGEST:
        return None
    if pronoun := table("pronoun").get(tuple(token.word for token in words.tokens)):
        number = 2 if pronoun == "two" else None
        return Reference(words.text, is_pronoun=True, is_plural=pronoun != "one", number=number)
    if other := read_other(words):
        return other
    if points_at_theirs(tuple(token.word for token in words.tokens)):
        return None  # 'all of her tasks' are not all tasks
    return read_described(words) or _named(words)


def read_described(words: Words) -> Reference | None:
    """Return what words without a name point at: 'the second one', 'all tasks of Ben that are overdue'."""
    return _described(words) or _all_but(words)


def _all_but(words: Words) -> Reference | None:
    """Return several things without those that are named behind them: 'all tasks except Order gloves'."""
    cut = apart(words)
    found, rest = (read_described(cut[0]), _named(cut[1])) if cut else (None, None)
    return sparing(found, rest.parts or (rest,)) if found and rest and spares(found) else None


def _described(words: Words) -> Reference | None:
    phrase = _begun(words)
    _take_conditions_before(phrase)
    _take_number(phrase)
    key, size = at_start("kind", phrase.folded)
    if not size and "place" not in phrase.found:
        return read_limits_of_all(phrase)
    if size:
        _note_kind(phrase, key, phrase.tokens[size - 1].word)
        phrase.drop_first(size)
    after = conditions_after(words, phrase.tokens) if size else None if phrase.tokens else ()
    if after is None:
        return None
    phrase.conditions += after
    return _with_conditions(phrase)


def read_limits_of_all(phrase: _Phrase) -> Reference | None:
    """Return what 'everything' with conditions means: 'everything due on Friday'."""
    after = conditions_after(phrase.words, phrase.tokens) if phrase.found.get("is_all") else None
    if not after:
        return None
    phrase.conditions += after
    return _with_conditions(phrase)


def read_limits(words: Words) -> Reference | None:
    """Return things that conditions alone tell of: 'overdue', 'due this week and not assigned'."""
    phrase = _Phrase(words, list(words.tokens))
    after = conditions_after(words, phrase.tokens) if phrase.tokens else None
    if not after:
        return None
    phrase.conditions += after
    phrase.found["is_plural"] = True
    return _with_conditions(phrase)


def _with_conditions(phrase: _Phrase) -> Reference:
    """Return the reference, its project being one of the conditions."""
    projects = [one for one in phrase.conditions if one.field == "project"]
    others = [one for one in phrase.conditions if one not in projects]
    if phrase.is_mine and "is_plural" in phrase.found and phrase.found.get("kind") not in _UNOWNED:
        others.append(Condition("assignee", "me"))
    if projects:
        phrase.found["project"] = projects[0].value
    return replace(Reference(phrase.words.text, conditions=tuple(others)), **phrase.found)


def _named(words: Words) -> Reference | None:
    full = text_of(words.source, _begun(words, places=False).tokens)
    phrase = _begun(words)
    phrase.found.pop("number", None)
    for take in (_take_project, _take_kind, _take_article):
        take(phrase)
    rest = phrase.tokens
    holds = _holds_an_order(rest) and not words.situation.loose_names
    parts = tuple(_parts(words))
    if rest and not _are_quoted(words, parts) and (_is_no_name(rest) or holds or _holds_reason(words)):
        return None
    quoted = len(rest) == 1 and rest[0].is_quoted
    name = text_of(words.source, rest)
    if name and "place" in phrase.found:  # 'First aid kit' is a name, and 'the second lease task' is none
        phrase.found.pop("place")
        name = full
    found = Reference(words.text, name=name, full=full, is_quoted=quoted, parts=() if quoted else parts)
    return replace(found, **phrase.found)


def _begun(words: Words, *, places: bool = True) -> _Phrase:
    phrase = _Phrase(words, [token for token in words.tokens if token.word != ","])
    _take_article(phrase)
    if places:
        _take_place(phrase)
    return phrase


def _parts(words: Words) -> Iterator[Reference]:
    """Yield the references that words list: 'the lease task, Order gloves and the second one'."""
    rows = _rows(words)
    for row in rows if len(rows) > 1 else ():
        if part := read_reference(replace(words, tokens=row)):
            yield part


def _rows(words: Words) -> list[tuple[Token, ...]]:
    """Return the words between the commas and the 'and' of a list."""
    start, rows = 0, []
    for at, token in enumerate((*words.tokens, None)):
        if token is None or (token.word in (",", "and", "und", "y") and not token.is_quoted):
            rows.append(words.tokens[start:at])
            start = at + 1
    return [row for row in rows if row] if len(rows) > 1 else []


def _are_quoted(words: Words, parts: Sequence[Reference]) -> bool:
    """Return whether words list nothing but quoted names: 'the tasks "Rent" and "Keys"'."""
    return len(parts) == len(_rows(words)) > 1 and all(part.is_quoted for part in parts)


def _is_no_name(tokens: Sequence[Token]) -> bool:
    if tokens[0].is_quoted:
        return len(tokens) > 1
    if key_of("field", " ".join(token.word for token in tokens)):
        return True
    sets_condition = any(key_of("condition_word", token.word) for token in tokens if not token.is_quoted)
    return sets_condition or bool(key_of("no_name", tokens[0].word) or key_of("no_end", tokens[-1].word))


def _holds_an_order(tokens: Sequence[Token]) -> bool:
    """Return whether what would be a name goes on with another order: 'X and mark Y as done'."""
    words = [token.word for token in tokens if not token.is_quoted]
    return any(joint in JOINTS and word in verbs() for joint, word in pairwise(words))


def _holds_reason(words: Words) -> bool:
    """Return whether a comma in what would be a name sets off a reason: 'X, nobody needs it'."""
    commas = [token for token in words.tokens if token.word == "," and not token.is_quoted]
    if words.situation.loose_names or not commas:
        return False
    first, last = words.tokens[0].start, words.tokens[-1].end
    before, after = words.source[first : commas[0].start], words.source[commas[-1].end : last]
    return only_states(before) or only_states(after)


def _take_article(phrase: _Phrase) -> None:
    """Take 'the', 'all', 'all my' off the beginning; 'my' tells whose things several are."""
    key, size = at_start("article", phrase.folded)
    while size and size < len(phrase.tokens):
        phrase.drop_first(size)
        phrase.is_mine |= key == "mine"
        phrase.found |= {"is_all": True} if key == "all" else {}
        phrase.found |= {"is_plural": True} if key in ("all", "many") else {}
        key, size = at_start("article", phrase.folded)


def _take_place(phrase: _Phrase) -> None:
    """Take 'second', 'last', 'first two', 'three' off the beginning."""
    key, size = at_start("ordinal", phrase.folded)
    if size:
        phrase.found["place"] = int(key)
        phrase.drop_first(size)
        phrase.drop_first(_of_those(phrase.folded))
    _take_number(phrase)


def _of_those(rest: tuple[str, ...]) -> int:
    """Return how many words say 'of them', if nothing follows."""
    return len(rest) if rest in table("of_those") else 0


def _take_number(phrase: _Phrase) -> None:
    key, size = at_start("quantity", phrase.folded)
    if not size and phrase.folded and phrase.folded[0].isdigit():
        key, size = phrase.folded[0], 1
    counts = "place" in phrase.found and key != "1"  # 'the first two', but 'the first one'
    if size and (phrase.tokens[size:] or counts):
        phrase.found["number"] = int(key)
        phrase.drop_first(size)


def _take_project(phrase: _Phrase) -> None:
    if found := project_at_end(phrase.words, phrase.tokens):
        phrase.found["project"], size = found
        phrase.drop_last(size)


def _take_conditions_before(phrase: _Phrase) -> None:
    while found := condition_before(phrase.words, phrase.tokens):
        condition, size = found
        phrase.conditions.append(condition)
        phrase.drop_first(size)


def _take_kind(phrase: _Phrase) -> None:
    """Take the kind: before the name ('the task Sign the lease'), or at the end ('the lease task')."""
    sides = [(at_end, phrase.drop_last), (at_start, phrase.drop_first)]
    first, last = (side("kind", phrase.folded)[0] for side in (at_start, at_end))
    if first and last == "thing" != first:
        sides.reverse()  # 'the task Paint wall one'
    for side, drop in sides:
        key, size = side("kind", phrase.folded)
        if size and size < len(phrase.tokens):
            _note_kind(phrase, key, phrase.tokens[-1 if side is at_end else size - 1].word)
            drop(size)
            break
    if phrase.folded and key_of("called", phrase.folded[0]) and len(phrase.tokens) > 1:
        phrase.drop_first(1)


def _note_kind(phrase: _Phrase, key: str, word: str) -> None:
    phrase.found["kind"] = key
    if is_plural(word):
        phrase.found["is_plural"] = True


@slot_type("thing")
def _thing(words: Words) -> Reference | None:
    return read_reference(words)


@slot_type("titled")
def _titled(words: Words) -> Reference | None:
    """Return a thing with a name that is no figure: 'under 5' is about numbers."""
    found = read_reference(words)
    return found if found and found.name and not found.name[0].isdigit() else None


@slot_type("unbroken")
def _unbroken(words: Words) -> Reference | None:
    """Return a thing with a name in which no comma stands: behind it something is ordered."""
    broken = any(one.word == "," and not one.is_quoted for one in words.tokens)
    return None if broken else _titled(words)


@slot_type("left")
def _left(words: Words) -> Reference | None:
    """Return what an order leaves as it is, in a few words."""
    return read_reference(words) if len(words.tokens) <= _FEW else None


@slot_type("spared")
def _spared(words: Words) -> Reference | None:
    """Return the one thing that is not to be changed, by its name or as 'it'."""
    if key_of("no_one_thing", words.tokens[0].word):
        return None
    found = _left(words)
    return found if found and not (found.is_all or found.is_plural or found.conditions) else None


@slot_type("placed", cues=words_in("ordinal"))
def _placed(words: Words) -> Reference | None:
    """Return a thing by its place in the last list: 'the second one'."""
    found = _thing(words)
    return found if found and found.place is not None and not found.name else None


@slot_type("written_in")
def _written_in(words: Words) -> Reference | None:
    """Return a thing with a name into which text may be put: not the calendar, or a table."""
    said = tuple(one.word for one in words.tokens)
    bare = said[1:] if said and key_of("article", said[0]) else said
    elsewhere = ("in", *said) in table("in_calendar") or bare in table("no_document")
    return None if elsewhere else _titled(words)


@slot_type("things", cues=words_in("kind"))
def _things(words: Words) -> Reference | None:
    """Return several things that a list may show: no name, a kind, and conditions."""
    found = read_described(words)
    return found if found and found.kind in WORK and found.place is None else None


@slot_type("bare_things", cues=words_in("kind"))
def _bare_things(words: Words) -> Reference | None:
    """Return things that alone make a question: 'open tasks', but not '12 tasks'."""
    found = _things(words)
    return found if found and found.is_plural and found.number is None else None


slot_type("limits")(read_limits)


@slot_type("work_kind", cues=words_in("kind"))
def _work_kind(words: Words) -> str | None:
    """Return the key of a kind of thing that a project holds."""
    kind = _kind(words)
    return kind if kind in WORK and kind not in ("project", "folder", "thing") else None


@slot_type("item_kind", cues=words_in("kind"))
def _item_kind(words: Words) -> str | None:
    """Return the key of a kind of work, but no document: 'note: the code is 5580' tells a fact."""
    kind = _work_kind(words)
    return kind if kind != "document" else None


@slot_type("work_kinds", cues=words_in("kind"))
def _work_kinds(words: Words) -> str | None:
    kind = _kinds(words)
    return kind if kind in WORK and kind != "thing" else None


@slot_type("kind", cues=words_in("kind"))
def _kind(words: Words) -> str | None:
    """Return the key of a kind of which the word says one: 'task'."""
    return None if is_plural(words.tokens[-1].word) else _any_kind(words)


@slot_type("any_kind", cues=words_in("kind"))
def _any_kind(words: Words) -> str | None:
    """Return the key of a kind by its word alone: 'task', 'tasks'."""
    folded = tuple(token.word for token in words.tokens)
    return table("kind").get(folded) if len(folded) <= longest("kind") else None


@slot_type("kinds", cues=words_in("kind"))
def _kinds(words: Words) -> str | None:
    """Return the key of a kind of which the word says several: 'tasks'."""
    return _any_kind(words) if is_plural(words.tokens[-1].word) else None


def _of_kind(*kinds: str) -> Any:
    def reader(words: Words) -> Reference | None:
        found = read_reference(words)
        return found if found and found.kind in kinds else None

    return reader


slot_type("kindly", cues=words_in("kind"))(_of_kind(*WORK))
for _name in ("task", "document", "event", "file", "skill", "goal", "risk", "milestone"):
    slot_type(f"the_{_name}", cues=words_in("kind"))(_of_kind(_name))
