"""Slots for a thing, or a kind of thing, and what each accepts."""

from typing import Any

from intent.commands.grammar.slot_types import Words, slot_type, words_in
from intent.commands.readers.things.others import is_plural
from intent.commands.readers.things.references import (
    WORK,
    read_described,
    read_left_out,
    read_limits,
    read_reference,
)
from intent.commands.types import Reference
from intent.commands.words import at_start, key_of, longest, table
from intent.slots.recurrence import read_recurrence

_FEW = 8  # words

slot_type("thing")(read_reference)
slot_type("left_out")(read_left_out)


@slot_type("pointed_at")
def _pointed_at(words: Words) -> Reference | None:
    """Return the project's thing that was spoken of last, as 'it'."""
    if words.situation.at_hand != "thing" or not key_of("pronoun", words.text):
        return None
    return read_reference(words)


@slot_type("counted")
def _counted(words: Words) -> Reference | None:
    """Return as many things as are said, of those spoken of last: 'both', 'all four'."""
    found = read_reference(words)
    return found if found and found.is_pronoun and found.number else None


@slot_type("several_said")
def _several_said(words: Words) -> Reference | None:
    """Return the things spoken of last, as several: 'those', 'all three of them'."""
    found = read_reference(words)
    return found if found and found.is_pronoun and found.is_plural else None


@slot_type("titled")
def _titled(words: Words) -> Reference | None:
    """Return a named thing whose name isn't a figure: 'under 5' is about numbers."""
    found = read_reference(words)
    return found if found and found.name and not found.name[0].isdigit() else None


@slot_type("only_named")
def _only_named(words: Words) -> Reference | None:
    """Return a named thing whose name is no statement, as 'the gate is painted' is."""
    tells = any(key_of("tells", one.word) and not one.is_quoted for one in words.tokens)
    return None if tells else _titled(words)


@slot_type("in_project", cues=words_in("inside"))
def _in_project(words: Words) -> Reference | None:
    """Return a thing named with its project: 'the doors in Elm House'."""
    found = _only_named(words)
    return found if found and found.project else None


@slot_type("unbroken")
def _unbroken(words: Words) -> Reference | None:
    """Return a named thing without a comma in its name: what follows one is an order."""
    broken = any(one.word == "," and not one.is_quoted for one in words.tokens)
    return None if broken else _titled(words)


@slot_type("left")
def _left(words: Words) -> Reference | None:
    """Return what an order leaves unchanged, in a few words. 'But not Mondays' leaves out days, no thing."""
    if len(words.tokens) > _FEW:
        return None
    days = read_recurrence(words.text, words.situation.now.date())
    return None if days and not days.problem else read_reference(words)


@slot_type("spared")
def _spared(words: Words) -> Reference | None:
    """Return the one thing that must not change, by name or as 'it'."""
    if key_of("no_one_thing", words.tokens[0].word):
        return None
    found = _left(words)
    return found if found and not (found.is_all or found.is_plural or found.conditions) else None


@slot_type("placed", cues=words_in("ordinal"))
def _placed(words: Words) -> Reference | None:
    """Return a thing by its index in the last list: 'the second one'."""
    found = read_reference(words)
    return found if found and found.place is not None and not found.name else None


@slot_type("written_in")
def _written_in(words: Words) -> Reference | None:
    """Return a named thing that can hold text: not the calendar, or a table."""
    said = tuple(one.word for one in words.tokens)
    bare = said[1:] if said and key_of("article", said[0]) else said
    elsewhere = at_start("in_calendar", ("in", *said))[1] or _is_table(bare) or _is_edge(words)
    return None if elsewhere else _titled(words)


def _is_edge(words: Words) -> bool:
    """Return whether words name a place in a document: 'the end of the price list'."""
    said = tuple(one.word for one in words.tokens)
    return bool(at_start("edge_of", said[at_start("article", said)[1] :])[1])


def _is_table(said: tuple[str, ...]) -> bool:
    """Return whether words name a table's format, perhaps with options: 'Excel file without the prices'."""
    size = at_start("no_document", said)[1]
    rest = said[size : size + 1]
    return size > 0 and all(key_of("table_goes_on", one) or not one[0].isalnum() for one in rest)


@slot_type("things", cues=words_in("kind"))
def _things(words: Words) -> Reference | None:
    """Return several things for a list: without a name, with a kind and conditions."""
    found = read_described(words)
    return found if found and found.kind in WORK and found.place is None else None


@slot_type("things_placed", cues=words_in("kind"))
def _things_placed(words: Words) -> Reference | None:
    """Return several things with their project: 'documents are there in Harbour fair'."""
    bare = tuple(one for one in words.tokens if one.word not in ("are", "there", "do", "we", "have"))
    found = _things(words.part(bare)) if len(bare) < len(words.tokens) else None
    return found if found and found.project else None


@slot_type("bare_things", cues=words_in("kind"))
def _bare_things(words: Words) -> Reference | None:
    """Return things that alone make a question: 'open tasks', but not '12 tasks'."""
    found = _things(words)
    return found if found and found.is_plural and found.number is None else None


slot_type("limits")(read_limits)


@slot_type("work_kind", cues=words_in("kind"))
def _work_kind(words: Words) -> str | None:
    """Return the key of a kind of thing in projects."""
    kind = _kind(words)
    return kind if kind in WORK and kind not in ("project", "folder", "thing") else None


@slot_type("item_kind", cues=words_in("kind"))
def _item_kind(words: Words) -> str | None:
    """Return the key of a kind of work, except documents: 'note: the code is 5580' states a fact."""
    kind = _work_kind(words)
    return kind if kind != "document" else None


@slot_type("work_kinds", cues=words_in("kind"))
def _work_kinds(words: Words) -> str | None:
    kind = _kinds(words)
    return kind if kind in WORK and kind != "thing" else None


@slot_type("kind", cues=words_in("kind"))
def _kind(words: Words) -> str | None:
    """Return the key of a kind in the singular: 'task'."""
    return None if is_plural(words.tokens[-1].word) else _any_kind(words)


@slot_type("any_kind", cues=words_in("kind"))
def _any_kind(words: Words) -> str | None:
    """Return the key of a kind from its word alone: 'task', 'tasks'."""
    folded = tuple(token.word for token in words.tokens)
    return table("kind").get(folded) if len(folded) <= longest("kind") else None


@slot_type("kinds", cues=words_in("kind"))
def _kinds(words: Words) -> str | None:
    """Return the key of a kind in the plural: 'tasks'."""
    return _any_kind(words) if is_plural(words.tokens[-1].word) else None


def _of_kind(*kinds: str) -> Any:
    def reader(words: Words) -> Reference | None:
        found = None if _is_edge(words) else read_reference(words)
        return found if found and found.kind in kinds else None

    return reader


slot_type("kindly", cues=words_in("kind"))(_of_kind(*WORK))
for _name in ("task", "document", "event", "file", "skill", "goal", "risk", "milestone"):
    slot_type(f"the_{_name}", cues=words_in("kind"))(_of_kind(_name))
