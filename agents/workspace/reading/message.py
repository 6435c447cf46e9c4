"""Reads what a message wants done in a project, by its words alone: no model, nothing looked up.

Only what a person says counts: what they quote, cite or paste orders nothing. Source: seed 003, section 4.4.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import lru_cache

from agents.workspace.reading.changing import read_change
from agents.workspace.reading.clauses import (
    Masked,
    asks,
    bare,
    clauses,
    denies,
    mask,
    own_words,
    proposes,
    sentences,
    speculates,
    without_doubt,
)
from agents.workspace.reading.creating import read_creation
from agents.workspace.reading.looking import read_look
from agents.workspace.reading.placing import read_placing
from agents.workspace.reading.undoing import asks_to_undo
from agents.workspace.reading.vocabulary import KIND
from agents.workspace.reading.wishes import Reference, Wish, WishedOperation
from agents.workspace.reading.writing import read_writing

_NOT_OURS = re.compile(
    r"@\w|\b(?:agents?|bots?|assistants?|automations?|skills?|workflows?|schedules?|calendar|agenda|diary|"
    r"conversations?|chats?|spreadsheets?|excel|csv|pdf|every (?:\w+day|day|morning|week|month)|"
    r"each (?:day|week|month)|daily|hourly|weekdays|mondays|tuesdays|wednesdays|thursdays|fridays|"
    r"e-?mails? (?:to|me)|slack|remind me)\b",
    re.I,
)
_LONGEST = 250  # characters of a sentence that orders or asks something; what is longer tells a story
_REASON = re.compile(r"[\s,]+because\b.*$", re.I | re.S)
_SOME_DAY = date(2000, 1, 1)  # which day it is changes no reading
_CLUES = re.compile(
    rf"\b(?:{KIND}|plate|due|overdue|deadlines?|push|postpone|defer|delay|reschedule|put off|done|finished|"
    r"completed?|priority|urgent|prioriti[sz]e|rename|mark|reopen|organi[sz]ed?|tidy|link|unlink|delete|move|"
    r"catch|speed|status|going on|happening|happened|going|doing|miss(?:ed)?|stand|new|left|update|blocked|"
    r"in progress|started|next|health|sections?|paragraphs?|wording|set|change|make|archive|cancel|abandon|"
    r"finish|close|assign(?:ed)?|drop|outstanding|open|pending|changed|responsible|summary|"
    r"working on|in charge|nobody|unassigned|to do|first|files?|import|export|upload|download|unblock|merge|"
    r"combine|did [A-Z][\w.'-]+ do|workspace)\b",
    re.I,
)


def asks_for_write(message: str) -> bool:
    """Return whether a person asks in a message of theirs for a change of something in a project."""
    return read_wish(message, _SOME_DAY).requires_write


@lru_cache(maxsize=64)  # several readers of a turn ask this of the same message
def read_wish(message: str, today: date) -> Wish:
    """Return what a message wants: changes, or to be told something; nothing where it is about neither."""
    own = own_words(message)
    if asks_to_undo(own):
        return Wish((WishedOperation("undo"),))
    if written := tuple(read_writing(message)):
        return Wish(written)
    masked = mask(own)
    spoken = [one for one in sentences(masked.text) if _may_be_ours(one)]
    clear = [one for one in spoken if _CLUES.search(one)]
    operations = tuple(_said(one, masked) for sentence in clear for one in _orders(sentence, today))
    if operations:
        return Wish(_with_content(operations, message, own))
    for sentence in clear if len(own) <= _LONGEST else ():
        if look := read_look(bare(sentence) or sentence, today):
            return Wish(
                look=replace(look, target=_called(look.target, masked), project=masked.said(look.project))
            )
    thoughts = (one for sentence in spoken for one in _thoughts(sentence, today))
    return Wish(thought=masked.said(next(thoughts, "")))


def _may_be_ours(sentence: str) -> bool:
    return len(sentence) <= _LONGEST and not _NOT_OURS.search(sentence)


def _orders(sentence: str, today: date) -> Iterator[WishedOperation]:
    """Yield the changes that a sentence wants; a question, a doubt or a no wants none."""
    if asks(sentence) or speculates(sentence) or denies(sentence):
        return
    yield from _in(sentence, today)


def _thoughts(sentence: str, today: date) -> Iterator[str]:
    """Yield what a sentence thinks of having done, or proposes to do, as the request that it would be."""
    if speculates(sentence):
        request = bare(without_doubt(sentence))
        if proposes(sentence) or any(True for _ in _in(request, today)):
            yield request


def _in(sentence: str, today: date) -> Iterator[WishedOperation]:
    def begins(clause: str) -> bool:
        named = (one for one in _read(clause, today) if one.kind or one.other)
        return any(named) and not _is_statement(clause)

    def reads(clause: str) -> bool:
        return any(True for _ in _read(clause, today))

    for clause in clauses(sentence, begins, reads):
        if not denies(clause):
            yield from _read(clause, today)


def _read(clause: str, today: date) -> Iterator[WishedOperation]:
    words = bare(clause)
    if not words or denies(words):
        return
    yield from _ordered(words, today) or _ordered(_REASON.sub("", words), today)


def _ordered(words: str, today: date) -> list[WishedOperation]:
    made = list(read_creation(words, today))
    return made or list(read_placing(words)) or list(read_change(words, today))


def _is_statement(clause: str) -> bool:
    return bool(re.search(r"\b(?:is|are|was|were|has been|have been)\b|'s\b", bare(clause)))


def _said(operation: WishedOperation, masked: Masked) -> WishedOperation:
    """Return an operation with what was quoted back in its words."""
    fields = {
        name: masked.said(value) if isinstance(value, str) else value
        for name, value in operation.fields.items()
    }
    return replace(
        operation,
        target=_called(operation.target, masked),
        other=_called(operation.other, masked) if operation.other else None,
        fields=fields,
        project=masked.said(operation.project),
    )


def _called(reference: Reference, masked: Masked) -> Reference:
    return replace(reference, words=masked.said(reference.words))


def _with_content(
    operations: tuple[WishedOperation, ...], message: str, own: str
) -> tuple[WishedOperation, ...]:
    """Return the operations, a new document with the text that was given for it below the request."""
    rest = message.strip()[len(own) :].strip() if message.strip().startswith(own) else ""
    first = operations[0]
    if len(operations) > 1 or not rest or first.action != "create" or first.kind != "document":
        return operations
    return (replace(first, fields={**first.fields, "content": rest}),)
