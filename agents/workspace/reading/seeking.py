"""Reads what shall be sought in projects: 'find the document about refunds', 'who is it assigned to?'."""

import re

from agents.workspace.reading.references import project_in, read_target
from agents.workspace.reading.vocabulary import KIND, PROJECT, STATE, kind_of, state_word
from agents.workspace.reading.wishes import Look, Reference
from omniforge.projects.kinds import ENTITY_KINDS

_FACT = re.compile(
    r"^(?:when(?:'s| is| was)\s+(?P<due>.+?)\s+(?:due|to be done|finished)|"
    r"(?:to\s+)?whom?(?:'s| is| are)\s+(?:(?P<whose>.+?)\s+assigned(?:\s+to)?|"
    r"(?:assigned to|responsible for|working on|on)\s+(?P<work>.+))|"
    rf"(?:is|are)\s+(?P<stands>.+?)\s+(?:already\s+|still\s+|now\s+|really\s+)?(?:{STATE}|overdue|late)|"
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
    r"(?:(?:the|this|my|our|an?|some|all|whole|these|new|of)\s+)*(?P<name>(?:[\w&'§-]+\s+){0,4}?)"
    r"(?P<what>projects?|documents?|docs|notes|files?)\b"
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


def read_search(said: str) -> Look | None:
    """Return what is looked for by words, the tree of documents, or where files come in and go out."""
    return _find(said) or _files(said) or _tree(said)


def read_fact(said: str) -> Look | None:
    """Return what is asked of one thing, of those in a state, or of the one of a kind."""
    return _fact(said) or _in_state(said) or _the_one(said)


def _find(said: str) -> Look | None:
    if found := _FIND.match(said):
        return Look("find", Reference(found["what"], kind_of(found["kind"]).replace(PROJECT, "")))
    found = _FIND_IN.match(said)
    return Look("find", Reference(found["first"] or found["last"])) if found else None


def _files(said: str) -> Look | None:
    found = _FILES.match(said)
    if not found:
        return None
    name = found["name"].strip() if found["what"].lower() == PROJECT else ""
    state = "import" if found["inward"] else "export"
    return Look("files", state=state, project=name or project_in(found["rest"]))


def _tree(said: str) -> Look | None:
    return Look("list", Reference("", "document"), project=project_in(said)) if _TREE.search(said) else None


def _fact(said: str) -> Look | None:
    """Read a question for one field of a thing of a known kind: when it is due, whom it is assigned to."""
    found = _FACT.match(said)
    if not found:
        return None
    target, project = read_target(next(filter(None, found.groups())))
    return Look("details", target, project=project) if target.kind in ENTITY_KINDS else None


def _in_state(said: str) -> Look | None:
    """Read 'what is blocked?'; what is open or next is on the plate."""
    found = _IN_STATE.match(said)
    state = state_word(found["state"]) if found else ""
    return Look("list", state=state, project=project_in(said)) if state not in ("", "open") else None


def _the_one(said: str) -> Look | None:
    """Read 'what is the goal of this project?'."""
    found = _THE_ONE.match(said)
    return Look("list", Reference("", kind_of(found["kind"])), project=project_in(said)) if found else None
