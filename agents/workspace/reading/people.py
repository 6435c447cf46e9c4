"""Reads whose things are asked about: 'what is assigned to Derek?', 'my tasks', 'which tasks has nobody?'."""

import re
from datetime import date

from agents.compute.spoken_days import find_spoken_days
from agents.workspace.reading.references import project_in
from agents.workspace.reading.vocabulary import KIND, PROJECT, STATE, kind_of, state_word
from agents.workspace.reading.wishes import EACH, ME, NOBODY, Look, Reference

_NO_NAME = (
    "the|an?|this|that|these|those|it|there|they|we|you|what|who|which|any(?:one|body)|every(?:one|body)|"
    "some(?:one|body)"
)
_WHO = rf"(?P<who>(?!(?:{_NO_NAME})\b)[\w.-]+(?: (?-i:[A-Z])[\w.-]+)?)"
_WORK = r"(?:tasks?|to-?dos?|action items?|work)"
_WHICH = rf"(?:own\s+|{STATE}\s+|overdue\s+|late\s+)*"
_WHOSE = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"\b(?:assigned to|owned by)\s+{_WHO}(?=$|\s|,)",
        rf"^(?:what|which {KIND})(?:'s| is| are| am)\s+{_WHO}\s+(?:still |currently )?"
        r"(?:working on|responsible for|in charge of|busy with|assigned(?: to)?|supposed to do)\b",
        rf"^what\s+(?:does|do|has|have|must|should)\s+{_WHO}\s+(?:still )?"
        r"(?:have to do|have on|need to do|got to do|work on|own)$",
        rf"^(?:does|do|has)\s+{_WHO}\s+(?:have |got )?(?:any|some)",
        rf"^what(?:'s| is)\s+on\s+(?!my\b|our\b){_WHO}'s?\s+(?:plate|list|desk)\b",
        r"^(?:(?:what|which)(?:'s| is| are)|show|list|give|see)\s+(?:(?:me|us|all|of)\s+)*"
        rf"{_WHO}(?:(?<=\bmy)|'s?)\s+{_WHICH}{_WORK}\b",
        rf"^{_WHO}(?:(?<=\bmy)|'s?)\s+{_WHICH}{_WORK}$",
    )
)
_NOBODY = re.compile(
    r"\b(?:unassigned|not assigned|without (?:an? )?(?:assignee|owner|person)|"
    r"(?:has|have|with) (?:no|nobody|no ?one)(?: (?:assignee|owner|assigned|on it|responsible))?|"
    r"assigned to (?:nobody|no ?one)|nobody(?:'s| is| has| is working on| owns)?)\b",
    re.I,
)
_EACH = re.compile(
    r"^who(?:'s| is| are)? "
    r"(?:(?:currently )?(?:working on|doing|responsible for|assigned to)|does|do|has) what\b",
    re.I,
)
_ASKS = re.compile(
    r"^(?:what|which|show|list|give|who|name|see|is there|are there|does|do|has|how many|my|\S+'s)\b", re.I
)
_OVERDUE = re.compile(r"\b(?:overdue|late)\b", re.I)
_SOMEBODY = {"me": ME, "my": ME, "i": ME, "myself": ME, "nobody": NOBODY, "noone": NOBODY}


def read_whose(said: str, today: date) -> Look | None:
    """Return that the things of a person are asked about, of nobody, or of who is asking."""
    who = _who(said) if _ASKS.match(said) else ""
    if not who:
        return None
    kind = next((kind_of(word) for word in re.findall(KIND, said, re.I)), "")
    if kind in (PROJECT, "document"):
        return None
    state = "overdue" if _OVERDUE.search(said) else _state(said)
    days = find_spoken_days(said, today)
    return Look("whose", Reference("", kind), days, state, project_in(said), who=who)


def _who(said: str) -> str:
    if _EACH.search(said):
        return EACH
    found = next((match for pattern in _WHOSE if (match := pattern.search(said))), None)
    if not found:
        return NOBODY if _NOBODY.search(said) and re.search(KIND, said, re.I) else ""
    who = found["who"]
    return _SOMEBODY.get(who.lower().replace(" ", ""), who)


def _state(said: str) -> str:
    found = re.search(rf"\b{STATE}\b", said, re.I)
    return state_word(found[0]) if found else ""
