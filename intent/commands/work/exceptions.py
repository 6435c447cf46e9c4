"""Exceptions to orders for several things: 'all agents except X', 'close them all, but leave X open'."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from intent.commands.grammar.slot_types import Words
from intent.commands.grammar.tokens import Token
from intent.commands.types import Command, Condition, Reference
from intent.commands.words import at_start

LEFT = ("talk.left", "thing.left")
Part = tuple[Command | None, int, int]  # a clause: the command that covers it, and its token span


def split_exceptions(words: Words) -> tuple[Words, Words] | None:
    """Return a reference and its exceptions, if the words have an 'except'."""
    said = tuple("" if one.is_quoted else one.word for one in words.tokens)
    for at in range(1, len(said) - 1):
        if size := at_start("except_for", said, at)[1] or _not_theirs(said, at):
            rest = words.tokens[at + size :]
            return (words.part(words.tokens[:at]), words.part(rest)) if rest else None
    return None


def _not_theirs(said: Sequence[str], at: int) -> int:
    """Return the length of ', not' before somebody's things: 'this month's tasks, not Maya's ones'."""
    return 2 * (tuple(said[at : at + 2]) == (",", "not") and "'s" in said[at + 2 :])


def allows_exceptions(reference: Reference | None) -> bool:
    """Return whether words refer to several unnamed things, of which some may be excluded."""
    return bool(reference and (reference.is_all or reference.is_plural) and not reference.name)


def exclude(several: Reference, kept: tuple[Reference, ...]) -> Reference:
    """Return a reference to several things minus some of them."""
    if several.kind == "agent":
        return replace(several, besides=kept)
    return replace(several, conditions=(*several.conditions, *map(_not_it, kept)))


def _not_it(kept: Reference) -> Condition:
    """Return the condition that excludes a thing, or the things that meet its one condition."""
    if not is_by_condition(kept):
        return Condition("is", kept, True)
    (one,) = kept.conditions
    return replace(one, negated=not one.negated)


def is_by_condition(kept: Reference) -> bool:
    """Return whether words give things by one condition alone: 'Maya's tasks', 'the overdue ones'."""
    named = kept.name or kept.project or kept.parts or kept.place is not None
    return len(kept.conditions) == 1 and kept.conditions[0].field != "order" and not named


def is_spared_in_part(parts: Sequence[Part], tokens: Sequence[Token]) -> bool:
    """Return whether something beside the exceptions is uncovered, which may decide what is meant."""
    pairs = [(one[0], other[0], tokens[other[1] : other[2]]) for one, other in pairwise(parts)]
    return any(
        (one is not None and other is None and (_spares_some(one) or _leaves_out(one, said)))
        or (one is None and other is not None and other.name in LEFT and other.points_back)
        for one, other, said in pairs
    )


def _leaves_out(command: Command, said: Sequence[Token]) -> bool:
    """Return whether uncovered words exclude some of several things: 'close all, but the loud one'."""
    words = tuple(one.word for one in said if not one.is_mark)
    size = at_start("except_for", words)[1] if command.writes and takes_in_several(command) else 0
    return bool(size) and bool(at_start("article", words, size)[1])


def _spares_some(command: Command) -> bool:
    pointed = list(_references(command))
    return any(one.besides or any(each.field == "is" for each in one.conditions) for one in pointed)


def without_spared(parts: Sequence[Part]) -> Sequence[Part]:
    """Return clauses with one clause's exceptions excluded from the earlier order for several things."""
    found: list[Part] = []
    for part in parts:
        kept = _named(part[0])
        before = found[-1] if found else None
        if kept and before and before[0] and takes_in_several(before[0]):
            found[-1] = (_sparing(before[0], kept), before[1], part[2])
        else:
            found.append(part)
    return found


def without(command: Command, spared: Reference | None) -> Command | None:
    """Return a command for several things minus certain exceptions, or None for any other command."""
    named = _certain(spared)
    return _sparing(command, named) if named and takes_in_several(command) else None


def takes_in_several(command: Command) -> bool:
    """Return whether a command is for several things without naming them."""
    return any(map(allows_exceptions, _references(command)))


def _named(command: Command | None) -> tuple[Reference, ...]:
    """Return the things that a clause excludes, if it names them or their places in the last list."""
    if command is None or command.name not in LEFT:
        return ()
    return _certain(command.slots.get("kept") or command.slots.get("thing"))


def _certain(spared: Reference | None) -> tuple[Reference, ...]:
    """Return the exceptions that are given by name, by index in the last list, or by one condition."""
    points = spared is not None and bool(spared.name or spared.place is not None or is_by_condition(spared))
    return (spared.parts or (spared,)) if spared and points else ()


def _sparing(command: Command, kept: tuple[Reference, ...]) -> Command:
    slots = {name: _spared(value, kept) for name, value in command.slots.items()}
    others = tuple(_sparing(one, kept) for one in command.alternatives if takes_in_several(one))
    return replace(command, slots=slots, alternatives=others)


def _spared(value: object, kept: tuple[Reference, ...]) -> object:
    if isinstance(value, tuple):
        return tuple(_spared(one, kept) for one in value)
    return exclude(value, kept) if isinstance(value, Reference) and allows_exceptions(value) else value


def _references(command: Command) -> Iterator[Reference]:
    for value in command.slots.values():
        yield from (one for one in (value if isinstance(value, tuple) else (value,)) if _is_reference(one))


def _is_reference(value: object) -> bool:
    return isinstance(value, Reference)
