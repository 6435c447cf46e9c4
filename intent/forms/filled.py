"""A form while a message is read for it, and the result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from intent.commands import Situation

STORED = "cron"  # the slot of the stored schedule, a name that stored drafts use
AT = "at"  # a time of day given before the days, in stored drafts
FREE = ("purpose", "description", "instructions", "subject")  # free-text slots
PLACES = ("source", "destination")  # slots for locations
TASKS = ("purpose", "description", "instructions")  # an order in these is the agent's work


@dataclass(frozen=True, slots=True)
class Filled:
    """The values that a message gives a form, by slot. An empty value removes one.

    `problem` are words that it can't take, so that the question is repeated. `problem_of` is their slot, if
    known. `leaves`: it is no answer.
    """

    values: Mapping[str, str] = field(default_factory=dict)
    problem: str = ""
    problem_of: str = ""
    leaves: bool = False


@dataclass(slots=True)
class FormRead:
    """A form being read: `slots` are its own, `now` the current values, `asking` the requested slot."""

    slots: Sequence[str]
    now: Mapping[str, str]
    asking: str
    situation: Situation
    found: dict[str, str] = field(default_factory=dict)
    problem: str = ""
    adds: bool = False  # the message adds to existing values: 'Fridays too'
    problem_of: str = ""

    @property
    def filled(self) -> Filled:
        """Return the result. If nothing was found and there is no problem, it was no answer."""
        known = {slot: value for slot, value in self.found.items() if slot in (*self.slots, STORED, AT)}
        return Filled(known, self.problem, self.problem_of, leaves=not known and not self.problem)
