"""What there is around a turn, as a model is told of it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The workspace and the person in it. `connected` says what agents reach outside, `waiting` which calls
    of the conversation wait for the person's word.
    """

    workspace: str
    person: str
    role: str
    connected: str = ""
    waiting: tuple[str, ...] = ()


NOTHING_KNOWN = Surroundings("", "a member", "member", "Nothing can be looked up now.")
