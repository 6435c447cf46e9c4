"""Finds new work of a draft in a message, perhaps beside other changes: 'call it x. it should list y'."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from intent.commands import Situation
from intent.data_files import pattern
from intent.forms.own_work import STANDING, purpose_question
from intent.forms.purpose import strip_schedule
from intent.forms.verbs import is_order_verb

_pattern = partial(pattern, "work_anew")

_PARTS = _pattern("parts")
_LED = _pattern("led")
_LABELLED = _pattern("labelled")
_JOINED = _pattern("joined")
_TELLS = _pattern("tells")
_INSTRUCTED = _pattern("instructed")


class WorkAnew(NamedTuple):
    """An agent's new work in the person's words, and the parts of the message beside it."""

    work: str
    rest: str


def work_anew(message: str, situation: Situation, *, may_be_bare: bool = False) -> WorkAnew | None:
    """Return the new work that a part of a message gives, or None if none is one that commands can do.

    A label, or 'it should' and the like, leads it, unless it `may_be_bare`.
    """
    standing = replace(situation, scope=STANDING)
    parts = [one for one in (_JOINED.sub("", part).strip() for part in _PARTS.split(message)) if one]
    for at, part in enumerate(parts):
        if work := _work(part, standing, may_be_bare=may_be_bare):
            return WorkAnew(work, _joined(parts[:at] + parts[at + 1 :]))
    return None


def _work(part: str, standing: Situation, *, may_be_bare: bool) -> str:
    """Return the work of a part of a message, without its label, empty if commands can't do it."""
    led = _LED.sub("", _LABELLED.sub("", part)).strip(" .!")
    is_led = led != part.strip(" .!") or may_be_bare
    is_work = is_led and _begins_work(led) and purpose_question(strip_schedule(led), standing)
    return led if is_work else ""


def is_labelled(text: str) -> bool:
    """Return whether a text says what work is: 'what it does: list …', which asks nothing."""
    return bool(_LABELLED.match(text.strip()))


def instructions_told(text: str) -> str:
    """Return the instructions that a text gives behind their label and a colon, empty if there are none."""
    found = _INSTRUCTED.match(text.strip())
    return found["told"].strip(" .") if found else ""


def tells_work(text: str) -> bool:
    """Return whether a text says what an agent should do: 'it should check the kiln', 'make it list …'."""
    work = _LED.sub("", text.strip())
    return work != text.strip() and _begins_work(work)


def _begins_work(text: str) -> bool:
    return bool(is_order_verb(text.partition(" ")[0]) or _TELLS.match(text))


def _joined(parts: Sequence[str]) -> str:
    return " ".join(one if one.endswith((".", "!", "?")) else f"{one}." for one in parts).removesuffix(".")
