"""The request for a list, and its result."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from agents.failures import ToolFailed
from agents.tools.rows import Row
from intent.sentences.titles import normalise, significant_words


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions given, by name."""

    given: Mapping[str, Any]

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> "Conditions":
        return cls({name: value for name, value in given.items() if value not in ("", None, False)})

    def require(self, possible: Collection[str], kind: str) -> None:
        """Raise ToolFailed if a condition doesn't apply to a kind: none is dropped silently."""
        if unknown := sorted(set(self.given) - set(possible)):
            can = f"by {', '.join(possible)}" if possible else "by nothing"
            raise ToolFailed(
                f"A list of {kind}s cannot be filtered by {', '.join(unknown)}, only {can}. "
                "Leave it out and look at the rows."
            )

    def __getitem__(self, name: str) -> Any:
        return self.given.get(name)

    def states(self, possible: Collection[str], ends: Collection[str], kind: str) -> list[str] | None:
        """Return the wanted states, None for all. Raises ToolFailed for an unknown state."""
        if not self["state"]:
            return None
        wanted: list[str] = []
        for state in (one.strip().lower().replace(" ", "_") for one in self["state"].split(",")):
            wanted += _states(state, possible, ends, kind)
        return wanted

    def one_of(self, name: str, possible: Collection[str], kind: str) -> list[str]:
        """Return the wanted values of a condition, by default all possible ones. Raises ToolFailed."""
        wanted = [one.strip().lower() for one in str(self[name] or "").split(",") if one.strip()]
        if unknown := sorted(set(wanted) - set(possible)):
            raise ToolFailed(f"A {kind} has no {name} '{unknown[0]}'. Use {', '.join(possible)}.")
        return wanted or list(possible)

    def has_title(self, title: str) -> bool:
        """Return whether a title has the wanted words, or contains them as a phrase."""
        wanted = self["title"]
        if not wanted:
            return True
        words = significant_words(wanted)
        return normalise(wanted) in normalise(title) or bool(words and words <= significant_words(title))


def _states(state: str, possible: Collection[str], ends: Collection[str], kind: str) -> list[str]:
    if state == "open":
        return [one for one in possible if one not in ends]
    if state not in possible:
        raise ToolFailed(f"A {kind} has no state '{state}'. Use {', '.join((*possible, 'open'))}.")
    return [state]


MONTH, YEAR = timedelta(days=31), timedelta(days=360)
EVERYWHERE, WORKSPACE = "all projects", "the workspace"
SAME_NAME = "same_name_above"  # of a file: its name means one higher up in the list


@dataclass(frozen=True, slots=True)
class Wanted:
    """The rows to list. `start` counts from 0."""

    kind: str
    conditions: Conditions
    project: str
    order: str
    start: int
    limit: int


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of rows. `total` counts all matches."""

    within: str
    rows: Sequence[Row]
    total: int


def page(within: str, found: Sequence[Any], wanted: Wanted, row: Callable[[Any], Row]) -> Listed:
    shown = found[wanted.start : wanted.start + wanted.limit]
    return Listed(within, [row(one) for one in shown], len(found))


def span(given: Conditions, first: date, last: date) -> str:
    """Name the days that a list covers by default: what lies beyond them isn't in it."""
    if given["due_after"] and given["due_before"]:
        return ""
    return f", only {given['due_after'] or first} to {given['due_before'] or last} (due_after, due_before)"


def days(first: date, last: date, now: datetime) -> tuple[datetime, datetime]:
    """Return when the first day begins and the last one ends, in the zone of `now`."""
    zone = now.tzinfo
    return datetime.combine(first, time(), zone), datetime.combine(last + timedelta(days=1), time(), zone)
