"""What the catalogue reads out of a message, as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from intent.commands.table_words import TableWords
from intent.material import Material
from intent.types import SourceCard

Slots = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Situation:
    """What a reader has to know to read words: the time in the person's zone, and the names of what exists.

    Titles of tasks and documents are not among the names: they are encrypted, so handlers resolve them.
    """

    now: datetime
    agents: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    projects: tuple[str, ...] = ()
    sources: tuple[SourceCard, ...] = ()
    agent_work: tuple[str, ...] = ()  # what each of the agents does
    at_hand: str = ""  # what 'it' means: an "agent" or a "thing" of a project
    scope: str = ""  # whose templates count too: those of a form that is being filled
    table: TableWords | None = None  # the one at hand
    number: Decimal | None = None  # what the last answer came to
    told: str = ""  # that answer itself
    said: str = ""  # the person's message before this one
    spoken_agent: str = ""  # named by an earlier sentence of the message
    attached: bool = False  # a file came with it
    loose_names: bool = False  # a name may sound like an order


THEM = "them"  # as an assignee: whoever was named last


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition on things, such as `state` `done` or `assignee` `Ben`; 'not' and 'without' negate it."""

    field: str
    value: Any = None
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Reference:
    """A thing, or several, as a person points at them."""

    words: str
    name: str = ""  # the words without articles, kind, ordinal and conditions
    full: str = ""  # without the article alone: 'the Pandemic plan' may be a document that is called so
    kind: str = ""  # its key
    place: int | None = None  # counts from 1, from the end when negative: -1 is the last
    number: int | None = None  # how many: 'the first two'
    is_quoted: bool = False
    is_pronoun: bool = False
    is_other: bool = False  # what was not meant last: 'the other one'
    is_plural: bool = False
    is_all: bool = False
    project: str = ""  # given with 'in' or 'of'
    conditions: tuple[Condition, ...] = ()
    parts: tuple["Reference", ...] = ()  # of a list; they count if nothing is called by the whole
    besides: tuple["Reference", ...] = ()  # agents left out, 'all except the first'; of things by conditions

    @property
    def only_points(self) -> bool:
        """Whether it is 'it', or 'that task'."""
        tells = self.name or self.place or self.number or self.conditions or self.project or self.parts
        return self.is_pronoun or not (tells or self.is_all or self.is_plural)


@dataclass(frozen=True, slots=True)
class SourceNamed:
    """A source as a person names it: the sources that it may mean; without any its address, or how it was
    `called`.
    """

    words: str
    names: tuple[str, ...] = ()
    url: str = ""
    called: str = ""

    @property
    def name(self) -> str:
        """The source that is surely meant; empty if there is none or several may be."""
        return self.names[0] if len(self.names) == 1 else ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One of several new things in a list: its title, and what else its words say of it."""

    title: str
    due: date | None = None
    assignee: str = ""
    priority: int | None = None
    description: str = ""

    def __str__(self) -> str:
        return self.title


@dataclass(frozen=True, slots=True)
class Command:
    """One order or question of the catalogue: its name, the values of its slots, and the words it covers."""

    name: str
    slots: Slots = field(default_factory=dict)
    span: tuple[int, int] = (0, 0)
    words: str = ""
    writes: bool = False
    tentative: bool = False  # 'close the shop' may be something else: it counts only if its target exists
    adds: bool = False  # it tells more of what the command before it is about: 'due Friday'
    free: int = 0  # how many of its words could be any others
    told: str = ""  # stands right before it, covered by no command: it may name what 'it' is
    alternatives: tuple["Command", ...] = ()  # meant if this one has no target; the likelier first

    @property
    def points_back(self) -> bool:
        """Whether it names what it is about only by 'it' or 'that', or by its kind, 'that task'."""
        order = self.slots.get("order")
        values = [one if isinstance(one, tuple) else (one,) for one in self.slots.values()]
        return (bool(getattr(order, "points", "")) and not getattr(order, "topic", ())) or any(
            isinstance(one, Reference) and one.only_points for each in values for one in each
        )

    def covering(self, message: str) -> "Command":
        """Return it as one that all of a message says."""
        return replace(self, words=message.strip(), span=(0, len(message)))


def without_pronouns(command: Command) -> Command:
    """Return a command with only those of its readings that name what they are about; it may have none."""
    pointing = (getattr(one.slots.get("order"), "points", "") for one in command.alternatives)
    pairs = zip(command.alternatives, pointing, strict=True)
    named = [one for one, points in pairs if not (points or one.points_back)]
    rest = replace(command, name="", alternatives=())
    return replace(named[0], alternatives=tuple(named[1:])) if named else rest


@dataclass(frozen=True, slots=True)
class Reading:
    """A message as commands, in order, and the clauses that no command covers; `material` is its table."""

    commands: tuple[Command, ...] = ()
    uncovered: tuple[str, ...] = ()
    material: Material | None = None

    @property
    def is_whole(self) -> bool:
        """True if commands cover every clause."""
        return bool(self.commands) and not self.uncovered
