"""What the words before a day mean for a due day: 'before Friday' is Thursday, 'from Friday' is none."""

from datetime import date, timedelta

from intent.commands.slot_types import Words
from intent.commands.words import as_words, table
from intent.slots.moment_words import phrases_of

SINCE = ("from", "after", "starting", "beginning")
_BEFORE = (
    ("before",),
    ("ahead", "of"),
    ("prior", "to"),
    ("vor",),
    ("vor", "dem"),
    ("antes", "de"),
    ("antes", "del"),
)
_EVES = ("night", "evening", "morning", "eve")  # before a day, like a weekday
_WEEKDAYS = frozenset(phrases_of("weekday"))
_NEGATED = 5  # words in which 'not due before' denies


def due_in(words: Words, days: tuple[date, date]) -> date | None:
    """Return the last day of them, or the day before the first if 'before' leads to them and it is to come.

    'The Monday before Christmas' and 'from Friday' name no due day.
    """
    within = (words.tokens[0].word,) if (words.tokens[0].word,) in _BEFORE else ()
    said = (*as_words(words.source[: words.tokens[0].start])[-_NEGATED:], *within)
    said = said[:-1] if said[-1:] == ("the",) else said
    lead = next((one for one in _BEFORE if said[-len(one) :] == one), ())
    ahead = said[: -len(lead)][-1:] if lead else ()
    if said[-1:] and said[-1] in SINCE:
        return None
    if not lead or ahead == ("or",) or "not" in said:
        return days[1]
    is_counted = bool(ahead) and (table("day_unit").get(ahead) or ahead[0] in _WEEKDAYS or ahead[0] in _EVES)
    eve = days[0] - timedelta(days=1)
    return None if is_counted or eve < words.situation.now.date() else eve
