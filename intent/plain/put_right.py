"""Rewrites who does some work, or when, put right: 'I meant Kim for the trays, not Joe'."""

from collections.abc import Mapping

from intent.data_files import meanings, pattern
from intent.sentences.question_forms import is_question
from intent.slots.days import find_days
from intent.slots.recurrence import ANY_DAY
from intent.text import find_name
from omniforge.english import capital

_NAMES = ("old", "new", "new2")
_REPORTED = [
    pattern("put_right", one) for one in ("said_meant", "said_but", "said_is", "said_who", "was_wrong")
]
_LONGEST = 400  # characters of such a message
_SAID = [(pattern("put_right", one), means) for one, means in meanings("put_right").items()]


def work_put_right(message: str) -> str:
    """Return the orders that a correction means, with names capitalised, empty if it is none."""
    if len(message) > _LONGEST or is_question(message):
        return ""
    for said, means in _SAID:
        if found := said.match(message.strip()):
            return _with_order(means, found.groupdict(default=""))
    return ""


def meant_in_report(message: str, before: str) -> str:
    """Return 'i meant Friday' for 'when I said Tuesday I meant Friday', if Tuesday was said `before`."""
    found = next(filter(None, (one.match(message.strip()) for one in _REPORTED)), None)
    if found is None or not find_name(found["old"], before):
        return ""
    told_day, was_day = (bool(find_days(found[one], ANY_DAY)) for one in ("new", "old"))
    return f"i meant {found['new']}" if was_day or not told_day else ""  # 'I said Ana, but it was yesterday'


def _with_order(means: str, given: Mapping[str, str]) -> str:
    """Return the orders. The first may be such a correction itself, and before a due day it has to be."""
    before = work_put_right(given["order"]) if "order" in given else ""
    if "order" in given and not before and "except" not in means:
        return ""
    return _filled(means, {**given, "order": before or given.get("order", "")})


def _filled(means: str, given: Mapping[str, str]) -> str:
    for name, value in given.items():
        means = means.replace(f"<{name}>", capital(value) if name in _NAMES else value)
    return means
