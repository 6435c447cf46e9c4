"""Conditions on things: 'overdue', 'due this week', 'without an owner', 'that mention fridges'."""

from collections.abc import Sequence
from typing import NamedTuple

from intent.commands.catalogue import condition_templates
from intent.commands.grammar.matcher import match
from intent.commands.grammar.slot_types import Words, read_slot
from intent.commands.grammar.tokens import Token
from intent.commands.types import Condition

_BETWEEN = frozenset((",", "and", "but", "und", "aber", "y", "pero"))  # separate two conditions
_LONGEST = 20  # words of conditions
_FREE = frozenset(("text", "assignee"))  # conditions that match any words


class _Way(NamedTuple):
    """Conditions that cover words, with the number of free-text words. The way with the fewest wins."""

    free: int = 0
    conditions: tuple[Condition, ...] = ()

    @property
    def cost(self) -> tuple[int, int]:
        return self.free, len(self.conditions)


def condition_before(words: Words, tokens: Sequence[Token]) -> tuple[Condition, int] | None:
    """Return the condition at the start of a noun phrase, and its length in words."""
    for size in range(min(5, len(tokens)), 0, -1):
        if not any(token.is_quoted for token in tokens[:size]) and (
            found := _read("before", words, tokens[:size])
        ):
            return found, size
    return None


def conditions_after(words: Words, tokens: Sequence[Token]) -> tuple[Condition, ...] | None:
    """Return the conditions after a noun, if they cover all words, with as little free text as possible."""
    if len(tokens) > _LONGEST:
        return None
    ways: list[_Way | None] = [None] * len(tokens) + [_Way()]
    for start in range(len(tokens) - 1, -1, -1):
        ways[start] = _best(words, tokens, start, ways)
    return ways[0].conditions if ways[0] is not None else None


def _best(words: Words, tokens: Sequence[Token], start: int, ways: Sequence[_Way | None]) -> _Way | None:
    """Return the best way from an index to the end, given those from each later index."""
    if start and tokens[start].word in _BETWEEN and not tokens[start].is_quoted:
        return ways[start + 1]
    found = []
    for end in range(start + 1, len(tokens) + 1):
        rest = ways[end]
        if rest is not None and (condition := _read("after", words, tokens[start:end])):
            free = end - start if condition.field in _FREE else 0
            found.append(_Way(rest.free + free, (condition, *rest.conditions)))
    return min(found, key=lambda way: way.cost, default=None)


def _read(side: str, words: Words, tokens: Sequence[Token]) -> Condition | None:
    def read(type_: str, first: int, last: int) -> object:
        return read_slot(type_, words.part(tokens[first:last]))

    first: Condition | None = None
    for one in condition_templates(side).near(tokens):
        slots = match(one.pattern, tokens, 0, len(tokens), read)
        if slots is None:
            continue
        found = Condition(one.field, slots.get("value", one.value), one.negated)
        if found.field not in _FREE:
            return found
        first = first or found  # 'of Launch' prefers the project of that name, if there is one
    return first
