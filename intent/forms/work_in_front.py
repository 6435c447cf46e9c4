"""Turns an order of an agent behind its work, 'list what is late, build me an agent for that', around."""

import re
from datetime import date

from intent.forms.purpose import without_schedule
from intent.forms.schedules import find_when
from intent.forms.verbs import plain_verb

_ANY_DAY = date(2000, 1, 3)
_AGENT = r"(?:agent|bot|assistant|automation|workflow|agenten|assistenten|agente|asistente)"
_WANTED = (
    r"(?:build|make|create|set up|set|give|get|want|need|like|love|have|use|bau|baue|erstell|erstelle|mach|"
    r"mache|leg|lege|richte|brauche|möchte|crea|haz|hazme|créame|monta|quiero|necesito)"
)
_ORDER = re.compile(
    rf"^(?P<work>.{{12,}}?)\s*(?:[,;.:–—]|\s-)\s+"
    rf"(?P<order>[^,;.]*?\b{_WANTED}\b[^,;.]*?\b(?:an?|another|einen|un)\s+(?:[\w-]+\s+)?{_AGENT})"
    r"(?P<link>\s+(?:(?:for|to do|(?:that|which)\s+(?:does|do|can do|handles))\s+"
    r"(?:that|this|it|exactly that)|dafür|dazu|para (?:eso|esto|ello)|que (?:haga|hace) (?:eso|esto)))?"
    r"(?:\s+(?:an|ein|please|pls|bitte|por favor|for me|for us))*[\s.!?]*$",
    re.I,
)
# 'somebody should …. can that be an agent?'
_CAN_BE = re.compile(
    rf"^(?P<work>.{{12,}}?)[,;.–—]\s+(?:so )?(?:can|could|might|should) (?:that|this|it) "
    rf"(?:be|become) an? {_AGENT}[\s.!?]*$",
    re.I,
)
_SOMEBODY = re.compile(
    r"\b(?:somebody|someone|something) (?:should|must|has to|needs to|ought to|could)\s+", re.I
)
_POINTS = re.compile(r"\s*\b(?:dafür|dazu)\b", re.I)


def work_behind(text: str) -> str:
    """Return 'an agent that lists what is late' for a text with the work in front; else the text as it is."""
    if (wish := _CAN_BE.match(text)) and _is_work(work := _SOMEBODY.sub("", wish["work"])):
        return f"create an agent that {work}"
    found = _ORDER.match(text)
    if not found or not (found["link"] or _POINTS.search(found["order"])) or not _is_work(found["work"]):
        return text
    order = _POINTS.sub("", found["order"])
    joint = ", der" if order.lower().endswith("en") else " que" if order.lower().endswith("te") else " that"
    return f"{order}{joint} {found['work']}"


def _is_work(text: str) -> bool:
    """Return whether a text orders something by its verb, or says how often something is done."""
    first = without_schedule(text).strip(" ,").partition(" ")[0].lower()
    return bool(first) and (plain_verb(first) == first or find_when(text, _ANY_DAY) is not None)
