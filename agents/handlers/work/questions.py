"""Answers a question from tasks, projects and the calendar, however it is worded, silent if it can't."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from agents.context.stored import KeptThing
from agents.handlers.events.appointments import Event, events_between, known_events, midnight
from agents.handlers.events.words import span_of, when_of
from agents.handlers.items import Item, load_kept
from agents.handlers.lines import numbered_list
from agents.handlers.references.people import find_person
from agents.handlers.registry import handles
from agents.handlers.task import Answer, NoSuchTarget, Task
from agents.handlers.work.conditions import filter_items, is_overdue
from agents.handlers.work.details import describe_field
from agents.handlers.work.lists import count_of, list_exceptions, list_of
from agents.handlers.work.overview import describe_project
from agents.handlers.work.question_scope import Scope, scope_of, within_limit
from agents.handlers.work.threats import list_threats
from agents.tools.assignees import is_me
from intent.commands import Command, Condition, Reference
from intent.commands.readers.events.occasions import names_people, names_place
from intent.data_files import words_of
from intent.questions.topics import fits, is_light, words_shared
from intent.questions.work import WorkQuestion
from intent.sentences.question_words import Asked
from omniforge.projects.kinds import Kind
from omniforge.storage.database import in_database
from omniforge.tables.markdown import plain

_AHEAD = timedelta(days=330)  # how far ahead to search for an event without a day
_SHOWN = 5  # events per answer
_SILENT = {Asked.PERSON: "who", Asked.PLACE: "where"}  # rarely stored in events
_OF_NAMED = (Asked.TIME, Asked.PLACE, Asked.MANNER)  # 'when does the shop open' isn't about a list
_OF_STANDING = (Asked.MANNER, Asked.THING, Asked.YES_NO)
_LOWEST = 9  # priority
_OF_PLACE = ("everywhere", "here", "kept")
_ME = "you"
_OF_ONE = {Asked.TIME: "due", Asked.PERSON: "assignee", Asked.YES_NO: "state"}


@handles("work.ask")
async def answer_asked(task: Task, command: Command) -> Answer:
    """Answer a question about work. Unless it is `sure`, near matches count too."""
    asked: WorkQuestion = command.slots["question"]
    sure = bool(command.slots.get("sure"))
    if _asks_of_life(asked):
        raise NoSuchTarget
    asked = await in_database(within_limit, task, asked)
    if asked.points and not asked.asks_all:
        return await _of_pronoun(task, asked)
    coming = await _coming(task, asked)
    named = [one for one in coming if fits(asked.topic, one.title) and not _asks_absence(asked, one.title)]
    scope = await in_database(scope_of, task, asked, bool(named))
    if asked.threatens or _asks_for_risks(asked, scope):
        return await list_threats(task, scope.items, scope.topic, by_risks=asked.kind == Kind.RISK)
    if sure and asked.kind not in ("", "task", "event") and not scope.items:
        raise NoSuchTarget  # documents may mention goals that nobody has entered
    events = named if scope.topic or scope.person else coming if _is_of_calendar(asked, scope) else []
    if scope.topic:
        return await _of_topic(task, asked, scope, events, sure=sure)
    if asked.is_plain and not scope.person:
        return await _of_project(task, asked, scope, sure=sure)
    asks_me = scope.person and _ME in asked.passed and not events
    if asks_me and await in_database(_is_nobody, task, scope.person):
        raise NoSuchTarget  # 'what have you got on the depot?' may be told, or be in a document
    return await _of_conditions(task, asked, scope, events)


def _asks_absence(asked: WorkQuestion, title: str) -> bool:
    """Return whether it is asked when somebody is off, of which an appointment with them says nothing."""
    return not words_of("work_questions", "absent").isdisjoint({*asked.topic} - {*title.casefold().split()})


def _asks_of_life(asked: WorkQuestion) -> bool:
    """Return whether nothing in a yes/no question is of work: 'can he come without me?'"""
    is_of_work = asked.kind or asked.days or asked.order or asked.threatens or {*asked.said} - {"mine"}
    verbs = asked.topic and all(map(is_light, asked.topic))
    return asked.asks is Asked.YES_NO and bool(verbs) and not is_of_work


def _is_nobody(task: Task, person: str) -> bool:
    return not (is_me(person) or find_person(task.pack.access, person))


async def _of_conditions(task: Task, asked: WorkQuestion, scope: Scope, events: Sequence[Event]) -> Answer:
    """Answer a question that names nothing, from the items that meet its conditions. Raises NoSuchTarget."""
    if asked.asks_all:
        return list_exceptions(task, scope.items, "done")
    if asked.asks in _OF_NAMED and not (asked.days or asked.kind or asked.says_due):
        raise NoSuchTarget
    found = await in_database(filter_items, task, scope.items, asked.conditions)
    if not found and asked.is_plain and asked.asks is Asked.PERSON:
        raise NoSuchTarget  # 'who is Priya?'
    free = () if found else await _nobodys(task, asked, scope)
    answer = _of_all(task, asked, scope, found, events)
    if not free:
        return answer
    others = _of_all(task, _of_nobody(asked), scope, free, ())
    return replace(others, text=f"{answer.text}\n\n{others.text}")


async def _nobodys(task: Task, asked: WorkQuestion, scope: Scope) -> Sequence[Item]:
    """Return what meets a question's conditions and is nobody's, if the person asked for their own things."""
    if "mine" not in asked.said:
        return ()
    return await in_database(filter_items, task, scope.items, _of_nobody(asked).conditions)


def _of_nobody(asked: WorkQuestion) -> WorkQuestion:
    return replace(asked, said=tuple("nobody" if one == "mine" else one for one in asked.said))


def _asks_for_risks(asked: WorkQuestion, scope: Scope) -> bool:
    """Return whether the question is like 'what risks are there for the launch?': the topic names no risk."""
    named = [one for one in scope.items if fits(scope.topic, one.title)]
    return asked.kind == Kind.RISK and bool(named) and all(one.kind != Kind.RISK for one in named)


async def _of_pronoun(task: Task, asked: WorkQuestion) -> Answer:
    """Answer a question about the last subject of the talk. Raises NoSuchTarget if there is none."""
    found = await in_database(load_kept, task.pack.access, task.pack.dialogue.touched)
    if len(found) != 1 or not (asked.asks in _OF_ONE or "lateness" in asked.said):
        raise NoSuchTarget
    if "lateness" in asked.said and not is_overdue(found[0], task.today):
        raise NoSuchTarget  # it may ask for the time of day
    return await _of_one(task, asked, found[0])


async def _coming(task: Task, asked: WorkQuestion) -> list[Event]:
    """Return the events of the period asked about, earliest first, empty if only tasks are meant."""
    if not _is_open(asked):
        return []
    if asked.days or asked.kind == "event":
        return await events_between(task, *_span(task, asked))
    return await known_events(task) if asked.topic and asked.asks is not Asked.MANNER else []


def _is_open(asked: WorkQuestion) -> bool:
    """Return whether a question may be about events: nothing in it is limited to tasks."""
    return asked.kind in ("", "event") and not set(asked.said) - {"busy", *_OF_PLACE}


def _is_of_calendar(asked: WorkQuestion, scope: Scope) -> bool:
    """Return whether events without a name are asked for."""
    return bool(asked.days or asked.kind == "event") and not (scope.person or scope.project)


def _span(task: Task, asked: WorkQuestion) -> tuple[datetime, datetime]:
    today = midnight(task.today, task.pack.now)
    if not asked.days:
        return today, today + (_AHEAD if asked.topic else timedelta(days=7))
    first, last = (midnight(one, task.pack.now) for one in asked.days)
    match asked.bound:
        case "before":
            return today, first
        case "until":
            return today, last + timedelta(days=1)
        case "after":
            return last + timedelta(days=1), last + _AHEAD
    return first, last + timedelta(days=1)


async def _of_topic(
    task: Task, asked: WorkQuestion, scope: Scope, events: Sequence[Event], *, sure: bool
) -> Answer:
    """Answer about the named things. Raises NoSuchTarget if there are none."""
    named = [one for one in scope.items if fits(scope.topic, one.title)]
    named = [one for one in named if one.kind == asked.kind] or named
    most = max((len(words_shared(scope.topic, one.title)) for one in named), default=0)
    named = [one for one in named if len(words_shared(scope.topic, one.title)) == most]
    conditions = [one for one in asked.conditions if asked.kind == "task" or asked.days]
    found = one_by_day(await in_database(filter_items, task, named, conditions), asked, task.today)
    events = events[:1] if asked.order in ("first", "next") else events
    if events and (asked.asks is not Asked.PERSON or not found):
        if asked.counts and not (asked.days or asked.kind):
            raise NoSuchTarget  # 'how many are booked on the tasting?' isn't in the calendar
        return _of_events(asked, events)
    if sure and not _says(asked, found, len(scope.topic)):
        raise NoSuchTarget
    if len(found) == 1:
        return await _of_one(task, asked, found[0])
    if not found:
        raise NoSuchTarget
    return numbered_list(f"{len(found)} things fit:", found, task.today, home=True)


def _says(asked: WorkQuestion, found: Sequence[Item], words: int) -> bool:
    """Return whether things contain the answer, so that no document needs to be searched."""
    if asked.kind or asked.said or asked.days:
        return bool(found)
    if asked.asks is Asked.TIME:
        return any(one.due for one in found)
    if asked.asks is Asked.PERSON:
        return any(one.assignee for one in found)
    return asked.asks is Asked.YES_NO and bool(found) and words > 1 and not _asks_generally(asked)


def _asks_generally(asked: WorkQuestion) -> bool:
    """Return whether a yes/no question isn't of what was done: 'do the bats need a licence?'"""
    return asked.asks is Asked.YES_NO and asked.passed[:1] in (("do",), ("does",)) and not asked.said


async def _of_one(task: Task, asked: WorkQuestion, item: Item) -> Answer:
    """Return the one field of a task that is asked for, or its line."""
    task.run.touched[:] = [item.kept]
    late = "lateness" in asked.said
    field = "lateness" if late else "due" if asked.says_due else _OF_ONE.get(asked.asks, "")
    if not field or asked.counts or (field == "state" and (asked.asks_any or _asks_generally(asked))):
        return numbered_list(f"One {item.kind}:", [item], task.today, home=True)
    if field == "due" and not (item.is_open or asked.says_due):
        return Answer(await describe_field(task, item, "state", ""))  # 'when did we finish it?'
    wanted = "open" if "open" in asked.said else "done"
    said = await describe_field(task, item, field, wanted if field == "state" else "")
    too = _OF_ONE.get(asked.asks_too, "") if asked.asks_too else ""
    return Answer(f"{said}\n{await describe_field(task, item, too)}" if too and too != field else said)


def _of_events(asked: WorkQuestion, events: Sequence[Event]) -> Answer:
    missing = _SILENT.get(asked.asks, "")
    title = events[0].title
    told = {"where": bool(events[0].place) or names_place(title), "who": names_people(title)}
    missing = "" if told.get(missing) else missing
    lead = f"The calendar doesn't say {missing}.\n\n" if missing else ""
    more = f"\n\n{len(events) - _SHOWN} more aren't shown." if len(events) > _SHOWN else ""
    lines = "\n".join(f"- {event_line(one)}" for one in events[:_SHOWN])
    text = event_line(events[0]) + "." if len(events) == 1 else lines
    return Answer(f"{lead}{text}{more}", tuple(KeptThing("event", one.id, one.title) for one in events))


def event_line(event: Event) -> str:
    """Return an event with its title, days and time."""
    place = f", {plain(event.place)}" if event.place else ""
    return f"**{plain(event.title)}**: {when_of(event)}{place}"


async def _of_project(task: Task, asked: WorkQuestion, scope: Scope, *, sure: bool) -> Answer:
    """Report the state of a project if nothing else is named. Raises NoSuchTarget if none is."""
    if scope.project is None or (sure and asked.asks not in _OF_STANDING) or asked.asks is Asked.AMOUNT:
        raise NoSuchTarget
    return await describe_project(task, scope.project)


def _of_all(
    task: Task, asked: WorkQuestion, scope: Scope, found: Sequence[Item], events: Sequence[Event]
) -> Answer:
    """List all tasks and events for a question without a name."""
    if "done" not in asked.said:
        found = [one for one in found if one.is_open]
    found = one_by_day(found, asked, task.today)
    reference = _reference(asked, scope)
    if asked.kind == "event":
        return _of_events(asked, events) if events else Answer(_nothing(task, asked))
    if asked.counts:
        return count_of(task, reference, found)
    if events:
        first = _of_events(replace(asked, asks=Asked.THING), events)
        if not found:
            return first
        second = list_of(task, reference, found)
        return Answer(f"{first.text}\n\n{second.text}", second.listed, second.result)
    if scope.person and asked.days and not (found or events or "done" in asked.said):
        later = _of_all(task, replace(asked, days=None), scope, scope.items, ())
        lead = f"Nothing of {scope.person.title()}'s is due {span_of(*_span(task, asked))}."
        return replace(later, text=f"{lead}\n\n{later.text}")
    if not found and asked.days and asked.kind != "task" and not asked.said:
        return Answer(_nothing(task, asked))
    return list_of(task, reference, found)


def one_by_day(items: Sequence[Item], asked: WorkQuestion, today: date) -> list[Item]:
    """Return things sorted by day. If the first, next or last one is asked for, those with that day."""
    ordered = sorted(items, key=lambda one: (not one.is_open, one.due or date.max, one.priority or _LOWEST))
    if not asked.order:
        return ordered
    days = [one.due for one in ordered if one.due and (asked.order != "next" or one.due >= today)]
    day = max(days, default=None) if asked.order == "last" else min(days, default=None)
    return [one for one in ordered if day and one.due == day]


def _reference(asked: WorkQuestion, scope: Scope) -> Reference:
    """Return the reference that describes the list."""
    person = (Condition("assignee", scope.person.title()),) if scope.person else ()
    project = scope.project.title if scope.project else ""
    return Reference(
        asked.text,
        kind=asked.kind if asked.kind != "event" else "",
        is_plural=True,
        project=project,
        conditions=(*asked.conditions, *person),
    )


def _nothing(task: Task, asked: WorkQuestion) -> str:
    also = "" if asked.kind == "event" else ", and nothing is due"
    return f"There's nothing in your calendar {span_of(*_span(task, asked))}{also}."
