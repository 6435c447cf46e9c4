"""'ring the insurer' in a report or a to-do list, or “I need to ring”, is no order to make a call."""

import re
from dataclasses import replace

from intent.commands.types import Command, Reading

_CALL, _SEND = "cannot.call", "cannot.send"
_ORDERS = re.compile(r"\b(?:please|pls|kindly|(?:can|could|would|will) you|for (?:me|us))\b", re.I)
_OWN = re.compile(
    r"\b(?:i|we)(?:['’]ve)?(?: \w+)? (?:need|have|got|must|should|ought)\b|\bremember to\b", re.I
)
_LISTS = re.compile(
    r"[,;] (?:and )?[a-z]+ (?:a|an|the|my|our|some|new|[A-Z])|,.*,| and [a-z]+ (?:a|an|the|my|our) "
)


def without_calls_of_others(message: str, reading: Reading) -> Reading:
    """Return a reading in which only plain orders count as requests for a call or a mail."""
    calls = [one for one in reading.commands if one.name in (_CALL, _SEND)]
    others = [one for one in calls if _is_of_others(message, reading, one)]
    if not others:
        return reading
    kept = tuple(one for one in reading.commands if one not in others)
    return replace(reading, commands=kept, uncovered=(*reading.uncovered, *(one.words for one in others)))


def _is_of_others(message: str, reading: Reading, call: Command) -> bool:
    start, end = call.span
    before = re.split(r"[.!?\n]", message[:start])[-1]
    if _ORDERS.search(before) or _ORDERS.search(message[start:end]):
        return False
    if _OWN.search(before):
        return True
    if call.name == _SEND:
        return False
    told = any(message.find(one) < start for one in reading.uncovered)
    return told or bool(_LISTS.search(message[start:end]))
