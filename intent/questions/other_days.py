"""The last question repeated for another day: 'and until 3 May?', 'and on Friday?', 'between the two?'"""

import re
from collections.abc import Sequence
from datetime import date

from intent.commands.readers.dates import feast_day
from intent.commands.words import as_words
from intent.data_files import words_of
from intent.slots.days import find_days
from intent.text import fold

_LEADS = "|".join(sorted(words_of("work_questions", "goes_on"), key=len, reverse=True))
_BARE = re.compile(
    rf"(?:(?:{_LEADS})\s+|(?:what|how)\s+about\s+)*(?:(?:until|till|to|before|on|for)\s+)?(?P<day>.+)"
)
_BETWEEN = re.compile(r"\bbetween (?:the two|them|those|these|the two of them|both)\b")
_UNIT = re.compile(r"\bhow many (?P<unit>(?:working )?(?:days|weeks|months))\b")
_TWO = 2


def with_other_day(before: str, said: str, today: date) -> str:
    """Return the previous question with the one day that a message consists of, else empty."""
    day, text = other_day(said, today), _spelt(before)
    old = find_days(text, today) if day else []
    return f"{text[: old[0].start]}{day}{text[old[0].end :]}" if len(old) == 1 else ""


def other_day(said: str, today: date) -> str:
    """Return the one day that a message consists of, else empty."""
    found = _BARE.fullmatch(fold(said).strip(" ?!."))
    day = re.sub(r"['’]s$", "", found["day"]) if found else ""
    now = find_days(day, today)
    is_day = len(now) == 1 and (now[0].start, now[0].end) == (0, len(day))
    return day if is_day or feast_day(as_words(day), today) else ""


def _spelt(text: str) -> str:
    """Return 'what is today's date' as 'what is the date today'."""
    return re.sub(r"\b(today|tomorrow|yesterday)['’]s date\b", r"the date \1", text, flags=re.I)


def between_days(messages: Sequence[str], said: str, today: date) -> str:
    """Return 'how many days are there between the two' with the last two days asked about."""
    if not _BETWEEN.search(fold(said)):
        return ""
    days = [one.first for text in messages for one in find_days(text, today) if one.first == one.last]
    last = list(dict.fromkeys(reversed(days)))[:_TWO]
    unit = _UNIT.search(fold(said))
    if len(last) < _TWO:
        return ""
    first, second = sorted(last)
    return f"how many {unit['unit'] if unit else 'days'} between {first:%-d %B %Y} and {second:%-d %B %Y}"
