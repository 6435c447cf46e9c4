"""A turn's surroundings as a model is given them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The workspace and the person in it. `connected` lists what agents reach outside, `waiting` the
    conversation's calls that wait for approval.
    """

    workspace: str
    person: str
    role: str
    connected: str = ""
    waiting: tuple[str, ...] = ()


NOTHING_KNOWN = Surroundings("", "a member", "member", "Nothing can be looked up now.")
