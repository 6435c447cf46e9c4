"""Changes of a form: a slot's new value, one thing in the place of another, one thing more or less."""

import re
from collections.abc import Callable, Mapping, Sequence

from intent.commands import Command
from intent.commands.words import as_words, at_start
from intent.forms.answering import answer
from intent.forms.filled import PLACES, STORED, FormRead
from intent.forms.fitting import fits
from intent.forms.places import names_target, read_destination, read_source
from intent.forms.schedules import find_when
from intent.forms.systems import find_systems
from intent.forms.whens import (
    add_days,
    take_other_when,
    take_recurrence,
    take_time_of_day,
    take_whole,
)
from intent.slots.times import find_times

_READERS: Mapping[str, Callable[[str], str]] = {"source": read_source, "destination": read_destination}
EVERYTHING = "everything"  # what is included if nothing is said of it
_AND = re.compile(r"\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+")
_NAME = 2  # words of somebody's name


def apply(form: FormRead, change: Command) -> None:
    """Take one change: a slot's new value, one thing in the place of another, or one thing less."""
    said = change.slots
    if change.name == "form.set":
        for slot, value in said.items():
            _set(form, slot, value, change.words)
    elif change.name == "form.only":
        _narrow(form, str(said["only"]))
    elif change.name == "form.wrong":
        form.found |= {str(said["slot"]): ""} | ({STORED: ""} if said["slot"] == "when" else {})
    else:
        exchange(form, str(said["old"]), str(said.get("new", "")), may_answer=bool(form.asking))


def _set(form: FormRead, slot: str, value: object, words: str) -> None:
    if slot == "system":
        receives = any(one.role == "destination" for one in find_systems(str(value)))
        elsewhere = "destination" if receives or names_target(str(value)) else "source"
        slot = form.asking if form.asking in PLACES else elsewhere
    if slot == "at":
        take_time_of_day(form, value, words)  # type: ignore[arg-type]
    elif slot == "when":
        (add_days if form.adds else take_recurrence)(form, value)  # type: ignore[arg-type]
    elif slot == "subject" and form.adds and form.now.get("subject"):
        form.found["subject"] = f"{form.now['subject']} and {value}"
    elif slot == "more":
        _add(form, str(value))
    elif slot not in PLACES or fits(slot, str(value)):
        form.found[slot] = _READERS.get(slot, str)(str(value)) or str(value)
    elif slot == "destination" and len(str(value).split()) <= _NAME:
        form.problem, form.problem_of = str(value), slot


def _narrow(form: FormRead, only: str) -> None:
    """Put a condition behind what is to be included."""
    now = form.now.get("subject", "")
    form.found["subject"] = f"{now}, only {only}" if now and now != EVERYTHING else f"only {only}"


def put_beside(form: FormRead, message: str) -> None:
    """Put a place beside the one that is there: 'it should go to #desk as well'."""
    if not form.adds or any(at_start("form_instead", (word,))[1] for word in as_words(message)):
        return
    for slot in PLACES:
        before, new = form.now.get(slot, ""), form.found.get(slot, "")
        if slot != form.asking and before and new and not holds(before, new) and not new.startswith(before):
            form.found[slot] = f"{before} and {new}"


def _add(form: FormRead, more: str) -> None:
    """Put another wish behind what the agent does already."""
    for slot in ("purpose", "instructions"):
        if before := form.now.get(slot):
            form.found[slot] = f"{before} and {more}"


def exchange(form: FormRead, old: str, new: str, *, may_answer: bool = True) -> None:
    """Put `new` where `old` stands, in every slot; if it stands nowhere, `new` may answer the question."""
    where = [slot for slot in (*form.slots, "instructions") if holds(form.now.get(slot, ""), old)]
    if new and where in ([], ["when"]) and take_other_when(form, old, new):
        return
    if where:
        _exchange_in(form, where, old, new)
    elif new and may_answer:
        _answer_with(form, new)
    elif system := next(iter(find_systems(new)), None):
        form.found[system.role] = _READERS[system.role](new)
    elif not new and form.now.get("subject") and _tells_things(form, old):
        _leave_out(form, old)
    elif new or not form.found:
        form.problem = new or f"without {old}"


def _exchange_in(form: FormRead, where: Sequence[str], old: str, new: str) -> None:
    place = next((one for one in ("destination", "source") if one in where), "")
    if where == ["when"]:
        _exchange_when(form, old, new)
    elif place and (new or place == "destination"):
        form.found[place] = _READERS[place](new) if new else ""
    else:
        form.found |= {slot: _exchanged(form.now[slot], old, new) for slot in where} if new else {}
        _leave_out(form, old) if not new else None


def _leave_out(form: FormRead, old: str) -> None:
    """Take one thing out of what is to be included; of what lists no such thing it is said."""
    now = form.now.get("subject", "")
    things = [one for one in _AND.split(now) if one.strip()]
    left = [one for one in things if not holds(one, old)]
    if left and len(left) < len(things):
        form.found["subject"] = _listed(left)
    else:
        form.found["subject"] = f"{now}, without {old}" if now else f"everything, without {old}"


def _tells_things(form: FormRead, old: str) -> bool:
    """Return whether words tell what is not to be included: 'the old ones', but not 'on Fridays'."""
    is_when = find_when(old, form.situation.now.date(), asked=True) or find_times(old)
    return len(old.split()) > 1 and not (is_when or find_systems(old) or names_target(old))


def _listed(things: Sequence[str]) -> str:
    *first, last = things
    return f"{', '.join(first)} and {last}" if first else last


def _answer_with(form: FormRead, new: str) -> None:
    if form.asking == "destination":
        form.found["destination"] = read_destination(new)
    else:
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
