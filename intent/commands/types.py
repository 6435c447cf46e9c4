"""The values that the catalogue reads from a message."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from intent.commands.tables.words import TableWords
from intent.material import Material
from intent.types import SourceCard

Slots = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Situation:
    """What readers need to know: the time in the person's zone, and the names of existing things.

    Titles of tasks and documents aren't included: they are encrypted, so handlers resolve them.
    """

    now: datetime
    agents: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    projects: tuple[str, ...] = ()
    sources: tuple[SourceCard, ...] = ()
    agent_work: tuple[str, ...] = ()  # the work of each agent
    agent_rules: tuple[str, ...] = ()  # the instructions of each agent
    agent_times: tuple[str, ...] = ()  # the schedule of each agent, in words
    at_hand: str = ""  # the referent of 'it': an "agent" or a project's "thing"
    scope: str = ""  # selects additional templates, as of an open form; several are separated by a blank
    table: TableWords | None = None  # the one at hand
    number: Decimal | None = None  # the result of the last answer
    told: str = ""  # the text of that answer
    said: str = ""  # the person's previous message
    spoken_agent: str = ""  # named by an earlier sentence of the message
    attached: bool = False  # a file came with the message, or is what the talk is about
    loose_names: bool = False  # names may sound like orders


SEVERAL = " or "  # between several assignees
THEM = "them"  # as an assignee: the person named last


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on things, such as `state` `done` or `assignee` `Ben`, 'not' and 'without' negate it."""

    field: str
    value: Any = None
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference to a thing, or to several."""

    words: str
    name: str = ""  # the words without articles, kind, ordinal and conditions
    full: str = ""  # only without the article: 'the Pandemic plan' may be a document's title
    kind: str = ""  # its key
    place: int | None = None  # from 1; negative numbers count from the end: -1 is the last
    number: int | None = None  # how many: 'the first two'
    is_quoted: bool = False
    is_pronoun: bool = False
    is_other: bool = False  # not the one meant last: 'the other one'
    is_plural: bool = False
    is_all: bool = False
    project: str = ""  # given with 'in' or 'of'
    conditions: tuple[Condition, ...] = ()
    parts: tuple["Reference", ...] = ()  # of a list; used if nothing matches the whole
    besides: tuple["Reference", ...] = ()  # excluded agents, 'all except the first', or things by condition

    @property
    def only_points(self) -> bool:
        """Return whether it is only 'it', or 'that task'."""
        tells = self.name or self.place or self.number or self.conditions or self.project or self.parts
        return self.is_pronoun or not (tells or self.is_all or self.is_plural)


@dataclass(frozen=True, slots=True)
class SourceNamed:
    """A source as a person names it: the candidates. Without any its address, or the name it was `called`."""

    words: str
    names: tuple[str, ...] = ()
    url: str = ""
    called: str = ""

    @property
    def name(self) -> str:
        """Return the one source meant, empty if there is none, or several are possible."""
        return self.names[0] if len(self.names) == 1 else ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A new thing in a list: its title, and its other details."""

    title: str
    due: date | None = None
    assignee: str = ""
    priority: int | None = None
    description: str = ""
    left: str = ""  # the words of an item that can't be read, which has no title
    later: int | None = None  # days behind the item before, whose day isn't known yet
    days: str = ""  # what its title tells of days in brackets, which is no free text

    @property
    def free_words(self) -> int:
        return len(self.title.split()) - len(self.days.split())

    @property
    def slots(self) -> dict[str, Any]:
        """Return its details as slots of a command that creates it alone."""
        details = {"due": self.due, "assignee": self.assignee, "priority": self.priority}
        return {"title": self.title, **{name: value for name, value in details.items() if value}}

    def __str__(self) -> str:
        return self.title


@dataclass(frozen=True, slots=True)
class Command:
    """An order or question of the catalogue: its name, its slot values, and the words it covers."""

    name: str
    slots: Slots = field(default_factory=dict)
    span: tuple[int, int] = (0, 0)
    words: str = ""
    writes: bool = False
    tentative: bool = False  # ambiguous, like 'close the shop': it counts only if its target exists
    adds: bool = False  # adds to the previous command's target: 'due Friday'
    free: int = 0  # number of free-text words
    told: str = ""  # the uncovered words right before it, which may name the referent of 'it'
    alternatives: tuple["Command", ...] = ()  # used if this one has no target, the likeliest first

    @property
    def counts(self) -> bool:
        """Return whether it says how many things it points at: 'all three'. No single one is meant then."""
        return any((getattr(one, "number", None) or 1) > 1 for one in self.slots.values())

    @property
    def points_back(self) -> bool:
        """Return whether it names its target only by 'it' or 'that', or by kind, 'that task'."""
        order = self.slots.get("order")
        values = [one if isinstance(one, tuple) else (one,) for one in self.slots.values()]
        return (bool(getattr(order, "points", "")) and not getattr(order, "topic", ())) or any(
            getattr(one, "only_points", False) for each in values for one in each
        )

    @property
    def leans(self) -> bool:
        """Return whether its target is only pointed at, perhaps beside a person: 'Ann does it'."""
        return self.points_back or bool(getattr(self.slots.get("order"), "points", ""))

    def covering(self, message: str) -> "Command":
        """Return the command as covering the whole message."""
        return replace(self, words=message.strip(), span=(0, len(message)))


def without_pronouns(command: Command) -> Command:
    """Return a command reduced to the readings that name their target. There may be none."""
    pointing = (getattr(one.slots.get("order"), "points", "") for one in command.alternatives)
    pairs = zip(command.alternatives, pointing, strict=True)
    named = [one for one, points in pairs if not (points or one.points_back)]
    rest = replace(command, name="", alternatives=())
    return replace(named[0], alternatives=tuple(named[1:])) if named else rest


@dataclass(frozen=True, slots=True)
class Reading:
    """A message as commands, in order, and its uncovered clauses. `material` is its table."""

    commands: tuple[Command, ...] = ()
    uncovered: tuple[str, ...] = ()
    material: Material | None = None

    @property
    def is_whole(self) -> bool:
        """Return whether commands cover every clause."""
        return bool(self.commands) and not self.uncovered
