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
    `agent_work` tells what each of `agents` does. `at_hand` is what 'it' means, an "agent" or a "thing" of a
    project; `scope` adds the templates of that name, as those of a form that is being filled. `table` is the
    one at hand, `number` what the last answer came to, `told` that answer itself, `said` the person's message
    before this one, `spoken_agent` the agent that an earlier sentence of it has named; with `attached` a file
    came with it. With `loose_names` a name may sound like an order.
    """

    now: datetime
    agents: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    projects: tuple[str, ...] = ()
    sources: tuple[SourceCard, ...] = ()
    agent_work: tuple[str, ...] = ()
    at_hand: str = ""
    scope: str = ""
    table: TableWords | None = None
    number: Decimal | None = None
    told: str = ""
    said: str = ""
    spoken_agent: str = ""
    attached: bool = False
    loose_names: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition on things, such as `state` `done` or `assignee` `Ben`; 'not' and 'without' negate it."""

    field: str
    value: Any = None
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Reference:
    """A thing, or several, as a person points at them.

    `name` is what is left of the words when articles, kind, ordinal and conditions are off, `full` without
    the article alone: 'the Pandemic plan' may be a plan, or a document that is called so. `kind` is the
    kind's key, `place` counts from 1 (from the end when negative: -1 is the last), `number` is how many
    ('the first two'). `project` is the name of a project given with 'in' or 'of'. Words that may be a list
    as well as one name have `parts`: they count if nothing is called by the whole. A pronoun that `is_other`
    means what was not meant last: 'the other one'. `besides` are the agents that are left out of several,
    'all except the first'; of things the condition `is` says so.
    """

    words: str
    name: str = ""
    full: str = ""
    kind: str = ""
    place: int | None = None
    number: int | None = None
    is_quoted: bool = False
    is_pronoun: bool = False
    is_other: bool = False
    is_plural: bool = False
    is_all: bool = False
    project: str = ""
    conditions: tuple[Condition, ...] = ()
    parts: tuple["Reference", ...] = ()
    besides: tuple["Reference", ...] = ()

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
    """One order or question of the catalogue: its name, the values of its slots, and the words it covers.

    A `tentative` command has words that fit other things as well ('close the shop'): it counts only if its
    target exists. `writes` is whether it changes anything. One that `adds` only tells more of what the
    command before it is about: 'due Friday'. `free` is how many of its words could be any others.
    `told` is what stands right before it and no command covers: it may name what 'it' is.
    `alternatives` are other commands that the same words may be, the likelier first: one of them is meant
    if this one has no target.
    """

    name: str
    slots: Slots = field(default_factory=dict)
    span: tuple[int, int] = (0, 0)
    words: str = ""
    writes: bool = False
    tentative: bool = False
    adds: bool = False
    free: int = 0
    told: str = ""
    alternatives: tuple["Command", ...] = ()

    @property
    def points_back(self) -> bool:
        """Whether it names what it is about only by 'it' or 'that', or by its kind, 'that task'."""
        order = self.slots.get("order")
        values = [one if isinstance(one, tuple) else (one,) for one in self.slots.values()]
        return (bool(getattr(order, "points", "")) and not getattr(order, "topic", ())) or any(
            isinstance(one, Reference) and one.only_points for each in values for one in each
        )


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
