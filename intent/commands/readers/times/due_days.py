"""What the words before a day mean for a due day: 'before Friday' is Thursday, 'from Friday' is none."""

from datetime import date, timedelta

from intent.commands.grammar.slot_types import Words
from intent.commands.words import as_words, table
from intent.data_files import pattern
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
_OF_NOUN, _ROW_OF_DAYS = pattern("due_days", "of_noun"), pattern("due_days", "row_of_days")
_TORN = pattern("due_days", "torn")


def due_in(words: Words, days: tuple[date, date]) -> date | None:
    """Return the last day of them, or the day before the first if 'before' leads to them and it is to come.

    'The Monday before Christmas' and 'from Friday' name no due day, nor does 'about the fair 3-5 May'.
    """
    if _are_of_noun(words, days):
        return None
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


def _are_of_noun(words: Words, days: tuple[date, date]) -> bool:
    """Return whether the days from one to another only say when something in the title is."""
    before, behind = words.source[: words.tokens[0].start], words.source[words.tokens[-1].end :]
    if behind.split()[:1] == ["now"]:
        return False  # 'the fence is 7-9 May now'
    torn = _TORN.search(before)
    in_row = days[0] != days[1] and _ROW_OF_DAYS.search(words.text)
    return bool((torn or in_row) and _OF_NOUN.search(before[: torn.start()] if torn else before))
