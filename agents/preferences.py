"""What a message wants done with how its person likes answers, read by its words: no model decides it.

So nothing that a document or a page says can become a preference.
"""

import re
from typing import Literal, NamedTuple

from agents.context import ContextPack
from intent.types import ActionType, DialogueMove, Intent, Method, Move

_PLEASE = r"^(?:(?:please|can you|could you|and|ok|okay)[\s,]+)*"
_REMEMBER = re.compile(
    rf"{_PLEASE}(?:remember|note|keep in mind)(?:\s+that\b|\s+this)?[:,]?\s+(?P<line>\S[^\n]*)$", re.I
)
_OF_MINE = re.compile(
    r"^(?:I\s+(?:(?:really|always|usually|generally)\s+)?(?:prefer|like|love|dislike|hate|want|read|work in|"
    r"would (?:like|prefer)|(?:do not|don't) (?:like|want))|I'd (?:like|prefer)|my preferences?)\b",
    re.I,
)
_FORGET = re.compile(
    rf"{_PLEASE}(?:forget|delete|clear|erase|remove)\s+(?:all\s+)?(?:of\s+)?my\s+preferences[.!]?$", re.I
)
_TELL = re.compile(
    rf"{_PLEASE}(?:(?:what|which|show|tell|list|do you)\b[^\n\"':]{{0,50}}\bmy\s+preferences|"
    r"what do you (?:remember|know) (?:about|of) me)[?.!]*$",
    re.I,
)


class PreferenceWish(NamedTuple):
    """What is to be done with the person's preferences; `line` is what is to be remembered."""

    act: Literal["remember", "forget", "tell"]
    line: str = ""


def read_preference(message: str) -> PreferenceWish | None:
    """Return what a message wants done with the person's preferences, or None."""
    said = message.strip().replace("’", "'")
    if _FORGET.search(said):
        return PreferenceWish("forget")
    if _TELL.search(said):
        return PreferenceWish("tell")
    remembered = _REMEMBER.search(said)
    if remembered and _OF_MINE.search(remembered["line"]):
        return PreferenceWish("remember", remembered["line"].rstrip(" ."))
    return None


def preference_intent(pack: ContextPack) -> Intent | None:
    """Return the intent of a message about the person's preferences; what else is open stays open."""
    wish = read_preference(pack.message)
    if wish is None:
        return None
    action = ActionType.QUERY_INFO if wish.act == "tell" else ActionType.MANAGE_PLATFORM
    aside = DialogueMove(Move.ASIDE, pack.message) if pack.dialogue.pending else None
    reasoning = "It is about how you like answers."
    return Intent(action, 0.97, reasoning=reasoning, method=Method.EXPLICIT, move=aside)
