"""Reads what shall be told of projects: 'what's on my plate', 'what is due on Friday', 'show the tasks'."""

import re
from datetime import date
from functools import partial

from agents.compute.spoken_days import SpokenDays, find_month, find_spoken_days
from agents.workspace.reading.people import read_whose
from agents.workspace.reading.references import project_in, read_reference, read_target
from agents.workspace.reading.seeking import read_fact, read_search
from agents.workspace.reading.vocabulary import (
    KIND,
    SAID_PRIORITY,
    STATE,
    is_plural,
    kind_of,
    priority_of,
    state_word,
)
from agents.workspace.reading.wishes import Look, Reference

_PLATE = re.compile(
    r"\b(?:on (?:my|our) plate|figure out (?:what|the|our|my)\b.{0,30}\bnext\b|"
    r"(?:do|must|should) (?:i|we) (?:still )?(?:have to |need to )?(?:do|work on)"
    r"(?: next| now| first| today)?\s*$|"
    r"what(?:'s| is) (?:still )?(?:left|open|outstanding|pending|next)\b(?! for\b)|"
    r"my (?:open )?(?:tasks|to-?dos)|(?:my|the) to-?do list)",
    re.I,
)
_NEWS = re.compile(
    r"\b(?:catch (?:me|us) up|bring (?:me|us) up to (?:speed|date)|fill me in|what did (?:i|we) miss|"
    r"what(?:'s| is) new|what(?:'s| has)? (?:happened|changed)(?! in version)|"
    r"where (?:do|are) (?:things|we) (?:stand|at)|"
    r"give (?:me|us) (?:a |an )?(?:quick )?(?:status|update|overview|catch-?up)|^(?:quick )?status update)\b",
    re.I,
)
_CHANGED_BY = re.compile(
    r"^what (?:did|has|have) (?!we\b|you\b)(?P<who>[\w.'-]+(?: [\w.'-]+){0,2}?) (?:last )?"
    r"(?:change|edit|add|delete)(?:e?d)?\b|"
    r"^what (?:did|has) (?P<doer>(?-i:[A-Z])[\w.'-]+(?: (?-i:[A-Z])[\w.'-]+)?) "
    r"(?:do|done|been doing|work(?:ed)? on)\b",
    re.I,
)
_DUE = re.compile(
    r"\b(?:what|which|anything|something|everything|tasks?|show|list)\b.*"
    r"\b(?:due|overdue|deadlines?|(?:is|are|running) late)\b|"
    r"\b(?:upcoming )?deadlines\b",
    re.I,
)
_UNTIL = re.compile(r"\b(?:by|until|till|before|up to)\s+(?:the\s+)?(?:end of\s+)?$", re.I)
_SPAN = re.compile(r"\b(?:week|month)\b", re.I)
_OVERDUE = re.compile(r"\b(?:overdue|late)\b", re.I)
_GOING = re.compile(
    r"\b(?:what(?:'s| is)(?: going on| happening| up)(?: with| in| on)|how(?:'s| is| are)|"
    r"(?:what(?:'s| is) )?the (?:status|state) of|(?:status|update me|update us) (?:of|on|about)|"
    r"(?:tell me|what do we know) about|^(?:(?:give|show) (?:me|us) )?(?:an? |the )?(?:quick |short )?"
    r"(?:overview|update|status|summary) (?:of|on)|^(?:summari[sz]e|sum up)(?=.*\bprojects?\b))"
    r"\s+(?P<what>.+?)"
    r"(?:\s+(?:going|doing|coming along|looking|progressing|standing))?[\s?.!]*$",
    re.I,
)
_REPORT = re.compile(r"\b(?:health|status|progress) (?:report|check|overview)\b.*\bprojects\b", re.I)
_LIST = re.compile(
    r"^(?:show|list|give|display|what|which|see|view|are there|do we have|name|how many)\b"
    rf"(?P<before>.*?)\b(?P<kind>{KIND})\b(?P<rest>.*)$",
    re.I,
)
_SAYS = re.compile(r"\b(?:says?|mentions?|tells?|speaks?|does|did|do(?! we have| i have| you have))\b", re.I)
_DETAILS = re.compile(
    r"^(?:show|give|tell)\s+(?:me\s+|us\s+)?(?:the\s+|some\s+|more\s+)*(?:details?|more)\s+(?:for|of|on|about)\s+(?P<what>.+)$",
    re.I,
)
_OPEN = re.compile(
    r"^(?:open|read|show me|show|summari[sz]e|sum up|recap|(?:give me )?an? (?:short )?summary of)\s+"
    rf"(?P<what>(?:the\s+)?(?:{KIND})\s+(?:(?:called|named|titled)\s+)?\S.*?|"
    rf"(?:the|my|our)\s+(?:\S+\s+){{1,6}}(?:{KIND}))(?:\s+and\s+(?:summari[sz]e|read|show)\b.*)?$",
    re.I,
)
_CALENDAR = re.compile(r"\b(?:calendar|agenda|diary|appointments?|meetings?|events?|agents?|skills?)\b", re.I)
_THESE = re.compile(
    r"^(?:which|what|how many|show(?: me)?)(?: ones?)?(?: of| among)? (?:these|those|them)\b(?P<rest>.*)$",
    re.I,
)
_STATE = re.compile(rf"\b(?P<state>{STATE})\b", re.I)


def read_look(sentence: str, today: date) -> Look | None:
    """Return what a sentence wants told of projects; None where it is about something else."""
    said = sentence.strip(" ?!.")
    if _CALENDAR.search(said):
        return None
    if found := _THESE.match(said):
        return _of_these(found["rest"])
    dated, whose = partial(_due, today=today), partial(read_whose, today=today)
    ways = (read_search, whose, _details, read_fact, dated, _going, _listed, _plate, _news)
    return next(filter(None, (read(said) for read in ways)), None)


def _of_these(said: str) -> Look:
    """Read which of the things that were told of or made last are meant: those that are open, overdue."""
    if _OVERDUE.search(said):
        return Look("these", state="overdue")
    state = _STATE.search(said)
    return Look("these", state=state_word(state["state"]) if state else "")


def _details(said: str) -> Look | None:
    found = _DETAILS.match(said) or _OPEN.match(said)
    if not found:
        return None
    target, project = read_target(found["what"])
    return Look("details", target, project=project) if target.kind and target.words else None


def _due(said: str, today: date) -> Look | None:
    if not _DUE.search(said):
        return None
    kind = next((kind_of(word) for word in re.findall(KIND, said, re.I)), "")
    state = "overdue" if _OVERDUE.search(said) else ""
    return Look("due", Reference("", kind), _asked_days(said, today), state, project_in(said))


def _asked_days(said: str, today: date) -> SpokenDays | None:
    """Return the days that are asked about; what is due by a day, this week or this month may be overdue."""
    days = find_spoken_days(said, today) or find_month(said, today)
    if not days or not (_UNTIL.search(said[: days.start]) or (days.first == today and _SPAN.search(said))):
        return days
    return days._replace(first=date.min, number=(days.last - date.min).days + 1)


def _listed(said: str) -> Look | None:
    found = _LIST.match(said)
    if not found or not is_plural(found["kind"]) or _SAYS.search(found["before"]):
        return None
    kind, (_, project) = kind_of(found["kind"]), read_target(f"x{found['rest']}")
    about = f"{found['before']} {found['rest']}"
    state, urgency = _STATE.search(about), re.search(SAID_PRIORITY, about, re.I)
    return Look(
        "list",
        Reference("", kind),
        state=state_word(state["state"]) if state else "",
        project=project,
        priority=priority_of(urgency[0]) if urgency else None,
    )


def _plate(said: str) -> Look | None:
    return Look("plate", project=project_in(said)) if _PLATE.search(said) else None


def _going(said: str) -> Look | None:
    if _REPORT.search(said):
        return Look("overview")
    found = _GOING.search(said)
    if not found:
        return None
    what = found["what"]
    if re.fullmatch(r"(?:it|you|things|everything|life|that|this)(?:\s.*)?", what, re.I):
        return None
    if re.fullmatch(r"(?:all )?(?:my|our|the|active|all) (?:active )?projects", what, re.I):
        return Look("overview")
    return Look("overview", read_reference(re.sub(r"\s+status$", "", what)))


def _news(said: str) -> Look | None:
    if found := _CHANGED_BY.match(said):
        return Look("news", Reference(found["who"] or found["doer"], "person"), project=project_in(said))
    return Look("news", project=project_in(said)) if _NEWS.search(said) else None
