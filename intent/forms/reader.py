"""Reads a message to a form: changes, the answer to its question, or something unrelated."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from intent.commands import Command, Reading, Situation, read_commands
from intent.commands.places import read_places, tells_here
from intent.commands.words import as_words, at_start, table
from intent.forms.answers import apply_answer, of_long_text, take_name, take_source, take_told_source
from intent.forms.asides import (
    with_own_name,
    with_preferred,
    with_successor,
    with_wish_of_others,
    without_announcing,
    without_rejected,
    without_repeating,
)
from intent.forms.changes import apply_all, keep_both, put_beside, take_limit
from intent.forms.closed_days import without_closed_days
from intent.forms.days_off import take_days_off, take_first_day, take_more_days_off, without_days_off
from intent.forms.exits import begins_another, is_of_other_agent, leaves_form, orders_other_agent
from intent.forms.filled import PLACES, STORED, TASKS, Filled, FormRead
from intent.forms.fits import names_place, says_more, with_first_page
from intent.forms.leftovers import unread_part
from intent.forms.moves import apply_correction
from intent.forms.names import NAMED, name_alone, name_beside, names_other
from intent.forms.own_work import STANDING, purpose_question
from intent.forms.replacements import contains_words, exchange_count
from intent.forms.schedule_answers import leaves_no_day, take_piece, take_schedule, take_time, take_whole
from intent.forms.schedules import find_when
from intent.forms.wishes import find_chore_order
from intent.forms.work_anew import WorkAnew, instructions_told, tells_work, work_anew
from intent.plain.self_corrections import apply_self_corrections
from intent.slots.recurrence import read_recurrence

_TO_OTHERS = re.compile(r"\bto (?:the|our|all|each|every) [\w-]+", re.I)  # without an address
_CREATIONS = ("thing.create", "document.create", "event.create", "agent.create")
_CLAUSES = re.compile(r"[,;]\s+(?:and\s+)?|(?<!\s)\s+and\s+")
_BOTH = 2
_LONGEST = 1_500  # longest message, in characters, that is read in parts


def read_form(
    message: str, *, slots: Sequence[str], now: Mapping[str, str], asking: str, situation: Situation
) -> Filled:
    """Return the values that a message gives a form asking for slot `asking`, '' if it asks for none."""
    left, message = _without_days(message, slots, situation), _as_meant(message, asking, situation)
    if both := left or _one_by_one(message, slots=slots, now=now, asking=asking, situation=situation):
        return both
    form = FormRead(slots, now, asking, situation, adds=says_more(message))
    if (early := _before_commands(form, message)) is not None:
        return early
    within = replace(situation, scope="form")
    reading = _for_form(read_commands(message, within), form)
    if orders_other_agent(reading, form):
        return Filled(leaves=True)
    reading = _of_first_clause(message, reading, within, form) or reading
    if take_days_off(form, reading) or take_first_day(form, reading) or take_more_days_off(form, message):
        return form.filled
    reading = without_days_off(reading)
    swaps_days = any(_exchanges_day(one, form) for one in reading.commands)
    if not (swaps_days or asking in TASKS) and (apply_correction(form, message) or take_whole(form, message)):
        return form.filled
    changes = [one for one in reading.commands if one.name.startswith("form.")]
    others = is_of_other_agent(changes, form) if changes else leaves_form(message, reading, form)
    if others or begins_another(reading, form):
        return form.filled if take_limit(form, message) else Filled(leaves=True)
    apply_all(form, changes, message)
    _answer_unread(form, message, reading, changes)
    if not (asking or form.found):
        take_piece(form, message)
    put_beside(form, message)
    _deny_days(form, message, changes)
    return form.filled


def _without_days(message: str, slots: Sequence[str], situation: Situation) -> Filled | None:
    """Return 'weekly, but not Mondays' as what can't be set, None for any other message."""
    problem = leaves_no_day(message, situation.now.date()) if "when" in slots else ""
    return Filled(problem=problem) if problem else None


def _one_by_one(
    message: str, *, slots: Sequence[str], now: Mapping[str, str], asking: str, situation: Situation
) -> Filled | None:
    """Return two changes, if only one adds to the schedule: 'make it 7:30, and Thursdays as well'."""
    parts = [one for one in _CLAUSES.split(message) if not _is_sigh(one)]
    if len(parts) != _BOTH or [*map(says_more, parts)].count(True) != 1 or not now.get(STORED):
        return None
    values: dict[str, str] = {}
    for part in parts:
        found = read_form(part, slots=slots, now={**now, **values}, asking=asking, situation=situation)
        if found.leaves or found.problem:
            asked = unread_part(FormRead(slots, now, asking, situation), part)
            return Filled(problem=asked) if asked else None
        values |= found.values
    return Filled(values) if "when" in values else None


def _is_sigh(clause: str) -> bool:
    words = as_words(clause)
    return at_start("form_talk", words)[1] == len(words)


def _as_meant(message: str, asking: str, situation: Situation) -> str:
    """Return a message without what it revokes or rejects, and with its orders as the answer."""
    message = with_preferred(
        with_successor(without_rejected(without_repeating(apply_self_corrections(message))))
    )
    message = with_first_page(without_announcing(with_wish_of_others(message)))
    message = without_closed_days(message, situation.now.date())
    message = (asking == "purpose" and find_chore_order(message)) or message
    return with_own_name(message) if asking in PLACES else message


def _before_commands(form: FormRead, message: str) -> Filled | None:
    """Return the result of a name, alone, with more or another agent's, or of a long text, else None."""
    if form.asking and "destination" in form.slots and tells_here(message):
        return Filled({"destination": "this chat"})
    if "instructions" in form.slots and (told := instructions_told(message)):
        return Filled({"instructions": told})
    if other := exchange_count(form, message):
        return other
    if "source" in form.slots and (source := take_told_source(form, message)):
        return source
    if form.asking in ("", "name") and (name := name_alone(message)) and "name" in form.slots:
        return Filled({"name": name})
    if "name" in form.slots and names_other(message):
        return Filled(leaves=True)
    if len(message) > _LONGEST:
        return of_long_text(form, message)
    return _with_work(form, message) or _with_more_work(form, message) or _with_name(form, message)


def _with_work(form: FormRead, message: str) -> Filled | None:
    """Return new work with the message's other changes or problems; None if it gives none, or adds to it."""
    takes = "purpose" in form.slots and form.asking not in TASKS and not form.adds
    anew = work_anew(message, form.situation) if takes else None
    return read_work(form, anew) if anew else None


def _with_more_work(form: FormRead, message: str) -> Filled | None:
    """Return what more a complete draft's work should be, if no command does that work anyway."""
    standing = replace(form.situation, scope=STANDING)
    when = find_when(message, form.situation.now.date(), asked=True)
    if form.asking or not tells_work(message) or when or NAMED.search(message):
        return None
    if read_places(message).destination or purpose_question(form.now.get("purpose", ""), standing):
        return None
    told = "\n".join(filter(None, (form.now.get("instructions", ""), message.strip())))
    return Filled({"instructions": told}) if "instructions" in form.slots else None


def read_work(form: FormRead, anew: WorkAnew) -> Filled:
    """Return new work with what the rest of its message gives the form."""
    apply_answer(begun := FormRead(form.slots, {}, "purpose", form.situation), anew.work)
    if not anew.rest:
        return begun.filled
    more = read_form(anew.rest, slots=form.slots, now=form.now, asking=form.asking, situation=form.situation)
    problem = anew.rest if more.leaves else more.problem
    return replace(more, values={**more.values, **begun.found}, problem=problem, leaves=False)


def _answer_unread(form: FormRead, message: str, reading: Reading, changes: Sequence[Command]) -> None:
    """Take what no change covers as the answer, unless it contradicts one: 'Tuesdays, Mondays we're shut'."""
    changed = dict(form.found)
    if not changes:
        apply_answer(form, message)
    else:
        others = [one for one in reading.commands if one not in changes]
        guesses = [one.words for one in others if one.tentative or not one.writes]
        # what goes to #desk beside a change isn't an order
        unread = [*reading.uncovered, *filter(names_place, guesses)]
        for text in unread:
            _answer_beside(form, text)
        for one in others:
            form.problem = form.problem or unread_part(form, one.words)
        keep_both(changed, unread)
    form.found |= changed


def _with_name(form: FormRead, message: str) -> Filled | None:
    """Return a new name with the message's other changes or problems, or None if there is no name."""
    name, rest = name_beside(message) if not form.asking and "name" in form.slots else ("", message)
    if not name:
        return None
    more = read_form(rest, slots=form.slots, now=form.now, asking="", situation=form.situation)
    if more.leaves or "name" in more.values:
        return None
    return replace(more, values={**more.values, "name": name})


def _deny_days(form: FormRead, message: str, changes: Sequence[Command]) -> None:
    """Take no days from a message that may say when not to run: 'Fridays nobody reads it'."""
    words = as_words(message)[1:]  # 'no, 5 a.m.' only begins with a no
    excepts = any("old" in one.slots for one in changes) or "except" in form.found.get("when", "")
    if form.asking or excepts or not form.found.get("when"):
        return
    if any((word,) in table("move_denies") for word in words):
        form.found = {slot: value for slot, value in form.found.items() if slot not in ("when", STORED)}
        form.problem = form.problem or message.strip()


def _answer_beside(form: FormRead, text: str) -> None:
    """Take the words beside a change as the answer. Anything else is reported as not understood."""
    before = dict(form.found)
    apply_answer(form, text)
    if form.found == before and not form.problem:
        form.problem = unread_part(form, text)


def _of_first_clause(message: str, reading: Reading, situation: Situation, form: FormRead) -> Reading | None:
    """Return a change followed by its reason, if the whole could only be a question about a missing table."""
    first, _, rest = message.partition(", ")
    if not rest or situation.table or not all(one.name.startswith("table.") for one in reading.commands):
        return None
    found, other = _for_form(read_commands(first, situation), form), read_commands(rest, situation)
    is_change = found.is_whole and all(one.name.startswith("form.") for one in found.commands)
    orders = any(one.writes and not one.tentative for one in other.commands)
    return Reading(found.commands, (rest,)) if is_change and not orders else None


def begin_form(message: str, *, slots: Sequence[str], situation: Situation) -> dict[str, str]:
    """Return the slots that a request for a form fills."""
    form = FormRead(slots, {}, "", situation)
    rest = take_name(form, take_schedule(form, message, asked=False))
    rest = take_time(form, rest)
    places = read_places(rest)
    if places.destination and not (places.destination == "email" and _TO_OTHERS.search(rest)):
        form.found["destination"] = places.destination
    take_source(form, rest, places.sources)
    return dict(form.filled.values)


def _exchanges_day(command: Command, form: FormRead) -> bool:
    """Return whether one day replaces another: 'change Monday to Wednesday' isn't a range."""
    if command.name != "form.replace":
        return False
    old, new = (str(command.slots.get(slot, "")) for slot in ("old", "new"))
    return contains_words(form.now.get("when", ""), old.removesuffix("s")) or _takes_turns(
        command.words, old, new, form
    )


def _takes_turns(words: str, old: str, new: str, form: FormRead) -> bool:
    """Return whether one day is said to replace another, whatever the current days are."""
    today = form.situation.now.date()
    said = any(at_start("form_instead", (word,))[1] for word in as_words(words))
    return said and all(_is_when(one, today) for one in (old, new))


def _is_when(text: str, today: date) -> bool:
    found = read_recurrence(text, today)
    return found is not None and not found.problem


def _for_form(reading: Reading, form: FormRead) -> Reading:
    """Return the reading with words that may be a change of the form read as one.

    A rule inside an answer to its question is part of that answer.
    """
    commands = (_meant(one, form) for one in reading.commands)
    return replace(
        reading, commands=tuple(one for one in commands if not (form.asking and "rule" in one.slots))
    )


def _meant(command: Command, form: FormRead) -> Command:
    if command.name in _CREATIONS and not command.tentative:
        return command  # 'add a task to …' names what it adds
    ways = (command, *command.alternatives)
    if exchange_of_days := next((one for one in ways if _exchanges_day(one, form)), None):
        return exchange_of_days
    return next((one for one in ways if one.name.startswith("form.")), command)
