"""Reads what an agent is to do from now on: 'change it so that it lists …', 'also put in what's overdue'."""

import re
from functools import partial
from typing import NamedTuple

from intent.data_files import pattern
from intent.forms.purpose import strip_schedule
from intent.forms.verbs import plain_verb
from intent.sentences.stems import stems_in
from intent.slots import find_times

_pattern = partial(pattern, "agent_work")

_OF_AGENT = tuple(_pattern(one) for one in ("so", "to", "labelled", "wanted"))
_SHOULD, _LOOKS = _pattern("should"), _pattern("looks")
_MORE, _LESS, _NAMED = _pattern("more"), _pattern("less"), _pattern("named")
_SAYS, _CALLS = _pattern("says"), _pattern("calls")
_VERB, _NO_WORK = _pattern("verb"), _pattern("no_work")
_JOINTS = re.compile(r",? and (?:also )?|, ", re.IGNORECASE)


class AgentWork(NamedTuple):
    """The `work` of an agent, `extra` work that it does too, or the `days` that it looks at."""

    work: str = ""
    extra: str = ""
    days: str = ""


def read_agent_work(message: str, *, is_of_it: bool) -> AgentWork | None:
    """Return the work that a message gives an agent called 'it', None if it gives none.

    `is_of_it`: the talk is about an agent anyway, so that 'it should list …' is meant of that.
    """
    said = " ".join(message.split())
    if is_of_it and (looks := _LOOKS.match(said)):
        return AgentWork(days=looks["days"])
    forms = (*_OF_AGENT, _SHOULD) if is_of_it else _OF_AGENT
    found = next(filter(None, (one.match(said) for one in forms)), None)
    if found is None or _NO_WORK.search(found["work"]) or _says_when(found["work"]):
        return None
    parts = found.groupdict()
    if parts.get("also") or parts.get("too"):
        return AgentWork(extra=_VERB.sub("", found["work"]))
    verb, _, rest = found["work"].partition(" ")
    return AgentWork(f"{plain_verb(verb) or verb} {rest}")


def more_work_in(message: str) -> str:
    """Return what an agent is to list as well: 'also put in what's overdue', empty for other words."""
    found = _MORE.match(" ".join(message.split()))
    if found is None or (found["plain"] and not found["too"]):
        return ""
    is_none = _NO_WORK.search(f"add {found['extra']}") or _says_when(found["extra"])
    return "" if is_none else found["extra"]


def work_left(message: str, work: str) -> str:
    """Return work without the part that a message leaves out, 'not the calendar', empty if it has none."""
    found = _LESS.match(" ".join(message.split()))
    verb = _VERB.match(work)
    lead = verb[0] if verb else ""
    parts = [_VERB.sub("", one) for one in _JOINTS.split(work.removeprefix(lead)) if one.strip()]
    gone = stems_in(found["gone"]) if found else frozenset()
    kept = [one for one in parts if not gone <= stems_in(one)]
    return f"{lead}{' and '.join(kept)}" if gone and 0 < len(kept) < len(parts) else ""


def text_told(message: str) -> str:
    """Return the work of an agent that is to say a text, 'make it say "Shut the gate"', else empty."""
    found = _SAYS.match(" ".join(message.split()))
    return found["work"] if found else ""


def wants_calls(message: str) -> bool:
    """Return whether an agent is to call somebody: 'can it also phone the parents?'"""
    return bool(_CALLS.match(" ".join(message.split())))


def name_told(message: str) -> str:
    """Return the name that a message gives: 'the name is Bell', empty if it gives none."""
    found = _NAMED.match(" ".join(message.split()))
    return found["name"] if found else ""


def _says_when(work: str) -> bool:
    return strip_schedule(work) != work or bool(find_times(work))
