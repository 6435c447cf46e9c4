"""Replaces or removes a value of a form: 'Teams, not Slack', 'no phone'."""

import re
from collections.abc import Callable, Mapping, Sequence

from intent.commands.places import names_target, read_destination, read_source
from intent.data_files import pattern
from intent.forms.answers import apply_answer
from intent.forms.filled import Filled, FormRead
from intent.forms.projects_of_work import without_projects
from intent.forms.schedule_answers import take_other_when, take_whole
from intent.forms.schedules import find_when
from intent.slots.project_names import projects_listed
from intent.slots.systems import find_systems
from intent.slots.times import find_times
from intent.text import find_name
from omniforge.english import join_words

READERS: Mapping[str, Callable[[str], str]] = {"source": read_source, "destination": read_destination}
_WORK = ("purpose", "subject", "instructions")
_COUNTS = re.compile(
    r"\b(?P<new>\w+) (?P<unit>days|weeks|months|hours)(?: ahead| before| left| or less)?,? "
    r"(?:instead of|rather than|not) (?P<old>\w+)\b(?! o'clock)",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+")
_SHOULD_BE = pattern("asides", "should_be")
_LEADS = re.compile(r"^(?:in|from|to|into|via|at|with) (?:the |our |my )?(?=[A-Z#])")  # 'not in Dropbox'


def replace_in_slots(form: FormRead, old: str, new: str, *, may_answer: bool = True) -> None:
    """Replace `old` by `new` in every slot. If it is in none, `new` may be the answer to the question."""
    new = _SHOULD_BE.sub("", new)
    old = old if contains_words(form.now.get("when", ""), old) else _LEADS.sub("", old)
    where = _where(form, old)
    if not where and (system := next(iter(find_systems(old)), None)):  # 'the wholesaler email'
        old, where = system.name, _where(form, system.name)
    if _is_taken_otherwise(form, where, old, new):
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


def other_count(message: str) -> re.Match[str] | None:
    """Return where a message gives another number of days, which is no time of day."""
    return _COUNTS.search(message)


def exchange_count(form: FormRead, message: str) -> Filled | None:
    """Return work with another number of days, weeks or hours: 'make it three days instead of two'."""
    if not (found := other_count(message)):
        return None
    old, new = (f"{found[one]} {found['unit']}" for one in ("old", "new"))
    asked = FormRead(form.slots, form.now, "", form.situation)
    if where := [one for one in _WORK if contains_words(form.now.get(one, ""), old)]:
        exchange_words(asked, where, old, new)
    return asked.filled if where else Filled(problem=found[0])


def _leave_out_projects(form: FormRead, old: str) -> bool:
    """Take projects off the work, if it names them beside others. Return whether it did."""
    projects = form.situation.projects
    gone = projects_listed(old, projects)
    works = {slot: form.now.get(slot, "") for slot in ("purpose", "instructions")} if gone else {}
    left = {slot: rest for slot, one in works.items() if (rest := without_projects(one, gone, projects))}
    form.found |= left
    return bool(left)


def _where(form: FormRead, old: str) -> Sequence[str]:
    """Return the slots that contain some words. If it is an item of the included list, only that slot."""
    if _is_listed(form, old):
        return ["subject"]
    return [slot for slot in (*form.slots, "instructions") if contains_words(form.now.get(slot, ""), old)]


def _is_taken_otherwise(form: FormRead, where: Sequence[str], old: str, new: str) -> bool:
    """Replace or remove a day or time, 'but not on Sundays', or take a project off, False if it is none."""
    if not new and _leave_out_projects(form, old):
        return True
    if new:
        return list(where) in ([], ["when"]) and take_other_when(form, old, new)
    return not where and "when" in form.slots and take_whole(form, f"not {old}")


def _exchange_in(form: FormRead, where: Sequence[str], old: str, new: str) -> None:
    place = next((one for one in ("destination", "source") if one in where), "")
    if where == ["when"]:
        _exchange_when(form, old, new)
    elif place and (new or place == "destination" or remove_place(form.now[place], old)):
        form.found[place] = READERS[place](new) if new else remove_place(form.now[place], old)
    else:
        exchange_words(form, where, old, new) if new else _leave_out(form, old)


def exchange_words(form: FormRead, slots: Sequence[str], old: str, new: str) -> None:
    """Replace some words wherever slots contain them."""
    held = {slot: form.now.get(slot, "") for slot in slots}
    form.found |= {slot: _exchanged(one, old, new) for slot, one in held.items() if contains_words(one, old)}


def remove_place(places: str, old: str) -> str:
    """Return several places without one of them: 'Drive' for 'Drive and email'."""
    old = next((one.name for one in find_systems(old)), old)
    return join_words([one for one in split_places(places) if not contains_words(one, old)])


def split_places(places: str) -> list[str]:
    """Return several places, 'Drive and email', one by one."""
    return [one.strip() for one in _AND.split(places) if one.strip()]


def _leave_out(form: FormRead, old: str) -> None:
    """Remove an item from what is included. Reports it as a problem if it isn't listed."""
    now = form.now.get("subject", "")
    if old.casefold() == form.now.get("name", "").replace("-", " "):
        return  # 'it's called Late look, not Early look'
    things = [one for one in _AND.split(now) if one.strip()]
    left = [one for one in things if not contains_words(one, old)]
    if left and len(left) < len(things):
        form.found["subject"] = join_words(left)
    else:
        form.found["subject"] = f"{now}, without {old}" if now else f"everything, without {old}"


def _is_listed(form: FormRead, old: str) -> bool:
    """Return whether words are one of the details to include: 'name and boat'."""
    return old.casefold() in (one.strip().casefold() for one in _AND.split(form.now.get("subject", "")))


def _tells_things(form: FormRead, old: str) -> bool:
    """Return whether words exclude things: 'the old ones', but not 'on Fridays'."""
    is_when = find_when(old, form.situation.now.date(), asked=True) or find_times(old)
    return len(old.split()) > 1 and not (is_when or find_systems(old) or names_target(old))


def _answer_with(form: FormRead, new: str) -> None:
    if form.asking == "destination":
        form.found["destination"] = read_destination(new)
    else:
        apply_answer(form, new)


def _exchange_when(form: FormRead, old: str, new: str) -> None:
    """Replace a word of the schedule. The stored schedule is parsed again from its words."""
    said = _exchanged(form.now["when"], old, new)
    if not new or not take_whole(form, said):
        form.problem = new or f"without {old}"


def contains_words(value: str, text: str) -> bool:
    """Return whether a value contains some words."""
    return find_name(text, value) is not None


def _exchanged(value: str, old: str, new: str) -> str:
    """Return a value with `old` replaced. For '4', '3 hours' replaces '4 hours'."""
    tail = new.partition(" ")[2]
    longer = f"{old} {tail}" if tail and contains_words(value, f"{old} {tail}") else old
    return re.sub(rf"(?<![\w-]){re.escape(longer)}(?![\w-])", lambda _: new, value, flags=re.I)
