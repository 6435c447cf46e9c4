"""Reads what shall be made: 'add a high-priority task to email the beta list by Friday'."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

from agents.compute.spoken_days import find_spoken_days
from agents.workspace.reading.references import read_reference, without_project
from agents.workspace.reading.vocabulary import KIND, PROJECT, SAID_PRIORITY, is_plural, kind_of, priority_of
from agents.workspace.reading.wishes import Reference, WishedOperation
from agents.workspace.reading.writing import headings_in

_VERB = r"create|make|write|draft|build|generate|produce|add|set up|start|open|new|begin"
_CONNECTS = (
    r"to|for|called|named|titled|entitled|about|on|in|that|which|with|by|due|from|under|below|i|we|so|and|"
    r"at|until|instead|of|outlining|covering|describing|summari[sz]ing|explaining"
)
_CREATE = re.compile(
    rf"^(?P<verb>{_VERB})\b\s*(?:(?:me|us)\s+)?(?P<before>(?:[^\s,:;]+\s+){{0,6}}?)(?P<kind>{KIND})"
    rf"(?=$|\s*[:,(–—]|\s+-|\s+§|\s+(?-i:[A-Z])|\s+(?:{_CONNECTS})\b)(?P<rest>.*)$",
    re.I | re.S,
)
_ONTO = re.compile(
    rf"^(?:add|put|note|log|record|capture|note down|write down)\s+(?P<title>.+?)\s+"
    rf"(?:as\s+(?:an?|another|a new)\s+(?:{SAID_PRIORITY}\s+)?(?P<kind>{KIND})|"
    r"(?:to|on|onto|into)\s+(?:the|my|our)\s+(?P<list>to-?do|task|goal|risk|requirement|milestone)s?"
    r"(?:\s+(?:list|log|board|register|backlog))?)(?P<rest>\b.*)$",
    re.I,
)
_SHORT = re.compile(rf"^(?:new\s+)?(?P<kind>{KIND})\s*:\s*(?P<title>\S.*)$", re.I | re.S)
_FROM_IT = re.compile(
    rf"^(?:make|turn|convert|change)\s+(?:this|that|it)\s+(?:in)?(?:to\s+)?an?\s+(?P<kind>{KIND})\b(?:\s+instead)?$",
    re.I,
)
_NOT_NEW = re.compile(
    r"\b(?:to|from|of|on|as|and|or|this|that|these|those|it|section|paragraph|heading|chapter|label|"
    r"link|comment|bullet|line|row|agent|skill|file|excel|table|spreadsheet|all|every|each)\b",
    re.I,
)
_DETERMINERS = re.compile(
    r"^(?:(?:an?|another|one more|one|the|some|new|quick|short|simple|little|brief|my|our|two|three|few|more)"
    r"\s+)+",
    re.I,
)
_NAMED = re.compile(
    r"^\s*(?:(?:[:–—-]|,?\s*(?:and\s+)?(?:called|named|titled|entitled)\b|,?\s*(?:call|name|title) it\b)"
    r"\s*:?|(?=§))\s*"
    r"(?P<name>\S.*)$",
    re.I | re.S,
)
_TO_DO = re.compile(r"^\s*(?:to|for|about|on|of)\s+(?P<name>\S.*)$", re.I | re.S)
_DUE = re.compile(
    r"(?:[\s,(]*\b(?:and\s+(?:it's\s+)?)?"
    r"(?:due(?: on| by)?|by|until|before|no later than|on|for|with a deadline of))?"
    r"[\s,(]*(?:the end of\s+|end of\s+|this coming\s+)?$",
    re.I,
)
_HEAD_PREPOSITION = re.compile(r"\b(?:due|by|until|before|no later than|deadline of)\b", re.I)
_URGENCY = re.compile(
    rf"[\s,(]*(?:\b(?:with|as|at|and|it's|make it)\s+)?(?:\ba\s+)?\b{SAID_PRIORITY}\b(?:\s+priority)?\)?",
    re.I,
)
_ASSIGNED = re.compile(
    r"[\s,]*(?:and\s+)?\bassign(?:ed)?\s+(?:it\s+)?to\s+(?P<who>[\w§][\w§ '-]{0,60})", re.I
)
_EDGES = re.compile(r"^[\s,.:;()–—-]+|[\s,.:;()–—-]+$")
_DESCRIBES = re.compile(
    r"[\s,]+(?P<text>(?:that|which|i can|outlining|covering|describing|summari[sz]ing)\b.*)$", re.I | re.S
)
_SECTIONS = re.compile(
    r"[\s,]*\b(?:with|and|having|containing)\s+(?:(?:the|these|an?|two|three|four|five|\d)\s+)*"
    r"(?:sections?|chapters?|headings?)\b\s*(?:called|named|titled|for|on|about)?\s*:?\s*(?P<list>\S.*)$",
    re.I,
)
_ABOUT = re.compile(r"^(?P<name>.+?(?<!\ball)(?<!\beverything)),?\s+about\s+(?P<text>.+)$", re.I | re.S)
_QUOTED = re.compile(r"§\d+§")
_IN = re.compile(
    r"^\s*(?:in|inside|within|to)\s+(?:the\s+)?(?P<project>[A-Z§][\w§&'-]*(?:\s+[A-Z§][\w§&'-]*){0,4})(?=$|\W)"
)
_BELOW = re.compile(r"\s*\b(?:under|below|beneath|inside)\s+(?P<parent>\S.*)$", re.I)
_CAPITAL = re.compile(r"\s+(?!(?:I|We)\b)[A-Z]")  # of a name that follows bare: 'create a document Glossary'
_STATED = ("goal", "risk", "requirement", "milestone")  # what is called by what it says
_THAT = re.compile(r"\s*that\s+(?P<name>\S.*)$", re.I | re.S)
_MOST = 200  # characters of a title


def read_creation(clause: str, today: date) -> Iterator[WishedOperation]:
    """Yield what a clause wants made; several where it lists several."""
    if found := _FROM_IT.match(clause):
        yield WishedOperation("create", Reference("", kind_of(found["kind"])), other=Reference())
    elif found := _SHORT.match(clause):
        kind = kind_of(found["kind"])
        title, project = _apart(kind, found["title"])
        yield _creation(kind, title, "", today, project=project)
    elif found := _ONTO.match(clause):
        kind = kind_of(found["kind"] or found["list"])
        rest, project = _apart(kind, found["rest"])
        title = re.sub(rf"^(?:an?\s+)?{KIND}\s+(?:that|to|for|:)\s*", "", found["title"], flags=re.I)
        yield _creation(kind, title, rest, today, said=clause, project=project)
    elif (found := _CREATE.match(clause)) and _makes_new(found):
        yield from _created(found, today)


def _makes_new(found: re.Match[str]) -> bool:
    before, verb = found["before"], found["verb"].lower()
    if _NOT_NEW.search(before):
        return False
    definite = re.match(r"(?:the|my|our)\b", before, re.I)
    return not definite or verb in ("create", "write", "draft") or bool(_NAMED.match(found["rest"]))


def _created(found: re.Match[str], today: date) -> Iterator[WishedOperation]:
    kind, before = kind_of(found["kind"]), found["before"]
    rest, project = _apart(kind, found["rest"])
    if is_plural(found["kind"]) and (
        named := re.match(r"^\s*(?::|to|for|called)\s*(?P<list>.+)$", rest, re.S)
    ):
        for title in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", named["list"]):
            yield _creation(kind, title, "", today, said=before, project=project)
        return
    rest, content = _sectioned(rest) if kind == "document" else (rest, "")
    title, other = _titled(kind, before, rest)
    if _QUOTED.fullmatch(title) and not project:
        other, project = _located(other)
    made = _creation(kind, title, other, today, said=before, project=project)
    yield replace(made, fields={**made.fields, "content": content}) if content else made


def _sectioned(rest: str) -> tuple[str, str]:
    """Return what follows a new document without the sections that it is to have, and those as Markdown."""
    found = _SECTIONS.search(rest)
    if not found:
        return rest, ""
    return rest[: found.start()], "\n".join(f"## {name}\n" for name in headings_in(found["list"]))


def _located(rest: str) -> tuple[str, str]:
    """Return what follows a quoted name without the project in which the thing is to be, and that project."""
    found = _IN.match(rest)
    return (rest[found.end() :], found["project"]) if found else (rest, "")


def _apart(kind: str, text: str) -> tuple[str, str]:
    """Return a text without the project in which something is to be made, and that project's name."""
    if kind == PROJECT:
        return text, ""
    rest, project = without_project(f"x {text.strip()}")
    return rest.removeprefix("x"), project


def _titled(kind: str, before: str, rest: str) -> tuple[str, str]:
    """Return a new thing's title and what else is said: from what follows the kind, else what precedes it."""
    lead = _EDGES.sub("", _URGENCY.sub("", _DETERMINERS.sub("", before)))
    rest, described = _parted(rest) if kind != "task" else (rest, "")
    if kind in _STATED and (stated := _THAT.match(described)) and not (lead or rest.strip()):
        return stated["name"], ""
    if named := _NAMED.match(rest):
        return _name_and_rest(kind, named["name"], described)
    if (about := _TO_DO.match(rest)) and not _is_only_when(rest):
        takes_lead = lead and kind != "task" and not kind_of(lead)
        return (lead, "") if takes_lead else (about["name"], described)
    if not lead and _CAPITAL.match(rest):
        return rest.strip(), described
    return lead, f"{rest} {described}"


def _name_and_rest(kind: str, said: str, described: str) -> tuple[str, str]:
    """Return a name with what else is said: quotation marks end it, and of a project what it is about."""
    if quoted := _QUOTED.match(said):
        return quoted[0], said[quoted.end() :]
    if kind == PROJECT and (about := _ABOUT.match(said)):
        return about["name"], f"{about['text']} {described}".strip()
    return said, described


def _parted(rest: str) -> tuple[str, str]:
    found = _DESCRIBES.search(f" {rest}")
    return (rest[: max(found.start() - 1, 0)], found["text"]) if found else (rest, "")


def _is_only_when(rest: str) -> bool:
    return bool(
        re.match(r"^\s*(?:for|on)\s+(?:today|tomorrow|\w+day|next week|this week)\b[\s.]*$", rest, re.I)
    )


def _creation(
    kind: str, title: str, rest: str, today: date, *, said: str = "", project: str = ""
) -> WishedOperation:
    parent = None
    if kind == "document" and (below := _BELOW.search(f"{title} {rest}".strip())):
        title, parent = f"{title} {rest}".strip()[: below.start()], read_reference(below["parent"])
        rest = ""
    fields: dict[str, Any] = {}
    if kind not in (PROJECT, "document"):
        title, due = take_due(title, today)
        due = due or take_due(rest, today)[1]
        fields |= {"due_on": due} if due else {}
        priority = _priority(f"{said} {title} {rest}")
        fields |= {"priority": priority} if priority else {}
        title = _URGENCY.sub("", title) if priority else title
        if assigned := _ASSIGNED.search(title):
            title = f"{title[: assigned.start()]}{title[assigned.end() :]}"
            fields["assignee"] = assigned["who"].strip()
    if kind in (PROJECT, "document") and (described := _EDGES.sub("", rest)):
        fields["description"] = described
    name = _as_title(kind, title)
    asks = "" if name else "title"
    return WishedOperation("create", Reference(name, kind), fields, parent, asks, project)


def take_due(text: str, today: date) -> tuple[str, date | None]:
    """Return a text without the day on which something is due, and that day: the last one of several."""
    days = find_spoken_days(text, today)
    if not days:
        return text, None
    head, tail = text[: days.start], text[days.end :]
    stem = _DUE.sub("", head)
    preposition = head[len(stem) :]
    if tail.strip(" .,!)") and not _HEAD_PREPOSITION.search(preposition):
        return text, None  # 'prepare the Friday demo'
    return f"{stem} {tail.strip(' ,)')}".strip(), days.last


def _priority(text: str) -> int | None:
    found = re.search(SAID_PRIORITY, text, re.I)
    return priority_of(found[0]) if found else None


def _as_title(kind: str, words: str) -> str:
    name = _EDGES.sub("", " ".join(words.split()))
    if kind in ("goal", PROJECT, "document", "plan"):
        name = re.sub(r"^(?:the|my|our|an?)\s+", "", name, flags=re.I)
    name = name[:_MOST]
    return name[:1].upper() + name[1:] if not name.startswith("§") else name
