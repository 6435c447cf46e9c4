"""Changes of a form: a slot's new value, one thing in the place of another, one thing more or less."""

import re

from intent.commands import Command
from intent.forms.answering import answer
from intent.forms.filled import PLACES, STORED, FormRead
from intent.forms.fitting import fits
from intent.forms.places import read_destination, read_source
from intent.forms.schedules import at_time
from intent.forms.whens import take, take_recurrence, take_whole

_NAME = 2  # words of somebody's name


def apply(form: FormRead, change: Command) -> None:
    """Take one change: a slot's new value, one thing in the place of another, or one thing less."""
    said = change.slots
    if change.name == "form.set":
        for slot, value in said.items():
            _set(form, slot, value)
    else:
        exchange(form, str(said["old"]), str(said.get("new", "")), may_answer=False)


def _set(form: FormRead, slot: str, value: object) -> None:
    if slot == "at":
        take(form, at_time(form.now.get(STORED, ""), value, form.situation.now))  # type: ignore[arg-type]
    elif slot == "when":
        take_recurrence(form, value)  # type: ignore[arg-type]
    elif slot == "more":
        _add(form, str(value))
    elif slot not in PLACES or fits(slot, str(value)):
        reader = {"source": read_source, "destination": read_destination}.get(slot, str)
        form.found[slot] = reader(str(value)) or str(value)
    elif slot == "destination" and len(str(value).split()) <= _NAME:
        form.problem, form.problem_of = str(value), slot


def _add(form: FormRead, more: str) -> None:
    """Put another wish behind what the agent does already."""
    for slot in ("purpose", "instructions"):
        if before := form.now.get(slot):
            form.found[slot] = f"{before} and {more}"


def exchange(form: FormRead, old: str, new: str, *, may_answer: bool = True) -> None:
    """Put `new` where `old` stands, in every slot; if it stands nowhere, `new` may answer the question."""
    where = [slot for slot in (*form.slots, "instructions") if holds(form.now.get(slot, ""), old)]
    if where == ["when"]:
        _exchange_when(form, old, new)
    elif "destination" in where or (not where and may_answer and form.asking == "destination"):
        form.found["destination"] = read_destination(new) if new else ""
    elif "source" in where and new:
        form.found["source"] = read_source(new)
    elif where and new:
        for slot in where:
            form.found[slot] = _exchanged(form.now[slot], old, new)
    elif where:
        form.found |= dict.fromkeys(where, "")
    elif new and may_answer:
        answer(form, new)


def _exchange_when(form: FormRead, old: str, new: str) -> None:
    """Exchange a word of the schedule: what is stored follows from the words, and is read from them anew."""
    said = _exchanged(form.now["when"], old, new)
    if not new or not take_whole(form, said):
        form.problem = new or f"without {old}"


def holds(value: str, text: str) -> bool:
    """Return whether words stand in a value."""
    return bool(re.search(rf"(?<![\w-]){re.escape(text)}(?![\w-])", value, re.I))


def _exchanged(value: str, old: str, new: str) -> str:
    """Return a value with `new` for `old`; for '4', '3 hours' takes the place of '4 hours'."""
    tail = new.partition(" ")[2]
    longer = f"{old} {tail}" if tail and holds(value, f"{old} {tail}") else old
    return re.sub(rf"(?<![\w-]){re.escape(longer)}(?![\w-])", lambda _: new, value, flags=re.I)
