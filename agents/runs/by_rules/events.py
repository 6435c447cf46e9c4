"""Events of a calendar as rules handle them: found by words of their titles, picked out of several."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from typing import Any, Self

from agents.calendar.appointment import parts_of
from agents.compute.spoken_days import find_spoken_days
from agents.matching import stem
from agents.places import PLACES

_PLACES = {**PLACES, "earlier": 0, "later": -1}
_PLACE = re.compile(
    rf"\b(?:(?P<word>{'|'.join(_PLACES)})|(?P<number>[1-9])(?:st|nd|rd|th)?)\b(?![:.]\d)", re.I
)


@dataclass(frozen=True, slots=True)
class Event:
    """An event as the calendar's tools tell of it, its beginning in the workspace's time zone."""

    id: str
    title: str
    when: str
    starts_at: datetime
    place: str = ""

    @classmethod
    def of(cls, given: Mapping[str, Any], zone: tzinfo | None) -> Self:
        """Return an event of the fields that a tool gave."""
        starts = datetime.fromisoformat(given["starts_at"]).astimezone(zone)
        return cls(given["id"], given["title"], given["when"], starts, given.get("place") or "")

    @property
    def series(self) -> str:
        """Return what all occurrences of a series have in common, or the id of an event by itself."""
        return parts_of(self.id)[0]

    def named_among(self, events: Sequence["Event"]) -> dict[str, str]:
        """Return what names this event to a tool: title and day, or its id where others have those too."""
        day = self.starts_at.date()
        same = [one for one in events if one.title == self.title and one.starts_at.date() == day]
        return {"event": self.id} if len(same) > 1 else {"event": self.title, "day": day.isoformat()}


def titled(title: str, events: Sequence[Event]) -> list[Event]:
    """Return the events of exactly this title, else those that have all of its words."""
    same = [event for event in events if event.title.casefold() == title.casefold()]
    wanted = _stems(title)
    return same or [event for event in events if wanted <= _stems(event.title)]


def picked(answer: str, events: Sequence[Event], today: date) -> list[Event]:
    """Return the events that an answer to 'which one?' means: by day, by place in the list, by title."""
    if days := find_spoken_days(answer, today):
        return [event for event in events if days.first <= event.starts_at.date() <= days.last]
    if found := _PLACE.search(answer):
        place = _PLACES[found["word"].lower()] if found["word"] else int(found["number"]) - 1
        return [events[place]] if place < len(events) else []
    return titled(answer.strip(" .!?"), events)


def _stems(text: str) -> set[str]:
    words = re.findall(r"[^\W_]+", text.lower())
    return {stem(word) for word in words} - {"with", "the", "a", "an", "my", "our", "and", "of", "for"}
