"""Agents that only say a text at their times: 'every Friday at 4 tell me: lock the side door'."""

from functools import partial

from intent.data_files import pattern
from intent.forms.schedules import find_when
from intent.sentences.question_forms import is_question
from intent.slots.recurrence import ANY_DAY, remove_recurrence

_pattern = partial(pattern, "fixed_texts")

_FIXED, _ORDER, _AROUND = _pattern("fixed"), _pattern("order"), _pattern("around")
_NO_DATA = _pattern("no_data")


def fixed_text(work: str) -> str:
    """Return what an agent says whose work is a text, as a sentence, empty for other work."""
    found = _FIXED.match(" ".join(work.split()))
    said = found["what"].strip() if found else ""
    return f"{said[:1].upper()}{said[1:]}." if said and not is_question(said) else ""


def find_text_order(message: str) -> str:
    """Return an order for an agent that tells something behind a colon at its times, else empty."""
    found = _ORDER.match(" ".join(message.split()))
    when = find_when(found["before"], ANY_DAY) if found else None
    if not (found and when and when.rrule) or when.problem:
        return ""
    if not _AROUND.match(remove_recurrence(found["before"], when)):
        return ""
    return f"create an agent to tell {found['who']}: {found['what']}, {when.words}"


def needs_no_data(text: str) -> bool:
    """Return whether an answer says that an agent reads nothing: 'no data, it should just say that'."""
    return bool(_NO_DATA.match(text.strip()))
