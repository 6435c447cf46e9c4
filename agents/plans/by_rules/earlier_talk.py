"""Reads a question about what was said in earlier conversations: 'what did we agree on pricing?'."""

import re
from dataclasses import dataclass

_MOST = 200  # characters of a search
_SAID = (
    r"(?:agree|decide|settle|say|said|discuss|talk|speak|chat|conclude|write|mention|tell|told|ask|promise|plan|"
    r"bring up|come up with)(?:ed|d)?"
)
_ABOUT = (
    r"(?:\s+(?:you|me|us))?(?:\s+(?:any|some)thing)?"
    r"(?:\s+(?:up)?(?:on|about|regarding|concerning|for|of|to|with)\b)*"
)
_WHO = r"(?:we|i|you)"
_REMEMBER = r"(?:do you |can you )?(?:still )?(?:remember|recall)\s+"
_FORMS = (
    r"(?:what|where|when|how|why|who|which \w+)\s+(?:did|have|had|was it(?: that)?)\s+"
    rf"{_WHO}\s+(?:all\s+)?{_SAID}{_ABOUT}",
    rf"(?:(?:find|look up|tell me|remind me|show me)\s+)?what\s+{_WHO}\s+(?:have\s+|had\s+)?{_SAID}{_ABOUT}",
    r"what was (?:the|our|my) (?:decision|agreement|conclusion|outcome)\s+(?:on|about|regarding|for|of)",
    r"what (?:was|were|has been|have been) (?:agreed|decided|said|settled|discussed|concluded)\s+"
    r"(?:up)?(?:on|about|for)",
    r"what do you (?:still )?(?:remember|recall)\s+(?:about|of)",
    rf"(?:did|have)\s+{_WHO}\s+(?:ever\s+|already\s+)?{_SAID}{_ABOUT}",
    rf"{_REMEMBER}(?:when|what|how|that|where|the time)\s+{_WHO}\b(?:\s+{_SAID}{_ABOUT})?",
    rf"{_REMEMBER}(?:our|my|the)\s+(?:talk|chat|conversation|discussion)s?{_ABOUT}",
    r"(?:search|look (?:through|in)|go through)\s+(?:my|our)\s+(?:earlier |past |old |other )?"
    r"(?:chats?|conversations?)\s+for",
)
_ASKED = re.compile(
    rf"^(?:hey,?\s+|please\s+|so,?\s+)*(?:{'|'.join(_FORMS)})\s+(?P<about>.+?)[\s.?!]*$", re.I
)
_HERE = re.compile(
    r"\b(?:this (?:chat|conversation|thread)|so far|just now|(?:a|one) (?:moment|minute) ago)\b", re.I
)
_WHEN = re.compile(
    r"\s*\b(?:last (?:time|week|month|year|\w+day)|yesterday|before|earlier|back then|"
    r"in (?:an? |our |my )?(?:earlier|last|past|other) (?:chat|conversation)s?)\s*$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Recalling:
    """The words to look for in the person's earlier conversations."""

    words: str


def read_recalling(task: str) -> Recalling | None:
    """Return what is to be recalled; None where nothing is, or only what was said in this conversation."""
    found = _ASKED.search(task.strip())
    if not found or _HERE.search(task):
        return None
    words = _WHEN.sub("", found["about"])[:_MOST].strip(" ?!.,'\"")
    return Recalling(words) if words else None
