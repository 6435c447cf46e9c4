"""Puts one thing of a form in the place of another, or takes one out: 'Teams, not Slack', 'no phone'."""

import re
from collections.abc import Callable, Mapping, Sequence

from intent.commands.places import names_target, read_destination, read_source
from intent.forms.answering import answer
from intent.forms.filled import FormRead
from intent.forms.schedules import find_when
from intent.forms.whens import take_other_when, take_whole
from intent.slots.systems import find_systems
from intent.slots.times import find_times
from intent.text import find_name
from omniforge.english import in_a_row

READERS: Mapping[str, Callable[[str], str]] = {"source": read_source, "destination": read_destination}
_AND = re.compile(r"\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+")
_LEADS = re.compile(r"^(?:in|from|to|into|via|at|with) (?:the |our |my )?(?=[A-Z#])")  # 'not in Dropbox'


def exchange(form: FormRead, old: str, new: str, *, may_answer: bool = True) -> None:
    """Put `new` where `old` stands, in every slot; if it stands nowhere, `new` may answer the question."""
    old = old if holds(form.now.get("when", ""), old) else _LEADS.sub("", old)
    where = _where(form, old)
    if not where and (system := next(iter(find_systems(old)), None)):  # 'the wholesaler email'
        old, where = system.name, _where(form, system.name)
    if _is_taken_for_when(form, where, old, new):
        return
    if where:
        _exchange_in(form, where, old, new)
    elif new and may_answer:
        _answer_with(form, new)
    elif system := next(iter(find_systems(new)), None):
        form.found[system.role] = READERS[system.role](new)
    elif not new and form.now.get("subject") and _tells_things(form, old):
        _leave_out(form, old)
    elif new or not form.found:
        form.problem = new or f"without {old}"


def _where(form: FormRead, old: str) -> Sequence[str]:
    """Return the slots in which words stand; what is listed as one of the things to include, only there."""
    if _is_listed(form, old):
        return ["subject"]
    return [slot for slot in (*form.slots, "instructions") if holds(form.now.get(slot, ""), old)]


def _is_taken_for_when(form: FormRead, where: Sequence[str], old: str, new: str) -> bool:
    """Take another day or time for one, or take one out: 'but not on Sundays'; False if it is neither."""
    if new:
        return list(where) in ([], ["when"]) and take_other_when(form, old, new)
    return not where and "when" in form.slots and take_whole(form, f"not {old}")


def _exchange_in(form: FormRead, where: Sequence[str], old: str, new: str) -> None:
    place = next((one for one in ("destination", "source") if one in where), "")
    if where == ["when"]:
        _exchange_when(form, old, new)
    elif place and (new or place == "destination" or without_place(form.now[place], old)):
        form.found[place] = READERS[place](new) if new else without_place(form.now[place], old)
    else:
        form.found |= {slot: _exchanged(form.now[slot], old, new) for slot in where} if new else {}
        _leave_out(form, old) if not new else None


def without_place(places: str, old: str) -> str:
    """Return what is left of several places without one of them: 'Drive' of 'Drive and email'."""
    old = next((one.name for one in find_systems(old)), old)
    return in_a_row([one for one in _AND.split(places) if one.strip() and not holds(one, old)])


def _leave_out(form: FormRead, old: str) -> None:
    """Take one thing out of what is to be included; of what lists no such thing it is said."""
    now = form.now.get("subject", "")
    things = [one for one in _AND.split(now) if one.strip()]
    left = [one for one in things if not holds(one, old)]
    if left and len(left) < len(things):
        form.found["subject"] = in_a_row(left)
    else:
        form.found["subject"] = f"{now}, without {old}" if now else f"everything, without {old}"


def _is_listed(form: FormRead, old: str) -> bool:
    """Return whether words are one of the things that are to be included: 'name and boat'."""
    return old.casefold() in (one.strip().casefold() for one in _AND.split(form.now.get("subject", "")))


def _tells_things(form: FormRead, old: str) -> bool:
    """Return whether words tell what is not to be included: 'the old ones', but not 'on Fridays'."""
    is_when = find_when(old, form.situation.now.date(), asked=True) or find_times(old)
    return len(old.split()) > 1 and not (is_when or find_systems(old) or names_target(old))


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
    return find_name(text, value) is not None


def _exchanged(value: str, old: str, new: str) -> str:
    """Return a value with `new` for `old`; for '4', '3 hours' takes the place of '4 hours'."""
    tail = new.partition(" ")[2]
    longer = f"{old} {tail}" if tail and holds(value, f"{old} {tail}") else old
    return re.sub(rf"(?<![\w-]){re.escape(longer)}(?![\w-])", lambda _: new, value, flags=re.I)
