"""All that somebody has to do, as people say it: 'Dana's stuff', 'everything Dana has due before Friday'."""

from collections.abc import Sequence
from dataclasses import replace

from intent.commands.grammar.slot_types import Words, read_slot, slot_type
from intent.commands.grammar.tokens import Token
from intent.commands.readers.things.references import read_described, read_limits
from intent.commands.types import Condition, Reference
from intent.commands.words import at_start, key_of, table

_OWNER = "'s"
_LONGEST = 3  # words of a name
_SHORTEST = 2  # letters of a name with an 's'


@slot_type("load_of")
def _load_of(words: Words) -> Reference | None:
    """Return the open work of a person, of all kinds or by conditions. A thing by its name is none."""
    found = _behind_owner(words) or _behind_all(words)
    if found:
        return found
    described = read_described(words)
    return described if described and _is_anothers(described) else None


def _is_anothers(found: Reference) -> bool:
    named = [one.value for one in found.conditions if one.field == "assignee" and not one.negated]
    return any(isinstance(one, str) and not key_of("someone", one) for one in named)


def _behind_owner(words: Words) -> Reference | None:
    """Return what 'Dana's stuff' and 'all of Dana's workload' are."""
    tokens = list(words.tokens)
    tokens = tokens[at_start("load_before", _said(tokens))[1] :]
    if found := _without_mark(words, tokens):
        return found
    at = next((at for at, one in enumerate(tokens) if one.word == _OWNER), 0)
    behind = _said(tokens[at + 1 :])
    return _load(words, tokens[:at]) if at and behind in table("load_behind") else None


def _without_mark(words: Words, tokens: Sequence[Token]) -> Reference | None:
    """Return what 'danas stuff' is, typed without its mark."""
    first, behind = tokens[:1], _said(tokens[1:])
    if not first or behind not in table("load_behind") or not first[0].word.endswith("s"):
        return None
    if not (found := _load(words, first)) or len(first[0].text) <= _SHORTEST:
        return None
    who = Condition("assignee", first[0].text[:-1])
    return replace(found, conditions=(who, *(one for one in found.conditions if one.field != who.field)))


def _behind_all(words: Words) -> Reference | None:
    """Return what 'everything of Dana's' and 'everything Dana still has due this week' are."""
    tokens = list(words.tokens)
    size = at_start("load_before", _said(tokens))[1] or at_start("load_all", _said(tokens))[1]
    rest = tokens[size:] if size else []
    if rest and rest[-1].word == _OWNER:
        rest = rest[:-1]
    for at in range(1, min(_LONGEST, len(rest)) + 1):
        has = at_start("load_has", _said(rest), at)[1]
        if (has or at == len(rest)) and (found := _load(words, rest[:at], rest[at + has :])):
            return found
    return None


def _load(words: Words, name: Sequence[Token], limits: Sequence[Token] = ()) -> Reference | None:
    who = read_slot("person", words.part(name)) if name else None
    bound = read_limits(words.part(limits)) if limits else None
    if not who or key_of("someone", who) or (limits and not bound):
        return None
    conditions = (Condition("assignee", who), Condition("state", "done", negated=True))
    return Reference(
        words.text,
        kind="task",
        is_plural=True,
        is_all=True,
        conditions=(*conditions, *(bound.conditions if bound else ())),
    )


def _said(tokens: Sequence[Token]) -> tuple[str, ...]:
    return tuple("" if one.is_quoted else one.word for one in tokens)
