"""Asides in answers to a form: 'as I said', the current or former name of a place."""

import re
from collections.abc import Sequence

from intent.commands.grammar.slot_types import strip_punctuation
from intent.commands.grammar.tokens import Token, tokenize
from intent.commands.words import at_start
from intent.data_files import pattern
from intent.forms.names import name_alone

_REJECTED = re.compile(
    r"[^?.!]{1,60}\?\s*(?:no|nope|nah|never|nein)\b[^.!?]*[.!]\s+(?P<rest>\S.*)", re.I | re.S
)
_PARTED = re.compile(r"(?<!\s)\s+[/|–—]\s+")  # a long run of blanks is matched only from its beginning
_SUCCEEDED = tuple(pattern("asides", one) for one in ("succeeded", "succeeds", "misnamed"))
_PREFERRED, _WISHED_MORE = pattern("asides", "preferred"), pattern("asides", "wished_more")
_ANNOUNCED = pattern("asides", "announced")
_DASHES = ("-", "–", "—")
_NAME = 5  # words of a name
_PLACE = 8  # words of what the name is for
_PHRASE = 8  # longest 'as I said' or 'it is called', in words


def without_repeating(message: str) -> str:
    """Return an answer without 'as I said' before or after it, unchanged if nothing else is said."""
    tokens = tokenize(message)
    words = tuple(token.word for token in tokens)
    for at in range(len(tokens)):
        size = at_start("said_before", words[at : at + _PHRASE])[1]
        if not size:
            continue
        before, behind = (
            strip_punctuation(tokens[:at], _is_apart),
            strip_punctuation(tokens[at + size :], _is_apart),
        )
        if bool(before) != bool(behind):
            row = before or behind
            return message[row[0].start : row[-1].end]
    return message


def with_own_name(message: str) -> str:
    """Return 'the picking app CropTally' for 'the picking app, it's called CropTally'.

    A name in the style of agents, 'late-cards', is the agent's. 'Trello / #desk' is split by a comma.
    """
    message = _PARTED.sub(", ", message)
    tokens = tokenize(message)
    words = tuple(token.word for token in tokens)
    for at in range(1, len(tokens)):
        size = at_start("is_called", words[at : at + _PHRASE])[1]
        if not size or not (_is_apart(tokens[at - 1]) or at + size == len(tokens)):
            continue
        place, name = (
            strip_punctuation(tokens[:at], _is_apart),
            strip_punctuation(tokens[at + size :], _is_apart),
        )
        if not name:  # '…, Kennel Book it is called'
            cut = max((one for one in range(at) if tokens[one].word == ","), default=0)
            place, name = (
                strip_punctuation(tokens[:cut], _is_apart),
                strip_punctuation(tokens[cut:at], _is_apart),
            )
        named = message[name[0].start : name[-1].end] if name else ""
        if not _may_be(place, name) or name_alone(named.partition(" ")[0]):
            return message
        return f"{message[place[0].start : place[-1].end]} {named}"
    return message


def _may_be(place: Sequence[Token], name: Sequence[Token]) -> bool:
    """Return whether these may be a place in some words, and its name."""
    short = 0 < len(place) <= _PLACE and 0 < len(name) <= _NAME
    return short and not any(one.is_mark and not one.is_quoted for one in (*place, *name))


def _is_apart(token: Token) -> bool:
    return token.is_mark or token.word in _DASHES


def without_rejected(message: str) -> str:
    """Return 'into a sheet' for 'Slack? No, we quit that. Into a sheet', without the rejected part."""
    found = _REJECTED.match(message.strip())
    return found["rest"] if found else message


def without_announcing(message: str) -> str:
    """Return corrections of a draft without what announces them: 'two changes: call it key-rota, and 5pm'."""
    return _ANNOUNCED.sub("", message, count=1)


def with_successor(message: str) -> str:
    """Return 'Trello instead of Jira' for 'it isn't Jira any more, since May we use Trello'."""
    found = next(filter(None, (one.search(message) for one in _SUCCEEDED)), None)
    if found is None:
        return message
    rest = re.split(r"(?=[,;.] )", message[found.end() :], maxsplit=1)[1:]  # 'last month' adds nothing
    return "".join((f"{found['new']} instead of {found['old']}", *rest))


def with_wish_of_others(message: str) -> str:
    """Return 'also include the phone number' for 'the wardens would also like to see the phone number'."""
    return _WISHED_MORE.sub(r"also include \g<more>", message, count=1) if " also " in message else message


def with_preferred(message: str) -> str:
    """Return 'Trello instead of Jira' for 'Trello would suit us better than Jira'."""
    prefers = "better" in message and " than " in message
    return _PREFERRED.sub(r"\g<new> instead of \g<old>", message) if prefers else message
