"""Reads a correction of a form: cut into clauses of which each is accounted for, or not read at all."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import time
from functools import lru_cache

from intent.commands import Situation
from intent.commands.places import names_target, read_destination, read_source
from intent.commands.remarks import only_states
from intent.commands.tokens import Token, tokenize
from intent.commands.words import at_end, at_start, key_of, table
from intent.dialogue import is_pause
from intent.forms.days import without_days
from intent.forms.exchanging import exchange, holds, without_place
from intent.forms.filled import FREE, PLACES, STORED, FormRead
from intent.forms.move_pieces import TO_PEOPLE, Move, Piece, read_piece
from intent.forms.move_words import AND, text_of
from intent.forms.whens import (
    add_days,
    in_its_half,
    schedule_now,
    take_other_when,
    take_recurrence,
    take_time_of_day,
)
from intent.plain.rephrasing import only_tells, without_lead
from intent.slots.recurrence import Recurrence
from intent.slots.rhythms import read_rhythms
from omniforge.projects.search.sentences import sentences_of
from omniforge.recurrence.rule import Rule

_MOST = 14  # places at which a message is cut; one with more tells a story
_LONGEST = 60  # words of a correction
_TO = ("to", "into")
_OPENS_WHEN = ("every", "each", "at")
_LATEST = 16  # readings that are kept: several ask the same of one message
_COST = {Move.REASON: 4, Move.ASKS: 4, Move.TOLD: 8, Move.WISHED: 8}
_NOT_MEANT = {Move.DROP, Move.LEAVES, Move.ASKS, Move.TOLD, Move.WISHED}  # with these nothing is changed
_BESIDE = {Move.LEAVES, Move.REASON, Move.TOLD, Move.NOTHING}  # what changes and drops nothing
_CHANGES = (Move.VALUE, Move.NOT, Move.WRONG)
_READERS = {"source": read_source, "destination": read_destination}


def read_moves(form: FormRead, message: str) -> Sequence[Piece] | None:
    """Return a message in clauses, as few as can be; None if one of them is not understood."""
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
    """Return the places at which a clause may begin or end."""
    words = tuple(one.word for one in tokens)
    found = [0]
    for at in range(1, len(tokens)):
        begins = tokens[at - 1].is_mark and not tokens[at].is_mark
        refuses = at_start("move_not", words[at:])[1] and not tokens[at - 1].is_mark
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


def gives_up(form: FormRead, message: str) -> bool:
    """Return whether a message lets go of a form, and says no more than why."""
    return _drops(form, message) or _drops(form, _behind_remarks(message))


def _drops(form: FormRead, message: str) -> bool:
    pieces = read_moves(form, message) or ()
    moves = {one.move for one in pieces}
    backs = any(one.move is Move.BACK and not is_pause(one.text) for one in pieces)
    drops = Move.DROP in moves or (backs and moves & {Move.REASON, Move.LEAVES})
    lists = form.asking in FREE and all(" " not in one.text for one in pieces if one.move is Move.DROP)
    if Move.TOLD in moves and lists:
        return False  # 'cancel, refund and no-show' is what to include
    return bool(drops) and moves <= {Move.DROP, Move.BACK, *_BESIDE}


def _behind_remarks(message: str) -> str:
    """Return the last sentence of a message in which those before it only tell why."""
    *told, last = sentences_of(message) or [message]
    reasons = map(without_lead, told)
    return last if all(only_states(one) or only_tells(one) for one in reasons) else message


def takes_leave(form: FormRead, message: str) -> bool:
    """Return whether a message says goodbye, and no more than why: 'got to go, the bus is here'."""
    pieces = read_moves(form, message) or ()
    moves = {one.move for one in pieces}
    closes = all(key_of("move_closes", one.text) for one in pieces if one.move is Move.LEAVES)
    is_leaving = Move.LEAVES in moves and moves <= _BESIDE
    return is_leaving and not (closes and Move.TOLD in moves)  # 'just the names, nothing else'


def puts_off(form: FormRead, message: str) -> str | None:
    """Return what a message asks beside saying that the form isn't to be made yet; None if it doesn't say so.

    What it changes as well is read as a change.
    """
    pieces = read_moves(form, message) or ()
    moves = {one.move for one in pieces}
    if Move.HOLD not in moves or moves & {*_CHANGES, Move.DROP}:
        return None
    return " ".join(one.text for one in pieces if one.move is Move.ASKS)


def is_bare(form: FormRead, message: str) -> bool:
    """Return whether a message only names values, and says nothing around them."""
    return all(one.is_bare for one in read_moves(form, message) or ())


def take_moves(form: FormRead, message: str) -> bool:
    """Take a correction of which every clause is understood; False if it is none, and nothing is taken."""
    pieces = _backed(read_moves(form, message) or ())
    if form.adds and not any(one.move in (Move.NOT, Move.WRONG) for one in pieces):
        return _take_more(form, pieces)
    whens = [one for one in pieces if one.slot == "when"]
    meant = _joined(form, message, [one for one in whens if one.move is Move.VALUE])
    if not _corrects(form, pieces) or meant is None:
        return False
    _take_when(form, meant, [one for one in whens if one.move is Move.NOT])
    _take_places(form, pieces)
    for piece in pieces:
        if piece.move is Move.WRONG and piece.slot in form.slots and piece.slot not in form.found:
            form.found |= {piece.slot: ""} | ({STORED: ""} if piece.slot == "when" else {})
    return bool(form.found or form.problem)


def _backed(pieces: Sequence[Piece]) -> Sequence[Piece]:
    """Return clauses in which 'skip those' names the days told of before; none if days are only told of."""
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
    """Take days beside those that stand, with no more than why: 'Saturdays too, the shop is open then'."""
    meant = [one.value for one in pieces if one.move not in (Move.REASON, Move.NOTHING)]
    if len(meant) != 1 or not isinstance(meant[0], Recurrence) or "when" not in form.slots:
        return False
    add_days(form, meant[0])
    return not form.problem


def _corrects(form: FormRead, pieces: Sequence[Piece]) -> bool:
    """Return whether clauses change a form; an answer to its question only if it takes something back."""
    moves = [one.move for one in pieces]
    if not set(moves) & set(_CHANGES) or set(moves) & _NOT_MEANT:
        return False
    told = any(one.move is Move.REASON and one.slot == "when" for one in pieces)
    if Move.REASON in moves and not told and all(one.is_bare or one.move is Move.REASON for one in pieces):
        return False  # 'Monday, the boss comes back'
    places = [one.move for one in pieces if one.slot in ("place", "held", *PLACES)]
    if Move.REASON in moves and Move.NOT in places and Move.VALUE not in places:
        return False  # the other clause may say what is meant: 'those are in Groove, not in Zendesk'
    if _tells_several(form, pieces):
        return True
    unknown = [one for one in pieces if one.slot == "place"]
    if unknown and not any(_held_in(form, one) for one in pieces if one.move is Move.NOT):
        return False
    whens = [one for one in pieces if one.move is Move.VALUE and one.slot == "when"]
    if form.asking == "when" and len(whens) > 1 and len(whens) == moves.count(Move.VALUE):
        return True  # 'Mondays, half seven'
    takes_back = any(_held_in(form, one) for one in pieces if one.move is Move.NOT)
    return not form.asking or takes_back or Move.BACK in moves or Move.WRONG in moves


def _tells_several(form: FormRead, pieces: Sequence[Piece]) -> bool:
    """Return whether an answer names several of where from, where to and when: 'Jira, to #lifts, at 8'."""
    slots = {form.asking if one.slot == "place" else one.slot for one in pieces if one.move is Move.VALUE}
    only = {one.move for one in pieces} <= {Move.VALUE, Move.NOTHING}
    return form.asking in PLACES and only and len(slots) > 1 and not any(map(_goes_on, pieces))


def _goes_on(piece: Piece) -> bool:
    """Return whether a clause only names one place more, or the address of the one before: 'and Slack'."""
    is_address = "@" in piece.text and " " not in piece.text
    first, _, rest = piece.text.partition(" ")
    return is_address or (piece.slot != "when" and first.lower() in AND and piece.value in (rest, piece.text))


def _held_in(form: FormRead, piece: Piece) -> str:
    """Return the slot in which stands what is not meant."""
    if piece.slot == "when":
        return "when" if form.now.get("when") or form.asking == "when" else ""
    said = str(piece.value)
    value = {slot: reader(said) for slot, reader in _READERS.items()}
    slots = (*PLACES, *(one for one in form.slots if one not in PLACES), "instructions")
    return next(
        (
            one
            for one in slots
            if any(holds(form.now.get(one, ""), each) for each in (said, *value.values()) if each)
        ),
        "",
    )


def _take_when(form: FormRead, meant: Piece, refused: Sequence[Piece]) -> None:
    """Take days and times, and take off those that are not meant."""
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
            left := without_days(schedule_now(form), less, form.situation.now)
            if less and schedule_now(form)
            else None
        ):
            take_recurrence(form, left)
        elif not meant.text:
            form.problem = f"without {piece.text}"


def _joined(form: FormRead, message: str, meant: Sequence[Piece]) -> Piece | None:
    """Return several days and times as one: 'Mondays. And at 9'; None if they are none together."""
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


def _take_places(form: FormRead, pieces: Sequence[Piece]) -> None:
    """Take where data is and where results go to, in the place of what is not meant."""
    meant = [one for one in pieces if one.move is Move.VALUE and one.slot != "when"]
    refused = [one for one in pieces if one.move is Move.NOT and one.slot != "when"]
    wrong = [one.slot for one in pieces if one.move is Move.WRONG]
    held = [*(slot for one in refused if (slot := _held_in(form, one))), *wrong]
    for piece in meant:
        slot = next((one for one in held if one in PLACES), "") or _slot_of(form, piece)
        if TO_PEOPLE.search(piece.text):  # nothing is read from there, whatever place is not meant
            slot, refused = "destination", [one for one in refused if _held_in(form, one) != "source"]
        value = _READERS[slot](str(piece.value)) or str(piece.value)
        form.found[slot] = " and ".join(filter(None, (form.found.get(slot), value)))
    for piece in refused:
        slot = _held_in(form, piece)
        if slot in PLACES and slot not in form.found:
            form.found[slot] = without_place(form.now.get(slot, ""), str(piece.value))
        elif slot not in PLACES and not meant:
            exchange(form, str(piece.value), "", may_answer=False)


def _slot_of(form: FormRead, piece: Piece) -> str:
    if piece.slot in PLACES:
        return piece.slot
    return form.asking if form.asking in PLACES else "source"
