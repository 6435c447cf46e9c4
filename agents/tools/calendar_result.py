"""Events of a calendar as a model reads them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, PrivateAttr

from agents.events import Operation
from agents.tools.counts import counted
from agents.tools.texts import OUTSIDE, OWN, Texts
from agents.tools.tool import ToolResult
from intent.schedules.left_out import days_in_words
from omniforge.calendar.appointment import Appointment

_DONE: Mapping[str, Literal["create", "update", "delete"]] = {
    "create": "create",
    "update": "update",
    "delete": "delete",
}


class EventShown(BaseModel):
    """An event as a model reads it: `when` includes its weekday, `every` describes its recurrence, `again`
    lists its next dates.
    """

    id: str
    title: str
    when: str
    starts_at: datetime
    ends_at: datetime
    place: str | None
    notes: str | None
    every: str | None
    repeats: bool | None
    again: list[str] | None

    @classmethod
    def of(cls, event: Appointment, again: Sequence[str] = ()) -> "EventShown":
        return cls(
            id=event.id,
            title=event.title,
            when=event.when,
            starts_at=event.starts_at,
            ends_at=event.ends_at,
            place=event.place or None,
            notes=event.notes[:160] or None,
            every=every_in_words(event) or None,
            repeats=event.repeats or None,
            again=list(again) or None,
        )


def every_in_words(event: Appointment) -> str:
    """Describe how a series repeats: 'every Tuesday, not on 5 Jan 2027; on 12 Jan 2027 as its own event'."""
    if not event.every:
        return ""
    alone = sorted({*event.left_out} & {*event.changed_alone})
    without = sorted({*event.left_out} - {*alone})
    never = f", not on {days_in_words(without)}" if without else ""
    return event.every + never + (f"; on {days_in_words(alone)} as its own event" if alone else "")


def every_without(occurrence: Appointment, *, changed: bool) -> str:
    """Describe how a series repeats without one of its occurrences, which was deleted or `changed`.

    Empty for a single event.
    """
    day = occurrence.starts_at.date()
    alone = (*occurrence.changed_alone, *([day] if changed else []))
    left_out = (*occurrence.left_out, day)
    return every_in_words(replace(occurrence, left_out=left_out, changed_alone=alone))


class CalendarResult(ToolResult):
    """Events, earliest first, or what became of one. `more` counts those left out for length.

    `series` is how the series of a single changed or deleted occurrence repeats now, without its day.
    """

    done: Literal["list", "created", "updated", "deleted"] = "list"
    events: list[EventShown]
    total: int
    more: int | None = None
    series: str | None = None
    _whole: bool = PrivateAttr(False)
    _of_service: bool = PrivateAttr(False)
    _is_elsewhen: bool = PrivateAttr(False)

    def texts(self) -> Texts:
        """Return whose texts these are: others may write to a calendar of another service."""
        return OUTSIDE if self._of_service else OWN

    def summary(self) -> str:
        if self.done == "list":
            return counted(self.total, "event")
        event = self.events[0]
        return f"{event.title}, {(self._whole and event.every) or event.when}: {self.done}"

    def is_news(self) -> bool:
        """Return whether the model has to read the times: a series may begin later than asked for."""
        return self.done == "list" or self._is_elsewhen

    def stays(self) -> bool:
        return self._of_service

    def operations(self) -> Sequence[Operation]:
        if self.done == "list":
            return []
        action = _DONE[self.done.removesuffix("d")]
        return [Operation(action, "event", self.events[0].title, "done", self.events[0].id)]
