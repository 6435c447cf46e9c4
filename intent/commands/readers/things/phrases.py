"""A noun phrase, consumed from both ends: article, index, number, project, conditions, kind."""

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from intent.commands.grammar.slot_types import Words
from intent.commands.grammar.tokens import Token
from intent.commands.readers.things.homes import project_at_end
from intent.commands.readers.things.others import is_plural
from intent.commands.types import Condition
from intent.commands.words import as_words, at_end, at_start, key_of
from intent.commands.work.conditions import condition_before
from intent.data_files import pattern

_ONES = (("one",), ("ones",))
_LONGEST = 9  # words


@dataclass(slots=True)
class Phrase:
    """A noun phrase, consumed from both ends. What remains is the name."""

    words: Words
    tokens: list[Token]
    folded: tuple[str, ...] = field(init=False)
    found: dict[str, Any] = field(default_factory=dict)
    conditions: list[Condition] = field(default_factory=list)
    is_mine: bool = False
    is_theirs: bool = False

    def __post_init__(self) -> None:
        self.folded = tuple("" if token.is_quoted else token.word for token in self.tokens)

    def drop_first(self, number: int) -> None:
        self.tokens, self.folded = self.tokens[number:], self.folded[number:]

    def drop_last(self, number: int) -> None:
        if number:
            self.tokens, self.folded = self.tokens[:-number], self.folded[:-number]


def take_article(phrase: Phrase) -> None:
    """Consume a leading 'the', 'all', 'all my'. 'my' and 'her' say whose things several are."""
    key, size = at_start("article", phrase.folded)
    while size and size < len(phrase.tokens):
        phrase.drop_first(size)
        phrase.is_mine |= key == "mine"
        phrase.is_theirs |= key == "theirs"
        phrase.found |= {"is_all": True} if key == "all" else {}
        phrase.found |= {"is_plural": True} if key in ("all", "many") else {}
        key, size = at_start("article", phrase.folded)


def take_place(phrase: Phrase) -> None:
    """Consume a leading 'second', 'last', 'first two', 'three'."""
    key, size = at_start("ordinal", phrase.folded)
    if size:
        phrase.found["place"] = int(key)
        phrase.drop_first(size)
        phrase.drop_last(tail_size(phrase.folded))
    take_number(phrase)


def take_number(phrase: Phrase) -> None:
    key, size = at_start("quantity", phrase.folded)
    if not size and phrase.folded and phrase.folded[0].isdigit():
        key, size = phrase.folded[0], 1
    counts = "place" in phrase.found and key != "1"  # 'the first two', but 'the first one'
    rest = phrase.folded[size:]
    points = key == "1" and rest and key_of("inside", rest[0]) and "place" not in phrase.found
    if size and ((rest and not points) or counts):  # not in 'the one in Hill'
        phrase.found["number"] = int(key)
        phrase.drop_first(size)


def take_project(phrase: Phrase) -> None:
    if found := project_at_end(phrase.words, phrase.tokens):
        phrase.found["project"], size = found
        phrase.drop_last(size)


def take_project_before(phrase: Phrase) -> None:
    """Consume a project's name right before a kind of several: 'the Spring catalogue tasks'."""
    for name in phrase.words.situation.projects if "project" not in phrase.found else ():
        size = len(own := as_words(name))
        kinds = at_start("kind", phrase.folded[size:])[1] if phrase.folded[:size] == own else 0
        if kinds and is_plural(phrase.tokens[size + kinds - 1].word):
            phrase.found["project"] = name
            return phrase.drop_first(size)


def take_conditions_before(phrase: Phrase) -> None:
    while found := condition_before(phrase.words, phrase.tokens):
        condition, size = found
        phrase.conditions.append(condition)
        phrase.drop_first(size)


def take_kind(phrase: Phrase) -> None:
    """Consume the kind: before the name ('the task Sign the lease'), or at the end ('the lease task')."""
    sides = [(at_end, phrase.drop_last), (at_start, phrase.drop_first)]
    first, last = (side("kind", phrase.folded)[0] for side in (at_start, at_end))
    if first and (last == "thing" != first or _names_at_start(phrase)):
        sides.reverse()  # 'the task Paint wall one', 'the document Site notes'
    for side, drop in sides:
        key, size = side("kind", phrase.folded)
        if size and size < len(phrase.tokens):
            note_kind(phrase, key, phrase.tokens[-1 if side is at_end else size - 1].word)
            drop(size)
            break
    if phrase.folded and key_of("called", phrase.folded[0]) and len(phrase.tokens) > 1:
        phrase.drop_first(1)


def _names_at_start(phrase: Phrase) -> bool:
    """Return whether the kind is before a capitalised name of several words: 'document Site notes'."""
    first, *name = phrase.tokens
    is_singular = first.text.islower() and not is_plural(first.word)
    return len(name) > 1 and is_singular and name[0].text[:1].isupper()


def take_about(phrase: Phrase) -> None:
    """Consume the words between 'the one' and its topic: 'the one about the labels'."""
    said = tuple(token.word for token in phrase.words.tokens)
    is_one = said[at_start("article", said)[1] :][:1] in _ONES
    if is_one and len(phrase.tokens) > 1 and key_of("leads_from_one", phrase.folded[0]):
        phrase.drop_first(1)


def note_kind(phrase: Phrase, key: str, word: str) -> None:
    phrase.found["kind"] = key
    if is_plural(word):
        phrase.found["is_plural"] = True


@cache
def tail_size(words: tuple[str, ...]) -> int:
    """Return the length of such words at the end of folded words."""
    sizes = range(min(len(words), _LONGEST), 0, -1)
    return next((size for size in sizes if _TAIL.match(" ".join(words[-size:]))), 0)


_TAIL = pattern("list_tails", "tail")
