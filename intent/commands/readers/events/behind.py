"""Calendar slots: an event that stands right behind another one."""

from intent.commands.grammar.slot_types import Words, slot_type
from intent.commands.grammar.tokens import fold
from intent.commands.readers.events.happenings import Happening
from intent.commands.readers.events.new_events import NAME, begins_an_order, read_happening, words_in_table
from intent.commands.readers.events.occasions import continues
from intent.commands.words import as_words, at_start, key_of
from intent.slots.days import find_days
from intent.slots.times import find_duration

_PHRASE = 6  # words of a name that is set apart by its day


@slot_type("same_day_event")
def _same_day_event(words: Words) -> Happening | None:
    """Return what has a time and no day, right behind an event: '… and pick up Leo at 3'."""
    found = read_happening(words, any_kind=True)
    if found is None or len(found.title.split()) > NAME or _is_order_not_errand(fold(found.title)):
        return None
    return found if found.when.at and not (found.when.first or found.when.rrule) else None


@slot_type("errand_event")
def _errand_event(words: Words) -> Happening | None:
    """Return what has a day and time of its own, behind an event: '… and fetch it on Friday at 3'.

    It is an errand, or a thing that is named: 'and the fitting of the blinds on Friday at 3', surely one
    if its end is told, too: 'and the fitting is on Friday from 3 to 4'.
    """
    found = read_happening(words, any_kind=True)
    said = {token.word for token in words.tokens}
    states = said & {"by", *words_in_table("statement")} and not (found and found.when.ends)
    named = key_of("article", words.tokens[0].word) == "one" and not states
    lasts = find_duration(words.text)
    named = named and not (lasts and lasts.start == 0)  # 'an hour and a half, and …' is of the one before
    if found is None or not (named or at_start("own_errand", as_words(fold(found.title)))[1]):
        return None
    return found if found.when.first and found.when.at and not found.when.rrule else None


@slot_type("next_event")
def _next_event(words: Words) -> Happening | None:
    """Return what begins with its day, right behind an event: '… and Friday 8 to 9 talk with the crew'."""
    days = find_days(words.text, words.situation.now.date())
    found = read_happening(words, any_kind=True) if days and not days[0].start else None
    if found is None or len(found.title.split()) > _PHRASE or begins_an_order(fold(found.title)):
        return None
    states = {token.word for token in words.tokens} & {"by", *words_in_table("statement")}
    before = fold(words.text).partition(fold(found.title))[0].split()[-1:]
    if states or any(map(continues, (found.title, *before))):
        return None  # 'Tuesday 3pm with Ann' and '… for Ann' have no name
    return found if found.when.first and found.when.at else None


def _is_order_not_errand(title: str) -> bool:
    return begins_an_order(title) and not at_start("own_errand", as_words(title))[1]
