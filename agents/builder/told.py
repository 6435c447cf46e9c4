"""What the sentences of a message say about a draft: values, wishes for its work, the order to create it."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from agents.builder.form import Form
from agents.context.open import Draft
from agents.context.pack import ContextPack
from agents.context.situation import situation_of
from agents.definitions.names import to_kebab
from intent.commands.grammar.slot_types import text_of
from intent.commands.grammar.tokens import split_at, tokenize
from intent.commands.words import as_words
from intent.dialogue import beside_yes, read_answer, read_small_talk
from intent.forms.each_sentence import Told, read_each, words_behind_go_ahead
from intent.forms.filled import AT, STORED, FormRead
from intent.sentences.stems import stems_in
from intent.slots.times import find_times

_SURE = frozenset(("when", STORED, AT, "name"))  # changes that need no second yes
_UNTOLD = ("description", "instructions")
_BETWEEN_TIMES = ("every", "at", "on", "the", "and", "of")
_OTHER = 3  # words of instructions that the purpose doesn't have
_DAY = 3  # letters of a day: 'mondays', 'Mon'
_PARTS = (",", ".", ";", "and", "also", "\n")
_PEOPLE = (("i",), ("we",), ("he",), ("she",), ("they",))
_MISSING = "Before I can create it, I need: {}."


def told_in(pack: ContextPack, form: Form, draft: Draft, words: str) -> Told:
    """Return what the sentences of a message say about the draft of an agent."""
    if draft.kind != "create_agent" or draft.asking in _UNTOLD:
        return Told()
    asking = "" if draft.asking in ("confirm", "start") else draft.asking
    return read_each(FormRead(form.names, draft.slots, asking, situation_of(pack)), words)


def is_of_draft(told: Told) -> bool:
    """Return whether most of a message is about the draft, which waits otherwise."""
    guesses = told.values.keys() == {"subject"} and not (told.wishes or told.makes)  # may be any words
    return told.taken > len(told.left) if guesses else 0 < told.taken >= len(told.left)


def values_of(draft: Draft, told: Told) -> dict[str, str]:
    """Return the values, with the wishes as further lines of the instructions."""
    values = {slot: one for slot, one in told.values.items() if slot != AT or "when" not in told.values}
    had = values.get("instructions", draft.slots.get("instructions", ""))
    new = [one for one in told.wishes if one not in had.splitlines()]
    return {**values, "instructions": "\n".join([had, *new])} if new else values


def covers(draft: Draft, told: Told, slots: Collection[str]) -> bool:
    """Return whether several sentences give more slots than these, or all but the subject asked for."""
    less = {*slots} - told.values.keys()
    is_more = less == {"subject"} == {draft.asking} or told.values.keys() > {*slots}
    return is_more and told.taken > 1 and not told.left


def as_told(draft: Draft, told: Told) -> Draft | None:
    """Return a draft with its values, if a message is also the yes to it and it was shown whole."""
    is_sure = told.values.keys() <= _SURE and not (told.wishes or told.left)
    if not (told.makes and draft.asking == "confirm" and is_sure):
        return None
    values = values_of(draft, told)
    named = {"name": to_kebab(values["name"])} if "name" in values else {}
    return replace(draft, slots={**draft.slots, **values, **named})


def told_beside_yes(pack: ContextPack, form: Form, draft: Draft) -> Told:
    """Return what a yes to a shown draft is said beside: 'yes, but name it X, and ring Ann' leaves a part.

    Each part has to give the draft something, or it is left out.
    """
    words = said_beside(pack.message) if draft.asking == "confirm" else ""
    told = told_in(pack, form, draft, words) if words else Told()
    rows = [text_of(words, row) for row in split_at(tokenize(words), _PARTS) if row]
    parts = {one: told_in(pack, form, draft, one).values for one in rows if not _is_chat(one)}
    values = told.values or _joined(parts)
    given = " ".join(values.values()).casefold()
    left = [one for one, own in parts.items() if not own and one.casefold() not in given]
    left += [one for one in told.left if not _is_chat(one)] if told.values else ()
    makes = _says_when(draft.slots.get("when", ""), values.get("when", ""), words)
    return replace(told, values=values, makes=makes, left=tuple(dict.fromkeys(left)))


def said_beside(message: str) -> str:
    """Return what a yes to a draft is said beside, empty if there is no such yes."""
    return beside_yes(message) or words_behind_go_ahead(message)


def _is_chat(text: str) -> bool:
    return read_answer(text).is_whole or read_small_talk(text) is not None


def _says_when(old: str, new: str, words: str) -> bool:
    """Return whether a new schedule is said whole. 'Weekly' leaves open on which day, and when."""
    more = [one for one in as_words(new) if one not in (*as_words(old), *_BETWEEN_TIMES)]
    days = [one[:_DAY] for one in more if ":" not in one]
    said = {one[:_DAY] for one in as_words(words)}
    times = [one for one in more if ":" in one]
    is_timed = bool(find_times(words)) or {one.partition(":")[0].lstrip("0") for one in times} <= said
    return {*days} <= said and (not times or is_timed)


def _joined(parts: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Return the values of all parts, empty if two set the same, and none of them is only a reason."""
    values: dict[str, str] = {}
    for text in sorted(parts, key=lambda one: not _tells_of_us(one)):
        own = parts[text]
        if not values.keys().isdisjoint(own) and not any(map(_tells_of_us, parts)):
            return {}
        values |= own
    return values


def _tells_of_us(text: str) -> bool:
    """Return whether a part tells of people: 'we're closed on Mondays, make it Tuesday'."""
    return as_words(text)[:1] in _PEOPLE


def missing_for(form: Form, draft: Draft) -> str:
    """Say what is still needed to create a draft, empty if nothing is."""
    labels = [spec.label for spec in form.slots[:-1] if not draft.slots.get(spec.name)]
    return _MISSING.format(", ".join(f"{one[:1].lower()}{one[1:]}" for one in labels)) if labels else ""


def wishes_of(slots: Mapping[str, str]) -> tuple[str, ...]:
    """Return the wishes for the work of an agent, which follow its first line of instructions."""
    return tuple(slots.get("instructions", "").split("\n")[1:])


def has_other_instructions(slots: Mapping[str, str]) -> bool:
    """Return whether the first line of instructions is other work than what the agent is said to do."""
    first, purpose = slots.get("instructions", "").partition("\n")[0], slots.get("purpose", "")
    return bool(first and purpose) and len(stems_in(first) - stems_in(purpose)) >= _OTHER
