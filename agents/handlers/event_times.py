"""When an event ends, and what was answered to when it is."""

from datetime import datetime, time, timedelta

from agents.handlers.appointments import Event, midnight
from agents.handlers.task import Task
from intent.slots.halves import later
from intent.slots.moment import Moment
from intent.slots.moments import read_new_moment

_EVENING = time(17)


def with_answers(task: Task, when: Moment) -> Moment:
    for name in ("day", "time"):
        answered = read_new_moment(task.answer_to(name), task.pack.now) if task.answer_to(name) else None
        when = when.completed_by(answered) if answered else when
    return when


def in_its_half(event: Event, to: Moment) -> time | None:
    """Return the new time of an event; one that tells no half of the day stays in an evening's."""
    if to.at and to.loose and event.starts_at.time() >= _EVENING and not event.all_day:
        return later(to.at)
    return to.at


def end_of(when: Moment, starts: datetime) -> datetime | None:
    if when.ends and when.at:
        ends = datetime.combine(starts.date(), when.ends, starts.tzinfo)
        return ends if ends > starts else ends + timedelta(days=1)
    if when.length:
        return starts + when.length
    if when.at is None and when.last and when.first and when.last > when.first:
        return midnight(when.last + timedelta(days=1), starts)
    return None
