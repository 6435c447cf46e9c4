"""An order after its subject: 'Ann has to call the bank by Friday. Please add that as a task.'"""

import re
from collections.abc import Callable
from functools import partial

from intent.commands.readers.things.references import WORK
from intent.commands.types import Reading
from intent.commands.words import key_of
from intent.data_files import any_of, pattern

_SENTENCES = (
    re.compile(r"(?s)(?:(?P<told>.+?)[.;!\n-]\s*)?(?P<order>[^.;!?\n]+)[.!?\s]*"),
    re.compile(r"(?P<told>[^\n]+),\s*(?:and\s+|so\s+)?(?P<order>[^.;!?,\n]+)[.!?\s]*"),
)
_REPORTED = pattern("reported", "lead", flags=re.NOFLAG)
_any = partial(any_of, "work_orders", "told")

_ORDER = re.compile(
    rf"(?:(?:{_any('leads')})[ ,]+)*(?:{_any('verbs')}) (?:that|this|it)(?: down| in| up)? "
    r"(?:(?:as an?|as|an?) (?:new )?(?P<kind>[a-z-]+)(?P<into> (?:in|to|on|under) .+?)?|"
    r"(?:on|onto|to) (?:the|my|our) (?:to-?do |task |work )?list(?: as a task)?)"
    rf"(?: for (?:me|us|him|her|them))?(?:,? (?:{_any('leads')}))*",
    re.IGNORECASE,
)
_MUST = re.compile(rf"(?P<who>[^\W\d_][\w.'-]*(?: [A-Z][\w.'-]*){{0,2}}) (?:{_any('must')}) (?P<what>\S.+)")
_TASK = "task"  # is put 'on my list'
_WHO = {"i": "me", "we": "", "someone": "", "somebody": ""}
_UNNAMED = {"he", "she", "they", "it", "this", "that", "these", "those"}


def read_described_order(message: str, said: str, read: Callable[[str], Reading]) -> Reading | None:
    """Return what a message describes and orders to add. The one before it, `said`, may describe it."""
    split = [one for pattern in _SENTENCES if (one := pattern.fullmatch(message.strip()))]
    found = ((one["told"], _ORDER.fullmatch(one["order"].strip())) for one in split)
    before, order = next((one for one in found if one[1]), ("", None))
    told = before or said
    kind = key_of("kind", (order["kind"] or _TASK).lower()) if order else ""
    if not (order and told and kind in WORK and kind not in ("project", "thing")) or "?" in told:
        return None
    if told.lower().split()[0] in _UNNAMED:
        return None
    plain = _plainly(told.strip(" .!"), kind, order["into"] or "")
    readings = (read(one) for one in (told, plain))  # 'a risk is that it rains' names its kind itself
    return next(
        (Reading((one.commands[0].covering(message),)) for one in readings if _makes(one, kind)), None
    )


def _makes(reading: Reading, kind: str) -> bool:
    """Return whether the only order is one new thing of a kind."""
    made = [one.slots.get("kind") for one in reading.commands if one.name == "thing.create"]
    return reading.is_whole and len(reading.commands) == 1 and made == [kind]


def read_reported_done(message: str, read: Callable[[str], Reading]) -> Reading | None:
    """Return what somebody reports as done: 'Ann says the gate is painted', else None."""
    lead = _REPORTED.match(message.strip())
    found = read(message.strip()[lead.end() :]) if lead else Reading()
    states = [one.slots.get("state") for one in found.commands if one.name == "thing.update"]
    is_done = found.is_whole and states == ["done"] * len(found.commands)
    return Reading(tuple(one.covering(message) for one in found.commands)) if is_done else None


def _plainly(told: str, kind: str, into: str) -> str:
    """Return the order as one sentence, with the person who has to do it."""
    must = _MUST.fullmatch(told)
    who = _WHO.get(must["who"].lower(), must["who"]) if must else ""
    return f"add a {kind}{into}{f' for {who}' if who else ''}: {must['what'] if must else told}"
