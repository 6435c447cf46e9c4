"""Reads what shall be told of projects: 'what's on my plate', 'what is due on Friday', 'show the tasks'."""

import re
from datetime import date
from functools import partial

from agents.compute.spoken_days import find_spoken_days
from agents.workspace.reading.references import read_reference, read_target
from agents.workspace.reading.vocabulary import KIND, PROJECT, STATE, is_plural, kind_of, state_word
from agents.workspace.reading.wishes import Look, Reference
from omniforge.projects.kinds import ENTITY_KINDS

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
    r"what(?:'s| is) new|what(?:'s| has)? (?:happened|changed)|where (?:do|are) (?:things|we) (?:stand|at)|"
    r"give (?:me|us) (?:a |an )?(?:quick )?(?:status|update|overview|catch-?up)|^(?:quick )?status update)\b",
    re.I,
)
_DUE = re.compile(
    r"\b(?:what|which|anything|something|everything|tasks?|show|list)\b.*\b(?:due|overdue|deadlines?)\b|"
    r"\b(?:upcoming )?deadlines\b",
    re.I,
)
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
_FACT = re.compile(
    r"^(?:when(?:'s| is| was)\s+(?P<due>.+?)\s+(?:due|to be done|finished)|"
    r"(?:to\s+)?whom?(?:'s| is| are)\s+(?:(?P<whose>.+?)\s+assigned(?:\s+to)?|"
    r"(?:assigned to|responsible for|working on|on)\s+(?P<work>.+))|"
    r"what(?:'s| is)\s+the\s+(?:due date|deadline|priority|state|status|assignee|probability|impact)\s+"
    r"(?:of|for)\s+(?P<of>.+))$",
    re.I,
)
_IN_STATE = re.compile(
    r"^(?:(?:what|which(?: ones?)?|who|anything)(?:'s| is| are)|is anything|show(?: me)? what(?:'s| is))"
    rf"\s+(?:still\s+|currently\s+)?(?P<state>{STATE})(?:\s+(?:in|of)\s+(?:this|the|our)\s+project)?$",
    re.I,
)
_THE_ONE = re.compile(
    rf"^(?:what(?:'s| is)|tell me)\s+(?:the|our)\s+(?P<kind>{KIND})"
    r"(?:\s+(?:of|for|in|behind)\s+(?:.*\bproject.*|this|it))?$",
    re.I,
)
_FILES = re.compile(
    r"^(?:(?:how )?(?:can|do|could) (?:i|we) )?(?:(?P<inward>import|upload|bring in)|export|download)\s+"
    r"(?:(?:the|this|my|our|an?|some|all|whole|these|new|of)\s+)*(?:projects?|documents?|docs|notes|files?)"
    r"(?P<rest>.*)$",
    re.I,
)
_TREE = re.compile(
    r"^(?:show|give|list|display|what is)\b.*\b(?:documents?|docs?) (?:tree|structure|outline|list)$", re.I
)
_FIND = re.compile(
    r"^(?!.*\b(?:web|online|internet)\b)"
    r"(?:find|search(?: for)?|look (?:up|for)|where(?:'s| is| are))\s+(?:(?:me|the|a|an|any|all|our|my)\s+)*"
    rf"(?P<kind>{KIND})\s+(?:about|on|with|for|that (?:mentions?|speaks? of)|mentioning)\s+(?P<what>.+)$",
    re.I,
)
_PLACE = r"(?:the|our|my|this|all(?: the)?)\s+(?:documents|docs|notes|projects?|workspace)"
_FIND_IN = re.compile(
    rf"^(?:search|look(?: in| through)?)\s+{_PLACE}\s+for\s+(?P<first>.+)$|"
    rf"^(?:find|search for|look for)\s+(?P<last>.+?)\s+in\s+{_PLACE}$",
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
    dated = partial(_due, today=today)
    ways = (_find, _files, _tree, _details, _fact, dated, _going, _listed, _in_state, _plate, _news)
    return next(filter(None, (read(said) for read in ways)), None)


def _of_these(said: str) -> Look:
    """Read which of the things that were told of or made last are meant: those that are open, overdue."""
    if _OVERDUE.search(said):
        return Look("these", state="overdue")
    state = _STATE.search(said)
    return Look("these", state=state_word(state["state"]) if state else "")


def _find(said: str) -> Look | None:
    if found := _FIND.match(said):
        return Look("find", Reference(found["what"], kind_of(found["kind"]).replace(PROJECT, "")))
    found = _FIND_IN.match(said)
    return Look("find", Reference(found["first"] or found["last"])) if found else None


def _details(said: str) -> Look | None:
    found = _DETAILS.match(said) or _OPEN.match(said)
    if not found:
        return None
    target, project = read_target(found["what"])
    return Look("details", target, project=project) if target.kind and target.words else None


def _files(said: str) -> Look | None:
    found = _FILES.match(said)
    state = "import" if found and found["inward"] else "export"
    return Look("files", state=state, project=_project(found["rest"])) if found else None


def _tree(said: str) -> Look | None:
    return Look("list", Reference("", "document"), project=_project(said)) if _TREE.search(said) else None


def _fact(said: str) -> Look | None:
    """Read a question for one field of a thing of a known kind: when it is due, whom it is assigned to."""
    found = _FACT.match(said)
    if not found:
        return None
    target, project = read_target(next(filter(None, found.groups())))
    return Look("details", target, project=project) if target.kind in ENTITY_KINDS else None


def _due(said: str, today: date) -> Look | None:
    if not _DUE.search(said):
        return None
    kind = next((kind_of(word) for word in re.findall(KIND, said, re.I)), "")
    state = "overdue" if _OVERDUE.search(said) else ""
    return Look("due", Reference("", kind), find_spoken_days(said, today), state, _project(said))


def _in_state(said: str) -> Look | None:
    """Read 'what is blocked?'; what is open or next is on the plate."""
    found = _IN_STATE.match(said)
    state = state_word(found["state"]) if found else ""
    return Look("list", state=state, project=_project(said)) if state not in ("", "open") else None


def _listed(said: str) -> Look | None:
    if found := _THE_ONE.match(said):
        return Look("list", Reference("", kind_of(found["kind"])), project=_project(said))
    found = _LIST.match(said)
    if not found or not is_plural(found["kind"]):
        return None
    kind, (_, project) = kind_of(found["kind"]), read_target(f"x{found['rest']}")
    state = _STATE.search(f"{found['before']} {found['rest']}")
    return Look(
        "list", Reference("", kind), state=state_word(state["state"]) if state else "", project=project
    )


def _plate(said: str) -> Look | None:
    return Look("plate", project=_project(said)) if _PLATE.search(said) else None


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
    return Look("news", project=_project(said)) if _NEWS.search(said) else None


def _project(said: str) -> str:
    return read_target(f"x {said}")[1]
