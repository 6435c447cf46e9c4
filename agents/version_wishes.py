"""Reads what is wanted of an agent's versions, or of a copy: 'duplicate it', 'go back to version 2'."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from agents.context import ContextPack
from agents.references import referred_agent

Do = Literal["duplicate", "list", "restore", "compare"]
_OPENING = r"(?:(?:please|now|then|ok|okay|and|just|can you|could you|would you)[\s,]+)*"
_OF = r"(?:\s+(?:of|for)\s+(?P<of>.+?))?"
_AS = r"(?:,?\s+(?:as|named|called|and (?:call|name) it)\s+(?P<name>.+?))?"
_WHOSE = r"(?:all\s+)?(?:the\s+|(?P<what>\S+)\s+)?"
_NUMBER = r"version\s+#?(?P<number>\d{1,4})"
_ENDS = r"[\s.!?]*"
_PATTERNS: dict[Do, tuple[str, ...]] = {
    "duplicate": (
        rf"(?:duplicate|copy|clone)\s+(?P<what>.+?){_AS}",
        rf"(?:make|create)\s+a\s+(?:copy|duplicate|clone)\s+of\s+(?P<what>.+?){_AS}",
    ),
    "list": (
        rf"(?:show|list|give|tell|what\s+are)\s+(?:me\s+)?{_WHOSE}(?:versions|version\s+history){_OF}",
        r"(?:what|which)\s+versions\s+(?:does|of|has)\s+(?P<what>.+?)(?:\s+(?:have|had|are there|exist))?",
    ),
    "restore": (
        rf"(?:go|roll|change|switch|revert|bring|put|take|set)(?:\s+(?P<what>.+?))??(?:\s+back)?\s+to\s+{_NUMBER}{_OF}",
        rf"(?:restore|bring back|reinstate)\s+{_NUMBER}{_OF}",
        rf"restore\s+(?P<what>.+?)\s+to\s+{_NUMBER}",
    ),
    "compare": (
        rf"what(?:'s| is| was| has)?\s+(?:changed|different|new)\s+(?:in|with|by)\s+{_NUMBER}{_OF}",
        rf"what\s+did\s+{_NUMBER}{_OF}\s+change",
        rf"(?:show|list|tell)\s+(?:me\s+)?(?:the\s+)?changes\s+(?:in|of)\s+{_NUMBER}{_OF}",
    ),
}
_POINTING = frozenset(
    ("", "it", "its", "this", "that", "this one", "that one", "the agent", "this agent", "that agent")
)
_LONGEST = 300  # characters of a wish; what is longer tells a story
_PLACE = re.compile(r"(?:the )?(?:first|second|third|fourth|fifth|last)(?: one| agent)?|(?:agent )?#?\d\d?")


@dataclass(frozen=True, slots=True)
class VersionWish:
    """What to do, and with which agent: empty where it is only pointed at (`points`), or goes without saying.

    `name` is that of a copy, if said, `number` that of a version.
    """

    do: Do
    agent: str = ""
    name: str = ""
    number: int = 0
    points: bool = False

    @property
    def changes(self) -> bool:
        """Whether it makes or changes an agent."""
        return self.do in ("duplicate", "restore")


def read_version_wish(message: str, agents: Collection[str]) -> VersionWish | None:
    """Return what a message wants of a version or a copy, if it is about one of `agents` or points at one.

    What is about anything else, like 'the versions of the contract', is None.
    """
    if len(message) > _LONGEST:
        return None
    for do, patterns in _PATTERNS.items():
        for pattern in patterns:
            match = re.fullmatch(rf"\s*{_OPENING}{pattern}{_ENDS}", message, re.I)
            if match and (wish := _wish(do, match, agents)):
                return wish
    return None


def wish_for(pack: ContextPack, agent: str) -> VersionWish | None:
    """Return what the message of a turn wants of this agent's versions, or of a copy of it, or None."""
    wish = read_version_wish(pack.message, {agent})
    return wish if wish and whose(pack, wish) else None


def whose(pack: ContextPack, wish: VersionWish) -> str | None:
    """Return the agent that a wish is about, or None where it does not tell.

    In the talk about projects, whose documents have versions too, only a name tells; so it does while a
    question is open.
    """
    if wish.agent:
        return wish.agent
    elsewhere = pack.focus.project_id or pack.dialogue.touched or pack.dialogue.pending
    if elsewhere:
        return None
    return referred_agent(pack) if wish.points else pack.dialogue.last_agent


def _wish(do: Do, match: re.Match[str], agents: Collection[str]) -> VersionWish | None:
    said = match.groupdict()
    subject = _tidied(said.get("what") or said.get("of") or "")
    subject = hyphened if (hyphened := subject.replace(" ", "-")) in agents else subject
    if subject not in agents and subject not in _POINTING and not _PLACE.fullmatch(subject):
        return None
    return VersionWish(
        do,
        agent=subject if subject in agents else "",
        name=(said.get("name") or "").strip(" '\"“”`*"),
        number=int(said.get("number") or 0),
        points=subject not in agents and subject != "",
    )


def _tidied(subject: str) -> str:
    """Return the words for an agent without what stands around its name: 'the agent `x`', 'x's'."""
    plain = re.sub(r"(?:'s|’s)$", "", subject.lower().strip(" '\"“”`*,"))
    named = re.sub(r"^(?:the |my |our )?(?:agent )?", "", plain).strip(" '\"“”`*")
    return plain if plain in _POINTING or not named else named
