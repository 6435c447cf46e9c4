"""Reads a correction of a form, split into clauses that are all accounted for, otherwise not at all."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import time
from functools import lru_cache

from intent.commands import Situation, read_commands
from intent.commands.grammar.tokens import Token, tokenize
from intent.commands.places import names_target
from intent.commands.remarks import only_states
from intent.commands.words import as_words, at_end, at_start, key_of, table
from intent.dialogue import Answer, Reply, is_pause, read_answer
from intent.forms.counter_questions import protests
from intent.forms.days import remove_days_from
from intent.forms.filled import FREE, PLACES, STORED, FormRead
from intent.forms.leftovers import orders_more
from intent.forms.move_pieces import Move, Piece, read_piece
from intent.forms.move_places import slot_containing, take_places
from intent.forms.move_words import AND, text_of
from intent.forms.replacements import other_count
from intent.forms.schedule_answers import (
    add_days,
    in_its_half,
    schedule_now,
    take_other_when,
    take_recurrence,
    take_time_of_day,
)
from intent.forms.verbs import is_order_verb
from intent.plain.rephrased import only_tells, without_lead
from intent.slots.recurrence import Recurrence
from intent.slots.rhythms import read_rhythms
from omniforge.projects.search.sentences import sentences_of
from omniforge.recurrence.rule import Rule

_MOST = 14  # possible splits; a message with more is a story
_LONGEST = 60  # words of a correction
_TO = ("to", "into")
_NEGATED = ("is", "are", "was", "were", "do", "does", "did", "can", "will")
_CALLS_IT = (("call", "it"), ("name", "it"), ("rename", "it"))
_OPENS_WHEN = ("every", "each", "at")
_LATEST = 16  # readings cached: several callers need the same one
_COST = {Move.REASON: 4, Move.ASKS: 4, Move.TOLD: 8, Move.WISHED: 8}
_NOT_MEANT = {Move.DROP, Move.LEAVES, Move.ASKS, Move.TOLD, Move.WISHED}  # with these nothing changes
_BESIDE = {Move.LEAVES, Move.REASON, Move.TOLD, Move.NOTHING}  # neither change nor drop anything
_CHANGES = (Move.VALUE, Move.NOT, Move.WRONG)


def read_moves(form: FormRead, message: str) -> Sequence[Piece] | None:
    """Return a message as clauses, as few as possible, or None if one of them isn't understood."""
    return _once(message, tuple(form.slots), tuple(form.now.items()), form.situation)


@lru_cache(maxsize=_LATEST)
def _once(
    message: str, slots: tuple[str, ...], now: tuple[tuple[str, str], ...], situation: Situation
) -> Sequence[Piece] | None:
    form, tokens = FormRead(slots, dict(now), "", situation), tokenize(message)
    cuts = _cuts(tokens)
    if not tokens or len(tokens) > _LONGEST or len(cuts) > _MOST:
        return None
    best: list[tuple[int, tuple[Piece, ...]] | None] = [(0, ()), *[None] * (len(cuts) - 1)]
    for last in range(1, len(cuts)):
        ways = []
        for first in range(last):
            before = best[first]
            piece = read_piece(form, message, tokens[cuts[first] : cuts[last]]) if before else None
            if before and piece:
                ways.append((before[0] + _COST.get(piece.move, 1), (*before[1], piece)))
        best[last] = min(ways, key=lambda way: way[0], default=None)
    return best[-1][1] if best[-1] else None


def _cuts(tokens: Sequence[Token]) -> list[int]:
    """Return the indexes at which a clause may begin or end."""
    words = tuple(one.word for one in tokens)
    found = [0]
    for at in range(1, len(tokens)):
        begins = tokens[at - 1].is_mark and not tokens[at].is_mark
        negates = words[at - 1] in _NEGATED or tokens[at - 1].is_mark  # 'Ann is not in on Fridays'
        refuses = at_start("move_not", words[at:])[1] and not negates
        goes_to = words[at] in _TO and names_target(text_of(tokens[at + 1 : at + 3]))
        begins_when = words[at] in _OPENS_WHEN and not at_end("move_not", words[:at])[1]
        if (
            begins
            or refuses
            or goes_to
            or begins_when
            or words[at] in AND
            or (words[at],) in table("move_joint")
        ):
            found.append(at)
    return [*found, len(tokens)]


def drops_form(form: FormRead, message: str) -> bool:
    """Return whether a message drops a form, perhaps with a reason, and says nothing else."""
    return protests(message) or _drops(form, message) or _drops(form, _behind_remarks(message))


def _drops(form: FormRead, message: str) -> bool:
    pieces = read_moves(form, message) or ()
    moves = {one.move for one in pieces}
    backs = any(one.move is Move.BACK and not is_pause(one.text) for one in pieces)
    drops = Move.DROP in moves or (backs and moves & {Move.REASON, Move.LEAVES})
    lists = form.asking in FREE and all(" " not in one.text for one in pieces if one.move is Move.DROP)
    if Move.TOLD in moves and lists:
        return False  # 'cancel, refund and no-show' is a list to include
    return bool(drops) and moves <= {Move.DROP, Move.BACK, *_BESIDE}


def _behind_remarks(message: str) -> str:
    """Return a message's last sentence, if those before it are only reasons."""
    *told, last = sentences_of(message) or [message]
    reasons = map(without_lead, told)
    return last if all(only_states(one) or only_tells(one) for one in reasons) else message


def rest_behind_drop(form: FormRead, message: str) -> str:
    """Return the sentences after one that drops a form: 'No agent. Add a task X.', empty if there are none.

    Unless the first one says 'agent', the others have to be orders, as they may fill the form instead.
    """
    first, *others = sentences_of(message) or [""]
    if not others or not (drops_form(form, first) or read_answer(first) == Answer(Reply.NEVER_MIND)):
        return ""
    rest = " ".join(others)
    if as_words(without_lead(rest))[:2] in _CALLS_IT:
        return ""  # the draft is to have another name
    names_agent = any(key_of("kind", one) == "agent" for one in as_words(first))
    reading = read_commands(rest, form.situation)
    orders = reading.is_whole and not any(one.tentative for one in reading.commands)
    return rest if orders or _orders_else(rest) or (names_agent and not _drops(form, message)) else ""


def _orders_else(text: str) -> bool:
    """Return whether words order something of another thing than the draft, by a verb and its object."""
    verb, *others = as_words(without_lead(text)) or ("",)
    points = any(key_of("pronoun", one) or key_of("kind", one) == "agent" for one in others[:1])
    of_draft = any(at_start("move_slot", tuple(others), at)[1] for at in range(len(others)))
    return bool(is_order_verb(verb) and others) and not (points or of_draft)


def says_goodbye(form: FormRead, message: str) -> bool:
    """Return whether a message says goodbye, perhaps with a reason: 'got to go, the bus is here'."""
    pieces = read_moves(form, message) or ()
    moves = {one.move for one in pieces}
    closes = all(key_of("move_closes", one.text) for one in pieces if one.move is Move.LEAVES)
    is_leaving = Move.LEAVES in moves and moves <= _BESIDE
    return is_leaving and not (closes and Move.TOLD in moves)  # 'just the names, nothing else'


def postponed_question(form: FormRead, message: str) -> str | None:
    """Return the question in a message that postpones the form, or None if it doesn't postpone it.

    A message that also changes something doesn't count: it is read as a change.
    """
    pieces = read_moves(form, message) or ()
    moves = {one.move for one in pieces}
    if Move.HOLD not in moves or moves & {*_CHANGES, Move.DROP}:
        return None
    return " ".join(one.text for one in pieces if one.move is Move.ASKS)


def is_reason(form: FormRead, message: str) -> bool:
    """Return whether a message only states something, and changes nothing of a form."""
    moves = {one.move for one in read_moves(form, message) or ()}
    return bool(moves) and moves <= {Move.REASON, Move.NOTHING, Move.STAYS}


def is_bare(form: FormRead, message: str) -> bool:
    """Return whether a message consists only of values."""
    return all(one.is_bare for one in read_moves(form, message) or ())


def apply_correction(form: FormRead, message: str) -> bool:
    """Apply a correction if every clause is understood, otherwise return False and change nothing."""
    if other_count(message):
        return False
    pieces = _backed(read_moves(form, message) or ())
    if form.adds and not any(one.move in (Move.NOT, Move.WRONG) for one in pieces):
        return _take_more(form, pieces)
    whens = [one for one in pieces if one.slot == "when"]
    meant = _joined(form, message, [one for one in whens if one.move is Move.VALUE])
    if not _corrects(form, pieces) or meant is None:
        return False
    _take_when(form, meant, [one for one in whens if one.move is Move.NOT])
    take_places(form, pieces)
    for piece in pieces:
        if piece.move is Move.WRONG and piece.slot in form.slots and piece.slot not in form.found:
            form.found |= {piece.slot: ""} | ({STORED: ""} if piece.slot == "when" else {})
    told = (one.text for one in pieces if one.move is Move.REASON and orders_more(one.text))
    form.problem = form.problem or next(told, "")
    return bool(form.found or form.problem)


def _backed(pieces: Sequence[Piece]) -> Sequence[Piece]:
    """Return clauses with 'skip those' resolved to the days before it, empty if days are only mentioned."""
    told = [one for one in pieces if one.move is Move.REASON and one.slot == "when"]
    days = [*told, *(one for one in pieces if one.move is Move.NOT and _days(one))][:1]
    found = [
        replace(one, value=days[0].value) if days and one.move is Move.NOT and one.value == "" else one
        for one in pieces
    ]
    said = {_days(one) for one in found if one.move in _CHANGES}
    meant = any(_days(one) for one in found if one.move is Move.VALUE)
    return found if meant or all(_days(one) in said for one in told) else ()


def _days(piece: Piece) -> tuple[str, ...]:
    found = piece.value if isinstance(piece.value, Recurrence) else None
    return Rule.read(found.rrule).days if found and found.rrule else ()


def _take_more(form: FormRead, pieces: Sequence[Piece]) -> bool:
    """Add days to the current ones, if only reasons follow. Return whether they were added: 'Saturdays
    too'.
    """
    meant = [one.value for one in pieces if one.move not in (Move.REASON, Move.NOTHING)]
    if len(meant) != 1 or not isinstance(meant[0], Recurrence) or "when" not in form.slots:
        return False
    add_days(form, meant[0])
    return not form.problem


def _corrects(form: FormRead, pieces: Sequence[Piece]) -> bool:
    """Return whether clauses change a form. An answer to its question counts only if it revokes something."""
    moves = [one.move for one in pieces]
    if not set(moves) & set(_CHANGES) or set(moves) & _NOT_MEANT:
        return False
    told = any(one.move is Move.REASON and one.slot == "when" for one in pieces)
    if Move.REASON in moves and not told and all(one.is_bare or one.move is Move.REASON for one in pieces):
        return False  # 'Monday, the boss comes back'
    places = [one.move for one in pieces if one.slot in ("place", "held", *PLACES)]
    if Move.REASON in moves and Move.NOT in places and Move.VALUE not in places:
        return False  # another clause may say what is meant: 'those are in Groove, not in Zendesk'
    if _tells_several(form, pieces):
        return True
    unknown = [one for one in pieces if one.slot == "place"]
    if unknown and not any(slot_containing(form, one) for one in pieces if one.move is Move.NOT):
        return False
    whens = [one for one in pieces if one.move is Move.VALUE and one.slot == "when"]
    if form.asking == "when" and len(whens) > 1 and len(whens) == moves.count(Move.VALUE):
        return True  # 'Mondays, half seven'
    takes_back = any(slot_containing(form, one) for one in pieces if one.move is Move.NOT)
    return not form.asking or takes_back or Move.BACK in moves or Move.WRONG in moves


def _tells_several(form: FormRead, pieces: Sequence[Piece]) -> bool:
    """Return whether an answer has several of source, destination and schedule: 'Jira, to #lifts, at 8'."""
    slots = {form.asking if one.slot == "place" else one.slot for one in pieces if one.move is Move.VALUE}
    only = {one.move for one in pieces} <= {Move.VALUE, Move.NOTHING}
    return form.asking in PLACES and only and len(slots) > 1 and not any(map(_goes_on, pieces))


def _goes_on(piece: Piece) -> bool:
    """Return whether a clause only adds a place, or the address of the one before: 'and Slack'."""
    is_address = "@" in piece.text and " " not in piece.text
    first, _, rest = piece.text.partition(" ")
    return is_address or (piece.slot != "when" and first.lower() in AND and piece.value in (rest, piece.text))


def _take_when(form: FormRead, meant: Piece, refused: Sequence[Piece]) -> None:
    """Apply days and times, and remove rejected ones."""
    same = [one for one in refused if type(one.value) is type(meant.value)]
    if same and take_other_when(form, same[0].text, meant.text):
        refused = [one for one in refused if one is not same[0]]
    elif isinstance(meant.value, time):
        take_time_of_day(form, meant.value, meant.text)
    elif isinstance(meant.value, Recurrence):
        take_recurrence(form, in_its_half(form, meant.value, meant.text))
    for piece in refused:
        less = piece.value if isinstance(piece.value, Recurrence) else None
        if (
            left := remove_days_from(schedule_now(form), less, form.situation.now)
            if less and schedule_now(form)
            else None
        ):
            take_recurrence(form, left)
        elif not meant.text:
            form.problem = f"without {piece.text}"


def _joined(form: FormRead, message: str, meant: Sequence[Piece]) -> Piece | None:
    """Return several days and times merged: 'Mondays. And at 9', or None if they don't combine."""
    if len(meant) < 2:
        return meant[0] if meant else Piece(Move.NOTHING)
    first, last = message.find(meant[0].text), message.rfind(meant[-1].text) + len(meant[-1].text)
    for said in (message[first:last], " ".join(one.text for one in meant)):
        found = read_rhythms(said, form.situation.now.date())
        if found and not found.problem:
            return Piece(Move.VALUE, "when", found, said)
    days = [one for one in meant if isinstance(one.value, Recurrence)]
    times = [one.value for one in meant if isinstance(one.value, time)]
    if len(times) != 1 or len(days) != 1 or not isinstance(days[0].value, Recurrence) or days[0].value.time:
        return None
    return replace(
        days[0], value=replace(days[0].value, time=times[0]), text=f"{days[0].text} at {times[0]:%H:%M}"
    )
