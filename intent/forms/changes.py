"""Changes to a form: a new value, an addition, a rule for the work."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from intent.commands import Command, Reference
from intent.commands.places import names_target, read_destination, read_source
from intent.commands.words import as_words, at_end, at_start
from intent.forms.filled import PLACES, STORED, FormRead
from intent.forms.fits import fits, names_place
from intent.forms.projects_of_work import only_for
from intent.forms.replacements import READERS, contains_words, replace_in_slots
from intent.forms.schedule_answers import (
    add_days,
    take_recurrence,
    take_schedule,
    take_time_of_day,
)
from intent.forms.schedules import find_when
from intent.slots.project_names import projects_listed
from intent.slots.recurrence import Recurrence
from intent.slots.rhythms import read_rhythms
from intent.slots.systems import find_systems
from intent.text import find_name
from omniforge.recurrence.rule import Rule

EVERYTHING = "everything"  # included by default
_JOINED = (("and",), ("plus",), ("also",))
_AROUND = ("the", "project", "our")
_WORK = ("purpose", "instructions")
_ADDS, _BEGUN = "add", 2  # and the number of words at a clause's start in which it may come
_NAME = 3  # words of somebody's name, 'the plumber Kuhn'
_ONLY = "only"
_AS = "as"  # what is left of 'as well', whose end is a courtesy


def apply_all(form: FormRead, changes: Sequence[Command], message: str) -> None:
    """Apply changes in order, several days form one schedule: 'Mondays and Thursdays at 8'."""
    whens = [one for one in changes if "when" in one.slots]
    joined = whens if len(whens) > 1 else []
    if joined:
        take_schedule(form, message[joined[0].span[0] : joined[-1].span[1]], asked=True)
    for change in _paired(changes, form.situation.now.date()):
        if change not in joined:
            apply(form, change)


def _paired(changes: Sequence[Command], today: date) -> list[Command]:
    """Return changes with 'Thursdays, not Tuesdays' and 'daily, but not on Mondays' merged into one."""
    found: list[Command] = []
    for change in changes:
        before = found[-1] if found else None
        if before and change.name == "form.without" and {"when", "at"} & {*before.slots}:
            found[-1] = _spare_days(before, change, today) or _exchange(change, before)
        elif before and before.name == "form.without" and {"when", "at"} & {*change.slots}:
            found[-1] = _exchange(before, change)
        else:
            found.append(change)
    return found


def _spare_days(change: Command, without: Command, today: date) -> Command | None:
    """Return a schedule without some of its own days, None if it doesn't run on those anyway."""
    said = change.slots.get("when")
    left = read_rhythms(f"{_words_of(change)} but {without.words}", today)
    if not isinstance(said, Recurrence) or not said.says_days or not left or left.problem or not left.less:
        return None
    days = {*Rule.read(said.rrule).days} if said.rrule else set()
    return replace(change, slots={**change.slots, "when": left}) if not days or {*left.less} < days else None


def _exchange(without: Command, change: Command) -> Command:
    return replace(without, name="form.replace", slots={**without.slots, "new": _words_of(change)})


def _words_of(change: Command) -> str:
    """Return a change's time or recurrence in words."""
    when = change.slots.get("when")
    return when.words if isinstance(when, Recurrence) else f"{change.slots['at']:%H:%M}"


def apply(form: FormRead, change: Command) -> None:
    """Apply one change: set, replace or remove a value."""
    said = change.slots
    if change.name == "form.set":
        for slot, value in said.items():
            _set(form, slot, value, change.words)
    elif change.name == "form.only":
        _narrow(form, str(said["only"]))
    elif change.name == "form.wrong":
        form.found |= {str(said["slot"]): ""} | ({STORED: ""} if said["slot"] == "when" else {})
    else:
        replace_in_slots(form, str(said["old"]), str(said.get("new", "")), may_answer=bool(form.asking))


def _set(form: FormRead, slot: str, value: object, words: str) -> None:
    match _slot_meant(form, slot, value):
        case "at":
            take_time_of_day(form, value, words)  # type: ignore[arg-type]
        case "when":
            (add_days if form.adds else take_recurrence)(form, value)  # type: ignore[arg-type]
        case "more" | "subject" if when := _when_added(form, str(value), words):
            add_days(form, when)
        case "project":
            _add_project(form, _project_alone(form, value), words)
        case "more":
            _add(form, str(value))
        case "rule":
            form.found["instructions"] = "\n".join(
                filter(None, (form.now.get("instructions", ""), str(value)))
            )
        case "subject" if _adds(form, words) and form.now.get("subject"):
            form.found["subject"] = f"{form.now['subject']} and {_without_more(str(value))}"
        case other:
            _put(form, other, str(value))


def _slot_meant(form: FormRead, slot: str, value: object) -> str:
    """Return the slot for a system by its purpose, and 'project' for a project to include."""
    if slot == "system":
        return _place_of(form, str(value))
    return "project" if slot in ("more", "subject") and _project_alone(form, value) else slot


def _adds(form: FormRead, words: str) -> bool:
    return form.adds or _ADDS in as_words(words)[:_BEGUN]


def _when_added(form: FormRead, value: str, words: str) -> Recurrence | None:
    """Return the recurrence that is added, and nothing else: 'add Fridays at 4pm'."""
    found = read_rhythms(value, form.situation.now.date()) if _adds(form, words) else None
    return found if found and found.says_days and not found.problem else None


def _place_of(form: FormRead, system: str) -> str:
    """Return the slot that a system is for: the requested one, else by the system's purpose."""
    receives = any(one.role == "destination" for one in find_systems(system))
    elsewhere = "destination" if receives or names_target(system) else "source"
    return form.asking if form.asking in PLACES else elsewhere


def _put(form: FormRead, slot: str, value: str) -> None:
    """Set a slot if the value fits. A place may include a schedule: '#desk, daily at 8'."""
    value = take_schedule(form, value, asked=False).strip(" ,;.") if slot in PLACES else value
    if slot not in PLACES or fits(slot, value):
        form.found[slot] = READERS.get(slot, str)(value) or value
    elif slot == "destination" and len((who := _without_more(value)).split()) <= _NAME:
        form.problem, form.problem_of = who, slot


def _without_more(value: str) -> str:
    """Return who something is sent to without 'as well' behind it."""
    words = value.split()
    size = at_end("form_more", as_words(value))[1] or int(words[-1:] == [_AS])
    return " ".join(words[: len(words) - size]) if size else value


def _narrow(form: FormRead, only: str) -> None:
    """Limit the work to the projects that are named, else append a condition to what is included.

    A place that was asked for is the source: 'just this workspace'.
    """
    if form.asking == "source" and names_place(only):
        form.found["source"] = read_source(only)
        return
    projects = form.situation.projects
    if listed := projects_listed(only, projects):
        works = {slot: form.now[slot] for slot in _WORK if form.now.get(slot)}
        form.found |= {slot: only_for(one, listed, projects) for slot, one in works.items()}
        return
    now = form.now.get("subject", "")
    form.found["subject"] = f"{now}, only {only}" if now and now != EVERYTHING else f"only {only}"


def take_limit(form: FormRead, message: str) -> bool:
    """Take a limit of what is included that is all a message says: 'only Ben's jobs', not 'only Mondays'."""
    first, _, rest = message.strip(" .!").partition(" ")
    when = find_when(rest, form.situation.now.date(), asked=True)
    if form.asking or first.lower() != _ONLY or "subject" not in form.slots or when or names_place(rest):
        return False
    if rest:
        _narrow(form, rest)
    return bool(rest)


def put_beside(form: FormRead, message: str) -> None:
    """Add a place beside the current one: 'it should go to #desk as well'."""
    if not form.adds or any(at_start("form_instead", (word,))[1] for word in as_words(message)):
        return
    for slot in PLACES:
        before, new = form.now.get(slot, ""), form.found.get(slot, "")
        if (
            slot != form.asking
            and before
            and new
            and not contains_words(before, new)
            and not new.startswith(before)
        ):
            form.found[slot] = f"{before} and {new}"


def keep_both(changed: dict[str, str], beside: Sequence[str]) -> None:
    """Add further destinations to a changed one: 'here and to Ann'."""
    joined = [one for one in beside if as_words(one)[:1] in _JOINED]
    others = [read_destination(one) for one in joined if names_target(one)]
    if old := changed.get("destination"):
        changed["destination"] = " and ".join(dict.fromkeys((old, *filter(None, others))))


def _add_project(form: FormRead, project: str, words: str) -> None:
    """Append the same work for another project, a problem if it isn't the work of one project."""
    projects = form.situation.projects
    works = {slot: form.now.get(slot, "") for slot in _WORK} if project else {}
    others = {slot: other for slot, one in works.items() if (other := _in(project, one, projects))}
    form.found |= {slot: f"{works[slot]} and {other}" for slot, other in others.items()}
    form.problem = form.problem if others else words


def _project_alone(form: FormRead, value: object) -> str:
    """Return the project that words name and nothing else: 'the Cellar project as well'."""
    named = (value.name or "") if isinstance(value, Reference) else _without_more(str(value))
    said = {one for one in as_words(named) if one not in _AROUND}
    return next(
        (one for one in form.situation.projects if said and said == {*as_words(one)} - {*_AROUND}), ""
    )


def _in(project: str, work: str, projects: Sequence[str]) -> str:
    """Return work for another project, empty if it isn't for exactly one."""
    named = [span for one in projects if (span := find_name(one, work))]
    if len(named) != 1 or find_name(project, work):
        return ""
    start, end = named[0]
    return f"{work[:start]}{project}{work[end:]}"


def _add(form: FormRead, more: str) -> None:
    """Append another wish to the agent's work."""
    for slot in _WORK:
        if before := form.now.get(slot):
            form.found[slot] = f"{before} and {more}"
