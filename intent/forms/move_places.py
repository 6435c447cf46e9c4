"""Applies corrections of where a form's data comes from and where its results go."""

from collections.abc import Sequence

from intent.commands.places import read_destination, read_source
from intent.forms.filled import PLACES, FormRead
from intent.forms.move_pieces import TO_PEOPLE, Move, Piece
from intent.forms.replacements import contains_words, exchange_words, remove_place, replace_in_slots

_WORK = ("purpose", "instructions")
_READERS = {"source": read_source, "destination": read_destination}


def slot_containing(form: FormRead, piece: Piece) -> str:
    """Return the slot that contains the rejected value."""
    if piece.slot == "when":
        return "when" if form.now.get("when") or form.asking == "when" else ""
    said = str(piece.value)
    value = {slot: reader(said) for slot, reader in _READERS.items()}
    slots = (*PLACES, *(one for one in form.slots if one not in PLACES), "instructions")
    return next(
        (
            one
            for one in slots
            if any(contains_words(form.now.get(one, ""), each) for each in (said, *value.values()) if each)
        ),
        "",
    )


def take_places(form: FormRead, pieces: Sequence[Piece]) -> None:
    """Set source and destination, replacing rejected ones."""
    meant = [one for one in pieces if one.move is Move.VALUE and one.slot != "when"]
    refused = [one for one in pieces if one.move is Move.NOT and one.slot != "when"]
    wrong = [one.slot for one in pieces if one.move is Move.WRONG]
    held = [*(slot for one in refused if (slot := slot_containing(form, one))), *wrong]
    for piece in meant:
        slot = next((one for one in held if one in PLACES), "") or _slot_of(form, piece)
        if TO_PEOPLE.search(piece.text):  # data isn't read from people
            slot, refused = "destination", [one for one in refused if slot_containing(form, one) != "source"]
        value = _READERS[slot](str(piece.value)) or str(piece.value)
        form.found[slot] = " and ".join(filter(None, (form.found.get(slot), value)))
    for piece in refused:
        slot = slot_containing(form, piece)
        if slot in PLACES and slot not in form.found:
            form.found[slot] = remove_place(form.now.get(slot, ""), str(piece.value))
        elif slot in _WORK and meant:
            exchange_words(form, _WORK, str(piece.value), str(meant[0].value))
        elif slot not in PLACES and not meant:
            replace_in_slots(form, str(piece.value), "", may_answer=False)


def _slot_of(form: FormRead, piece: Piece) -> str:
    if piece.slot in PLACES:
        return piece.slot
    return form.asking if form.asking in PLACES else "source"
