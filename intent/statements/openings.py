"""Openings of statements: 'note that', 'by the way', 'sorry, I meant'."""

import re
from collections.abc import Iterable, Sequence
from functools import cache

from intent.data_files import alternatives, data_of, pattern, piece, words_of
from intent.sentences.question_forms import is_question
from intent.text import fold

_CLAUSES = re.compile(r"[.;:!?\n]\s*|(?<![\s,]),?\s+(?:and|then)\s+")
_PARTS = re.compile(r"[.,;:!?\n]\s*|\s(?:and|so|then)\s")
_SUBJECT = r"(?:(?-i:[A-Z])\w+|the|my|our|his|her|their|an?|it|he|she|they|there)"

_PLEASE, _TOLD = piece("notes", "please"), piece("notes", "told")
_NOTE_FOR, _ORDERED_BEHIND = pattern("notes", "note_for"), pattern("notes", "ordered_behind")
_WRITING = r"an?\b[^,.]{1,40}\b(?:to|for|about)\b"  # 'a letter to the bank' is to be written
# 'No boots in the nave' has no opening, 'no the fee is 900' has one.
_GOES_ON = (
    "the|it|its|that|this|we|i|he|she|they|my|our|you|wait|hang|hold|sorry|actually|make|"
    "espera|es|el|la|los|las|son|era|mejor|perdón"
)
_NOT_NONE = rf"(?!no\s+(?!(?:{_GOES_ON})\b)\w)"


def without_openings(sentence: str, *names: str) -> str:
    """Return a sentence without such openings."""
    bare, before = sentence.strip(), ""
    while bare != before:
        before = bare
        for opening in names:
            bare = re.sub(rf"^{_NOT_NONE}(?:{openings(opening)})\b[\s,:.–-]*", "", bare, flags=re.I)
    return bare


_NOTES = re.compile(r"\s*(?:(?:ok|okay|please|and|also)\W+)*(?:note|remember|keep in mind) that\b", re.I)
_AND_THAT = re.compile(r"\.\s+and (?:also )?that (?=\w)", re.I)


def note_first(text: str) -> str:
    """Return 'we close at six, please remember' as 'note: we close at six', an order as it is.

    Behind 'note that …' an order is no part of the note, as it would be behind the colon of 'note: …'.
    """
    if _NOTES.match(text):
        text = _AND_THAT.sub(". note that ", text)
    opened = re.match(rf"\s*(?:{openings('courtesy')}|\s|,)*(?:{openings('note')})\s*:\s*", text, re.I)
    if opened and _ORDERED_BEHIND.search(text, opened.end()):
        return f"note that {text[opened.end() :]}"
    if led := re.match(_led(), text, re.I):
        return f"note: {led['told']}"
    if led := _NOTE_FOR.match(text):
        return f"note: {led['whom']}: {led['told']}"
    said = text.strip().rstrip(" .!")
    alone = re.match(rf"(?:{openings('note')}){_PLEASE}\s*[.!]\s+(?=\w)", said, re.I)
    if alone and not is_question(text):
        return f"note: {said[alone.end() :]}"
    said = said.rstrip(" .!?")
    if fold(without_openings(said, "courtesy")).split(" ")[0] in words_of("statements", "order"):
        return text
    asks = rf"(?:(?:and|und|y)\s+)?{_keeping()}"
    found = re.search(
        rf"\s*[,;.!?–-]\s+{asks}(?:$|[.!?]+(?P<more>\s+(?:and|also|oh)\s+{_SUBJECT}\b[^?]+)$)", said, re.I
    )
    if not found or is_question(said[: found.start()]) or _orders(found["more"] or ""):
        return text
    return f"note: {said[: found.start()]}{_then(found['more'])}"


@cache
def _led() -> str:
    """Return a pattern of a fact behind a wish to write it down, with a reason, or 'note to self, …'."""
    lead = rf"\s*(?:{openings('courtesy')}|\s|,)*"
    asks = rf"(?:{openings('write_down')}){_PLEASE}(?:, [^:.?!\n]{{1,60}})?\s*:"
    return rf"{lead}(?:{asks}|(?:{openings('to_self')})\s*[,:–-])\s+(?!{_WRITING}){_TOLD}"


def _orders(text: str) -> bool:
    """Return whether a clause of a text begins like an order: 'Ann rang the bank, so tick it off'."""
    firsts = (fold(one).split()[:1] for one in _PARTS.split(text))
    return any(one and one[0] in words_of("statements", "order") for one in firsts)


def _then(more: str | None) -> str:
    """Return what is told behind a wish to keep something, as a sentence of its own."""
    return f".{more}" if more else ""


def asks_to_keep(sentence: str) -> bool:
    """Return whether a sentence only asks to keep what stands before it: 'remember that'."""
    return bool(re.fullmatch(_keeping(), sentence.strip(" .!"), re.I))


def _keeping() -> str:
    as_note, what = r"(?: down)? as (?:a|one) (?:quick |short )?note", "(?:it|this|all that|all of that|that)"
    kept = rf"(?:write|put|save|keep|store|add|enter) {what}{as_note}"
    return rf"(?:{kept}|(?:{openings('note_behind')})(?:{as_note})?)"


def as_told(part: str, message: str) -> str:
    """Return a part of a message with 'note that' before it, if such an opening stands there or behind it."""
    before, _, behind = message.partition(part)
    opened = re.search(rf"\b(?:{openings('note')})$", before.rstrip(" ,:"), re.I)
    is_kept = opened or any(asks_to_keep(one) for one in _CLAUSES.split(behind))
    return f"note that {part}" if is_kept else part


def all_told(sentences: Iterable[str]) -> Sequence[str]:
    """Return sentences with 'note:' before those behind 'remember: …', whose colon opens a text to keep."""
    first, *rest = sentences or [""]
    bare = without_openings(first, "aside", "courtesy")
    opens = re.match(rf"(?:{openings('note')})\s*:", bare, re.I)
    return [first, *(f"note: {one}" if opens else one for one in rest)]


def begins_with(said: str, opening: str) -> bool:
    """Return whether a folded text begins with such an opening."""
    return bool(re.match(rf"(?:{openings(opening)})\b", said))


@cache
def openings(name: str) -> str:
    """Return a pattern of a group of openings."""
    phrases = (
        "every|each|jeden|jede|cada|ist|es|on|at|to|by|in|with|it is|it's|that is|the|due|due on|due by"
        if name == "small"
        else data_of("statements")["openings"][name]
    )
    return alternatives(phrase.strip() for phrase in phrases.split("|"))
