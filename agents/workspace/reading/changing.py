"""Reads what shall become of things: done, renamed, urgent, due on another day."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from agents.compute.spoken_days import find_spoken_days
from agents.schedules.vocabulary import COUNT, count
from agents.workspace.reading.references import read_target
from agents.workspace.reading.vocabulary import KIND, PRIORITY, PROJECT, STATE, priority_of, state_word
from agents.workspace.reading.wishes import Reference, WishedOperation

_FIELD = (
    r"(?P<field>due date|deadline|due day|priority|state|status|title|name|description|probability|impact)"
)
_AS = r"(?:as|to|to be|be|is|=|:)"
_SET_FIELD = re.compile(
    rf"^(?:change|set|update|make|move|put|adjust)\s+(?:the\s+)?{_FIELD}\s+(?:on|of|for)\s+(?P<what>.+?)\s+(?:{_AS}\s+)"
    r"(?P<value>.+)$",
    re.I | re.S,
)
_SET_ITS_FIELD = re.compile(
    rf"^(?:change|set|update|make|adjust)\s+(?P<what>.+?)(?:'s)?\s+{_FIELD}\s+(?:{_AS}\s+)?(?P<value>.+)$",
    re.I | re.S,
)
_RENAME = re.compile(r"^(?:rename|retitle)\s+(?P<what>.+?)\s+(?:to|as|into)\s+(?P<value>.+)$", re.I | re.S)
_MARK = re.compile(
    r"^(?:mark|set|flag|make|move|change|put|turn|switch|give)\s+(?P<what>.+?)\s+"
    rf"(?:{_AS}\s+|back to\s+|back\s+|in\s+|a\s+)*"
    rf"(?:(?P<state>{STATE})|(?P<priority>{PRIORITY}))(?:\s+again)?$",
    re.I,
)
_STATED = re.compile(
    r"^(?P<what>.+?)(?:\s+(?:is|are|was|were|has been|have been|should be|got|gets)|'s|'re)?"
    r"(?:\s+(?:now|all|already|also|both|a|the|finally|actually|still not))*\s+"
    rf"(?:(?P<state>{STATE})|(?P<priority>{PRIORITY}))$",
    re.I,
)
_FINISHED = re.compile(
    r"^(?:i|we)(?:'ve| have)?\s+(?:just |already |finally )*"
    r"(?:finished|completed|done|wrapped up|closed|shipped)\s+(?P<what>.+)$",
    re.I,
)
_VERBS = (
    ("done", r"complete|finish|close(?: out)?|tick off|check off|resolve|wrap up"),
    ("open", r"reopen|re-open|unblock|undo the completion of"),
    ("started", r"start|begin|resume|reactivate|activate"),
    ("blocked", r"block"),
    ("paused", r"pause"),
    ("dropped", r"cancel|abandon|scrap|drop"),
    ("archived", r"archive"),
)
_BY_VERB = [(state, re.compile(rf"^(?:{verbs})\s+(?P<what>.+)$", re.I)) for state, verbs in _VERBS]
_PRIORITIZE = re.compile(r"^(?P<less>de)?prioriti[sz]e\s+(?P<what>.+)$", re.I)
_LATER = re.compile(
    r"^(?P<verb>push|postpone|defer|delay|reschedule|put off|bump|slip|move|shift|bring|pull)\s+"
    r"(?P<rest>.+)$",
    re.I | re.S,
)
_DUE = re.compile(r"^(?:make|set|mark|have)\s+(?P<what>.+?)\s+due\s+(?:on |by |to )?(?P<day>.+)$", re.I)
_BY = re.compile(
    r"^(?P<what>.+?)\s+(?P<way>(?:out|back|forward|off|up)\s+)?(?:by\s+)?"
    rf"(?P<n>{COUNT}|another|a few)\s+(?P<unit>day|week|month)s?"
    r"(?:\s+(?P<later>later|earlier|back|out))?$",
    re.I,
)
_BEFORE_DAY = re.compile(
    r"(?:\s+(?:back|out|forward|off|up))?\s+(?:to|until|till|by|for|on|after)(?:\s+the)?\s*$|"
    r"\s+(?:back|out|forward)\s*$",
    re.I,
)
_ASSIGN = re.compile(r"^(?:re)?assign\s+(?P<what>.+?)\s+to\s+(?P<who>[\w§][\w§ '-]{0,60})$", re.I)
_ONE = re.compile(r"(?i:the|it|this|that|my|our|number|no)\b|[A-Z§#\d]")
_EDIT = re.compile(
    r"^(?:edit|revise|update|append(?: to)?|rewrite|tighten|shorten|polish|extend|expand|improve|fix|change|"
    r"prioriti[sz]e|assign|label|tag|merge|split|save|capture)\s+(?P<what>.+)$",
    re.I | re.S,
)
_PART = (
    r"(?:sections?|paragraphs?|chapters?|wording|headings?|intro(?:duction)?|conclusion|"
    r"bullets?(?: points?)?)"
)
_EDIT_PART = re.compile(
    r"^(?:tighten|shorten|rewrite|reword|rephrase|polish|improve|expand|edit|revise|extend|fix|update|change)\s+"
    rf".*?\b{_PART}\b(?:.*\s(?:in|of|from)\s+(?P<what>.+))?",
    re.I | re.S,
)
_INTO = re.compile(
    r"^(?:add|put|insert|write|append|paste)\s+(?P<part>.+?)\s+(?:to|in|into|at the end of)\s+"
    r"(?P<what>(?:the|my|our|this|that)\s+(?P<whole>.+))$",
    re.I | re.S,
)
_IS_PART = re.compile(rf"\b{_PART}\b", re.I)
_IS_THING = re.compile(rf"\b{KIND}\b", re.I)
_PERSON = re.compile(
    r"^(?:i|we|you|they|he|she|everything|everyone|all|nothing|what|there|who|not|no|never|if|when|once)\b",
    re.I,
)
_NAMES = {"due date": "due_on", "deadline": "due_on", "due day": "due_on", "status": "state", "name": "title"}
_UNITS = {"day": 1, "week": 7, "month": 30}


def read_change(clause: str, today: date) -> Iterator[WishedOperation]:
    """Yield what a clause wants changed of a thing."""
    ways = (_assigned(clause), _set(clause, today), _marked(clause), _dated(clause, today), _by_verb(clause))
    if operation := next(filter(None, ways), None) or _edited(clause):
        yield operation


def _assigned(clause: str) -> WishedOperation | None:
    """Read 'assign the first one to Kim'; to assign whatever comes in is work for an agent."""
    found = _ASSIGN.match(clause)
    if not found or re.search(rf"\b{KIND}\b", found["who"], re.I) or not _ONE.match(found["what"]):
        return None
    return _update(found["what"], {"assignee": found["who"].strip()})


def _set(clause: str, today: date) -> WishedOperation | None:
    if found := _RENAME.match(clause):
        return _update(found["what"], {"title": found["value"].strip(" .")})
    found = _SET_FIELD.match(clause) or _SET_ITS_FIELD.match(clause)
    if not found:
        return None
    name = _NAMES.get(found["field"].lower(), found["field"].lower())
    value = _value(name, found["value"].strip(" ."), today)
    return _update(found["what"], {name: value}) if value is not None else None


def _value(name: str, said: str, today: date) -> Any:
    if name == "due_on":
        days = find_spoken_days(said, today)
        return days.last if days else None
    if name == "priority":
        return priority_of(said) or (int(said) if said in "12345" else None)
    if name == "state":
        return state_word(said) or said.lower().replace(" ", "_")
    return said


def _marked(clause: str) -> WishedOperation | None:
    if found := _FINISHED.match(clause):
        return _update(found["what"], {"state": "done"})
    found = _MARK.match(clause) or _STATED.match(clause)
    if not found or _PERSON.match(found["what"]):
        return None
    if found["state"]:
        return _update(found["what"], {"state": state_word(found["state"])})
    return _update(found["what"], {"priority": priority_of(found["priority"])})


def _dated(clause: str, today: date) -> WishedOperation | None:
    """Read 'push the launch to Friday', 'push it out a week', 'postpone the review'."""
    if (due := _DUE.match(clause)) and (day := find_spoken_days(due["day"], today)):
        return _update(due["what"], {"due_on": day.last})
    found = _LATER.match(clause)
    if not found or re.match(r"forward with\b", found["rest"], re.I):
        return None
    verb, rest = found["verb"].lower(), found["rest"]
    if (by := _BY.match(rest)) and (by["way"] or by["later"] or verb not in ("move", "bring", "pull")):
        back = (by["later"] or "").lower() == "earlier" or verb in ("bring", "pull")
        number = (
            3 if by["n"].lower() == "a few" else 1 if by["n"].lower() == "another" else count(by["n"].lower())
        )
        days = number * _UNITS[by["unit"].lower()]
        return _update(by["what"], {"due_in": timedelta(days=-days if back else days)})
    day = find_spoken_days(rest, today)
    if day and rest[: day.start].strip():
        return _update(_BEFORE_DAY.sub("", rest[: day.start]), {"due_on": day.last})
    waits = verb in ("postpone", "defer", "delay", "reschedule", "put off")
    if waits and not re.search(r"\s(?:to|into|in)\s", rest):
        return _update(rest, {}, asks="due_on")
    return None


def _by_verb(clause: str) -> WishedOperation | None:
    for state, pattern in _BY_VERB:
        if found := pattern.match(clause):
            return _update(found["what"], {"state": state})
    if found := _PRIORITIZE.match(clause):
        return _update(found["what"], {"priority": 4 if found["less"] else 1})
    return None


def _edited(clause: str) -> WishedOperation | None:
    """Read that a text or field shall change, where rules cannot know how."""
    if found := _EDIT_PART.match(clause):
        return _edit_of(found["what"] or "")
    if (found := _INTO.match(clause)) and (
        _IS_PART.search(found["part"]) or _IS_THING.search(found["whole"])
    ):
        return _edit_of(found["what"])
    found = _EDIT.match(clause)
    operation = _update(found["what"], {}) if found else None
    return operation if operation and operation.kind else None


def _edit_of(what: str) -> WishedOperation | None:
    """Return that a part of a document changes; of which one may have to be told by what was spoken of."""
    target, project = read_target(what)
    if target.kind == PROJECT:
        return None
    words = "" if _IS_PART.search(target.words) else target.words
    return WishedOperation("update", Reference(words, target.kind or "document"), project=project)


def _update(what: str, fields: dict[str, Any], asks: str = "") -> WishedOperation | None:
    target, project = read_target(what)
    if target == Reference() and not re.search(r"\b(?:it|this|that|them|these|those)\b", what, re.I):
        return None
    return WishedOperation("update", target, fields, asks=asks, project=project)
