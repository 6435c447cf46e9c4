"""Reads what shall go, move to another place, be put in order, or be linked."""

import re
from collections.abc import Iterator
from dataclasses import replace

from agents.schedules.vocabulary import DAY
from agents.workspace.reading.references import read_reference, read_target
from agents.workspace.reading.vocabulary import PROJECT, STATE
from agents.workspace.reading.wishes import Reference, WishedOperation

_DELETE = re.compile(r"^(?:delete|remove|trash|erase|get rid of|throw away|bin)\s+(?P<what>.+)$", re.I | re.S)
_LINK_OF = re.compile(
    r"^(?:the\s+)?(?:(?P<first>.+?)\s+)?link(?:s)?\s+(?:from|between|of|to)\s+(?P<second>.+)$", re.I
)
_PART_OF = re.compile(r"^(?P<part>.+?)\s+(?:from|of|in|on)\s+(?P<whole>.+)$", re.I)
_PARTS = re.compile(
    r"\b(?:label|tag|section|paragraph|chapter|heading|bullet|line|due date|deadline|priority|"
    r"description)s?\b",
    re.I,
)
_CLEARED = {"due date": "due_on", "deadline": "due_on", "priority": "priority", "description": "description"}
_LINK = re.compile(
    r"^(?:link|connect|attach|relate|tie)\s+(?P<first>.+?)\s+(?:to|with|and)\s+(?P<second>.+)$", re.I
)
_UNLINK = re.compile(
    r"^(?:unlink|disconnect|detach|untie)\s+(?P<first>.+?)\s+(?:from|and|to)\s+(?P<second>.+)$", re.I
)
_MOVE = re.compile(
    r"^(?:move|put|file|place|drop|nest)\s+(?P<what>.+?)\s+"
    r"(?P<way>out of|under|underneath|below|beneath|inside|into|in|to|onto)\s+(?P<where>.+)$",
    re.I,
)
_MERGE = re.compile(
    r"^(?:merge|combine|fold|join)\s+(?P<first>.+?)\s+(?P<way>into|in to|in|with|and)\s+(?P<second>.+)$", re.I
)
_NO_PLACE = re.compile(rf"^(?:{STATE}|{DAY}\b.*|(?:next|this)\s+\w+|tomorrow|today)$", re.I)
_TOP = re.compile(r"^(?:the\s+)?(?:top|root|top level|first level)(?:\s+(?:of|level).*)?$", re.I)
_ORGANIZE = re.compile(
    r"^(?:organi[sz]e|tidy(?: up)?|clean up|restructure|sort out)\b(?P<what>.*)$|"
    r"^(?:structure|sort|group|arrange|order)\b(?P<documents>.*\b(?:documents|docs|notes)\b.*)$",
    re.I,
)
_GET_ORGANIZED = re.compile(
    r"^(?:get|put|bring)\b(?P<what>.{0,60}?)\b(?:organi[sz]ed|in(?:to)? order|tidied up)\b", re.I
)
_DOCUMENTS = re.compile(r"\b(?:documents?|docs?|notes?|folders?)\b", re.I)
_ALL = re.compile(
    r"^(?:\s*(?:it|this|that|them|these|everything|things|all|stuff|all of (?:it|this|them)|"
    r"(?:the|this|my|our) project)?\s*(?:all|up|out|a bit)?)?$",
    re.I,
)


def read_placing(clause: str) -> Iterator[WishedOperation]:
    """Yield what a clause wants deleted, moved, merged, organised, linked or unlinked."""
    operation = _linked(clause) or _merged(clause) or _deleted(clause) or _organized(clause) or _moved(clause)
    if operation:
        yield operation


def _linked(clause: str) -> WishedOperation | None:
    for action, pattern in (("link", _LINK), ("unlink", _UNLINK)):
        if found := pattern.match(clause):
            return _between("link" if action == "link" else "unlink", found["first"], found["second"])
    return None


def _between(action: str, first: str, second: str) -> WishedOperation:
    one, project = read_target(first)
    other, named = read_target(second)
    kind: str = action
    return WishedOperation(
        "unlink" if kind == "unlink" else "link", one, other=other, project=project or named
    )


def _merged(clause: str) -> WishedOperation | None:
    """Read 'merge A into B'; of 'merge A and B' it has to be asked which one stays."""
    found = _MERGE.match(clause)
    if not found:
        return None
    one, project = read_target(found["first"])
    other, named = read_target(re.sub(r"\s+together$", "", found["second"]))
    if not (one.kind or other.kind) or PROJECT in (one.kind, other.kind):
        return None
    kind = one.kind or other.kind
    ends = [replace(end, kind=end.kind or kind) for end in (one, other)]
    asks = "" if found["way"].lower().startswith("in") else "which"
    return WishedOperation("merge", ends[0], other=ends[1], asks=asks, project=project or named)


def _deleted(clause: str) -> WishedOperation | None:
    found = _DELETE.match(clause)
    if not found:
        return None
    what = found["what"]
    if link := _LINK_OF.match(what):
        ends = (
            (link["first"], link["second"])
            if link["first"]
            else re.split(r"\s+(?:and|to)\s+", link["second"], maxsplit=1)
        )
        return _between("unlink", ends[0] or "", ends[-1] or "")
    if (part := _PART_OF.match(what)) and _PARTS.search(part["part"]):
        target, project = read_target(part["whole"])
        named = re.sub(r"^(?:the|its)\s+", "", part["part"].lower())
        fields = {_CLEARED[named]: None} if named in _CLEARED else {}
        return WishedOperation("update", target, fields, project=project)
    target, project = read_target(what)
    return WishedOperation("delete", target, project=project)


def _organized(clause: str) -> WishedOperation | None:
    found = _GET_ORGANIZED.match(clause) or _ORGANIZE.match(clause)
    if not found:
        return None
    what = next(group for group in found.groups() if group is not None).strip()
    if not _DOCUMENTS.search(what) and not _ALL.match(re.sub(r"\s+(?:in)?to\s+.*$", "", what)):
        return None
    _, project = read_target(f"documents {what}")
    return WishedOperation("organize", Reference("", "document"), project=project)


def _moved(clause: str) -> WishedOperation | None:
    found = _MOVE.match(clause)
    if not found or re.match(r"forward\b", found["what"], re.I) or _NO_PLACE.match(found["where"]):
        return None
    what, where = found["what"], found["where"]
    out, target = found["way"].lower() == "out of", read_reference(what)
    place = Reference("", "document") if _TOP.match(where) else read_reference(where)
    if not (target.kind or place.kind):
        return None
    if out or place.kind == PROJECT:
        if target == Reference():
            return None
        return WishedOperation("move", target, other=Reference(place.words, PROJECT))
    return WishedOperation("move", target, other=place)
