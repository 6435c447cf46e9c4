"""A form while a message is read for it, and what comes of that."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from intent.commands import Situation

STORED = "cron"  # the slot of the stored schedule, called so by drafts that are kept
AT = "at"  # a time of day that was said before how often, in drafts that are kept
FREE = ("purpose", "description", "instructions", "subject")  # slots that any words may fill
PLACES = ("source", "destination")  # slots that take where something is, or goes to
TASKS = ("purpose", "description", "instructions")  # where an order is what the agent is to do


@dataclass(frozen=True, slots=True)
class Filled:
    """What a message gives a form: values by slot, an empty one for what is taken out.

    With a `problem`, the words that it can't take, the question comes back; `problem_of` is the slot that
    they were said of, if they name one. `leaves`: it is no answer.
    """

    values: Mapping[str, str] = field(default_factory=dict)
    problem: str = ""
    problem_of: str = ""
    leaves: bool = False


@dataclass(slots=True)
class FormRead:
    """A form as it is read: `slots` are its own, `now` the values so far, `asking` the slot asked for."""

    slots: Sequence[str]
    now: Mapping[str, str]
    asking: str
    situation: Situation
    found: dict[str, str] = field(default_factory=dict)
    problem: str = ""
    adds: bool = False  # whether what is said comes beside what is there: 'Fridays too'
    problem_of: str = ""

    @property
    def filled(self) -> Filled:
        """What came of it; with nothing found and nothing that it can't take, it was no answer."""
        known = {slot: value for slot, value in self.found.items() if slot in (*self.slots, STORED, AT)}
        return Filled(known, self.problem, self.problem_of, leaves=not known and not self.problem)
