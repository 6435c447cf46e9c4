"""The kinds of clauses in a message to a form: a value, a rejected one, a reason, 'not yet' …"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import time
from enum import StrEnum

from intent.commands.grammar.phrases import words_in
from intent.commands.grammar.slot_types import strip_punctuation
from intent.commands.grammar.tokens import Token, tokenize
from intent.commands.places import names_target, read_destination, read_source, storage_place_in
from intent.commands.words import as_words, at_start, is_within, table
from intent.dialogue.answers import Reply, phrases, read_small_talk, small_talk_from
from intent.forms.filled import FormRead
from intent.forms.fits import wishes
from intent.forms.move_words import (
    ends,
    fronts,
    is_one,
    is_parted,
    is_phrase,
    says_nothing,
    text_of,
)
from intent.forms.schedule_answers import as_interval, shifted_time
from intent.forms.schedules import find_when
from intent.forms.verbs import is_gerund, plain_verb
from intent.slots.days import read_days
from intent.slots.recurrence import ANY_DAY, Recurrence
from intent.slots.rhythms import read_rhythms
from intent.slots.systems import find_systems
from intent.slots.times import EARLIEST_CHORE, find_times, read_time

# 'the rota is in Google Sheets'
_KEPT = re.compile(
    r"^(?:the|our|my|all|those|these)(?: [\w-]+){1,3}?(?:['’]s| is| are| sits?| lives?| comes?) "
    r"(?=(?:all )?(?:in|on|from)\b)",
    re.I,
)
_DAILY = "FREQ=DAILY"
_SUBJECT = 6  # words within which a statement's verb comes
_NAME = 3  # words of an unknown system's name
_IS = "'s"  # a separate token, as in "the phone's ringing"
_THIRD = 4  # words within which a third-person verb comes: 'Ann counts them'
TO_PEOPLE = re.compile(r"\bto (?:me|us)\b", re.I)  # 'by email to me'
_ARRIVED = re.compile(r"(?<=\w) here\b(?: now| already)?$", re.I)  # 'the plumber is here'


_ONE_DAY = ("this", "next", "coming")


class Move(StrEnum):
    """The effect of a clause on a form."""

    VALUE = "value"
    NOT = "not"
    STAYS = "stays"
    WRONG = "wrong"
    BACK = "back"
    DROP = "drop"
    HOLD = "hold"
    ASKS = "asks"
    LEAVES = "leaves"
    REASON = "reason"
    TOLD = "told"  # other words without a value for the form
    WISHED = "wished"  # the same, but they wish for something
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Piece:
    """A clause and its meaning. `slot` is 'place' if it may be source or destination."""

    move: Move
    slot: str = ""
    value: time | Recurrence | str = ""
    text: str = ""
    is_bare: bool = False  # no other words around the value


def read_piece(form: FormRead, message: str, tokens: Sequence[Token]) -> Piece | None:
    """Return the meaning of a clause, if each of its words is accounted for."""
    tokens = strip_punctuation(tokens)
    if not tokens:
        return Piece(Move.NOTHING)
    text = message[tokens[0].start : tokens[-1].end]
    asks = message[tokens[-1].end :].lstrip(" \"')").startswith("?")
    found = _known(tokens) or next(_values(form, message, tokens), None)
    if found:
        return found
    if is_parted(tokens):
        return None
    if asks:
        return Piece(Move.ASKS, text=f"{text}?")
    if read_small_talk(text) is Reply.GOODBYE:
        return Piece(Move.LEAVES, text=text)
    if _names_value(form, text):
        return _reason_with_days(form, tokens, text)
    return Piece(_telling(tokens), text=text)


def _reason_with_days(form: FormRead, tokens: Sequence[Token], text: str) -> Piece | None:
    """Return a statement about days: "we're shut on Mondays". Another clause decides if they are meant."""
    found = find_when(text, form.situation.now.date(), asked=True)
    tells = _telling(tokens) is Move.REASON and found and found.rrule and not find_times(text)
    return Piece(Move.REASON, "when", found, text) if tells and found else None


def _known(tokens: Sequence[Token]) -> Piece | None:
    """Return the move of a clause that consists of a known phrase."""
    words = words_in(tokens)
    for name, move in (("move_hold", Move.HOLD), ("move_back", Move.BACK)):
        if is_phrase(name, words):
            return Piece(move, text=text_of(tokens))
    if _drops(tokens):
        return Piece(Move.DROP, text=text_of(tokens))
    if is_phrase("move_not_those", words):
        return Piece(Move.NOT, "when", text=text_of(tokens))
    if says_nothing(words):
        return Piece(Move.NOTHING)
    return _of_slot(words)


def _drops(tokens: Sequence[Token]) -> bool:
    if is_parted(tokens):
        return False
    if words_in(tokens) in table("move_drop"):
        return True
    kinds, at = phrases(tokens)
    whole = at == len(tokens) and Reply.NEVER_MIND in kinds
    return whole or any(small_talk_from(tokens, place) is Reply.NEVER_MIND for place in range(at, -1, -1))


def _of_slot(words: tuple[str, ...]) -> Piece | None:
    """Return whether a clause says that a slot is right or wrong: 'the time is fine'."""
    for first, _ in fronts(words):
        said = words[first:]
        slot, size = at_start("move_slot", said)
        for name, move in (("move_wrong", Move.WRONG), ("move_stays", Move.STAYS)):
            behind = at_start(name, said[size:])[1]
            if slot and behind and says_nothing(said[size + behind :]):
                return Piece(move, slot)
            before = at_start(name, said)[1]
            named, length = at_start("move_slot", said[before:])
            if before and named and says_nothing(said[before + length :]):
                return Piece(move, named)
    return None


def _values(form: FormRead, message: str, tokens: Sequence[Token]) -> Iterator[Piece]:
    """Yield the possible values of a clause, without the words around them."""
    words = words_in(tokens)
    begins, closes = fronts(words), ends(words)
    for first, refuses in begins:
        for last, refuses_behind in closes:
            if first >= last or tokens[first].is_mark or tokens[last - 1].is_mark:
                continue
            if (tokens[first].word,) in table("move_joint"):
                continue  # 'but on Fridays' doesn't mean 'every day but Fridays'
            if first and tokens[first - 1].word in _ONE_DAY:
                continue  # 'not this Monday' leaves out one day, not all Mondays
            core = message[tokens[first].start : tokens[last - 1].end]
            listed = is_parted(tokens[first:last]) if refuses_behind else not is_one(tokens[first:last])
            joined = any((one.word,) in table("move_joint") for one in tokens[first:last])
            if (refuses or refuses_behind) and (listed or joined):
                continue
            move = Move.NOT if refuses or refuses_behind else Move.VALUE
            found = _value(form, core, move)
            limits = "only" in words[:first] and found and found.slot != "when"
            if found and not limits and not (refuses_behind and _is_mixed(found)):
                yield replace(found, is_bare=len(begins) == len(closes) == 1)


def _is_mixed(piece: Piece) -> bool:
    """Return whether a time precedes the days: 'at 8 and Fridays not' rejects only the days."""
    return isinstance(piece.value, Recurrence) and piece.value.time is not None


def _value(form: FormRead, core: str, move: Move) -> Piece | None:
    if "when" in form.slots and (when := _when(form, core)):
        return Piece(move, "when", when, core)
    if slot := "" if is_parted(tokenize(core)) else _place(core):
        return Piece(move, slot, core, core)
    held = move is Move.NOT and any(_holds(value, core) for value in form.now.values())
    return Piece(move, "held", core, core) if held else None


def _when(form: FormRead, core: str) -> time | Recurrence | None:
    """Return the schedule in words. A time alone keeps the days. 'Nights' answers no other question."""
    if form.asking not in ("", "when") and all((one,) in table("day_part_alone") for one in as_words(core)):
        return None
    if at := read_time(core, earliest=EARLIEST_CHORE) or shifted_time(form, core):
        return at
    today = form.situation.now.date()
    found = read_rhythms(as_interval(form, core), today)
    if found is None or found.problem or _shifts(core, found):
        return None
    return found.time if found.rrule == _DAILY and not found.says_days else found


def _shifts(core: str, found: Recurrence) -> bool:
    """Return whether one of two times replaces the other: "17:00 to 16:00"."""
    return len(found.times) > 1 and not found.says_days and "to" in as_words(core)


def _place(core: str) -> str:
    """Return the slot that a place is for, 'place' for either, empty if it isn't a place."""
    core = _KEPT.sub("", core)
    if place := storage_place_in(core):
        return "source" if _is_name(place) or _is_place(place, read_source(place)) else ""
    roles = {one.role for one in find_systems(core)}
    if len(roles) < 2 and _is_place(core, read_destination(core)):  # 'from Notion to this chat' has two
        return "destination" if "destination" in roles or (names_target(core) and not roles) else "source"
    return "place" if _is_name(core) else ""


def _is_place(core: str, value: str) -> bool:
    """Return whether every word belongs to the place, and none rejects it."""
    words = as_words(TO_PEOPLE.sub("", core) if find_systems(core) else core)
    refuses = is_within("move_not", words)
    if (
        refuses
        or any((word,) in table("move_joint") for word in words)
        or not (find_systems(core) or names_target(core))
    ):
        return False
    spans = (as_words(core[one.start : one.end]) for one in find_systems(core))
    known = {*as_words(value), *(word for each in spans for word in each)}
    around = (table("place_noun"), table("move_around"))
    return all(word in known or any((word,) in one for one in around) for word in words)


def _is_name(core: str) -> bool:
    """Return whether words may name an unknown system: 'Groove'."""
    words = core.split()
    capital = all(one[:1].isupper() or one in ("&", "of") for one in words)
    is_when = find_when(core, ANY_DAY, asked=True) or find_times(core) or read_days(core, ANY_DAY)
    return 0 < len(words) <= _NAME and capital and not is_when and not plain_verb(words[0])


def _names_value(form: FormRead, text: str) -> bool:
    """Return whether words name something that the form could take, besides its current values."""
    known = " ".join(form.now.values()).casefold()
    new = [one for one in find_systems(text) if one.name.casefold() not in known]
    when = find_when(text, form.situation.now.date())
    target = names_target(_ARRIVED.sub("", text))
    return bool(new or target or find_times(text) or (when and when.rrule))


def _telling(tokens: Sequence[Token]) -> Move:
    """Return whether words state, or wish for or order something."""
    words = words_in(tokens)
    is_verb = plain_verb(words[0]) == words[0] and not is_gerund(words[0])
    orders = (is_verb or at_start("order_verb", words)[1]) and words[1:2] != (_IS,)
    if wishes(text_of(tokens)) or orders:
        return Move.WISHED
    return Move.REASON if _states(tokens) else Move.TOLD


def _states(tokens: Sequence[Token]) -> bool:
    words = words_in(tokens)
    verbs = [word == _IS or table("happens").get((word,)) == "says" for word in words[1:_SUBJECT]]
    does = any(word.endswith("s") and plain_verb(word) for word in words[1:_THIRD])
    return bool(at_start("move_reason", words)[1]) or any(verbs) or does


def _holds(value: str, core: str) -> bool:
    said, held = as_words(core), as_words(value)
    return any(held[at : at + len(said)] == said for at in range(len(held)))
