"""The name of an event within its sentence, without its time and the word for the calendar."""

import re
from collections.abc import Sequence
from itertools import pairwise

from intent.commands.catalogue import JOINTS, verbs
from intent.commands.errands import holds_an_errand
from intent.commands.grammar.phrases import words_in
from intent.commands.grammar.slot_types import Words
from intent.commands.grammar.tokens import Token, fold, tokenize
from intent.commands.readers.events.occasions import bare_title, continues, names_other_kind
from intent.commands.readers.things.no_titles import is_no_title
from intent.commands.readers.things.titles import continues_with_request
from intent.commands.words import at_end, at_start, key_of
from intent.slots.moments import MomentFound
from omniforge.english import capital

_HOW, _BEING = "how", frozenset(("is", "are", "was", "will", "does"))
_OTHER_KINDS = ("task", "milestone", "document", "goal", "risk")
_RELATES = ("that", "which", "who")
_POINTS = frozenset(("it", "them", "please"))  # no title begins with these
_NOUN = r"(?:event|appointment|calendar entry|termin|evento|cita)(?: an| ein)?\s*:"
_HAVING = r"(?:i|we)(?:['’]ve| have)(?: got)?(?: to go to)?"  # 'I've the dentist on Tuesday'
_THERE = "there(?:['’]s| is| are)"
_LEAD = re.compile(
    rf"^(?:(?:for|to|that|of|['’]s|{_THERE}|{_HAVING})\s+|(?:(?:an?|einen|un|una) )?{_NOUN}\s*)(?=\S)",
    re.I,
)
# 'an event Stocktake', but 'a meeting with Ann'
_KIND = re.compile(r"^(?:(?:an?|another|the|one|new) )*(?:event|calendar entry|diary entry) (?=[A-ZÀ-Þ\"“'])")
_PLACE = re.compile(r"[A-ZÀ-Þ][\w'’-]*(?: (?:(?:du|de|des|la|of|the|am|der) )?[A-ZÀ-Þ\d][\w'’-]*)+")
_PERSON = re.compile(r"[A-ZÀ-Þ][\w'’-]+")
_PUT_IN = re.compile(r"\s*in\s+(?:for|on|every|each)\b", re.I)
_IN_WITH = re.compile(
    r"^((?:an? )?(?:\w+ )?(?:meeting|call|visit|appointment|chat|lunch|coffee)) in (?=with\b|for\b)", re.I
)
_BEING_AT_END = re.compile(r"\s+(?:is|are|will be|takes place)$", re.I)


def text_of_tokens(source: str, tokens: Sequence[Token]) -> str:
    """Return tokens as text, even if some between them were removed."""
    parts = [source[tokens[0].start : tokens[0].end]]
    for before, token in pairwise(tokens):
        between = source[before.end : token.start]
        parts += [
            between if between.strip() == "" and len(between) < 2 else " ",
            source[token.start : token.end],
        ]
    return "".join(parts)


def possessive_after(source: str, token: Token) -> str:
    """Return the 's after a token, which doesn't end a span by itself: 'dinner at Luigi's'."""
    tail = source[token.end : token.end + 2]
    return tail if tail in ("'s", "’s") else ""


def without_calendar(tokens: Sequence[Token]) -> tuple[list[Token], bool]:
    """Return tokens without 'in my calendar' or the like, and whether it was there."""
    words = words_in(tokens)
    for at in range(len(tokens)):
        if size := at_start("in_calendar", words, at)[1]:
            goes = at_end("goes_in", words[:at])[1]
            rest = [*tokens[: at - goes], *tokens[at + size :]]
            return [one for place, one in enumerate(rest) if place or one.word not in (":", ",")], True
    return list(tokens), False


def title_beside(text: str, found: MomentFound) -> str:
    """Return the text beside the moment. Two pieces are one name if the second continues the first.

    So they are if the second names a place: 'market, 12 December, Rose Square', or the last one somebody.
    """
    if len(found.rest) > 1 and (name := _name_behind(text, found.rest)):
        title = title_beside(text, found._replace(rest=found.rest[:-1]))
        return f"{title} ({name})" if title else ""
    pieces = [_IN_WITH.sub(r"\1 ", text[start:end]) for start, end in found.rest]  # 'a call in with Ann'
    if len(pieces) == 2 and continues(pieces[1]):
        return _KIND.sub("", " ".join((_BEING_AT_END.sub("", pieces[0]), pieces[1])))
    before = text[: found.rest[1][0]].rstrip()[-1:] if len(pieces) == 2 else ""
    if (before == "," or (before.isdigit() and found.moment.at)) and _PLACE.fullmatch(pieces[1]):
        return f"{_KIND.sub('', pieces[0])} ({pieces[1]})"
    bare = _KIND.sub("", _LEAD.sub("", pieces[0])) if len(pieces) == 1 else ""
    when_follows = bool(bare) and found.rest[0][1] < len(text.rstrip())
    return _unquoted(_BEING_AT_END.sub("", bare) if when_follows else bare)


def _name_behind(text: str, rest: Sequence[tuple[int, int]]) -> str:
    """Return who is named last, set apart: '…, an hour and a half, Otto'."""
    start, end = rest[-1]
    is_apart = text[:start].rstrip().endswith(",") and not text[end:].strip(" .!")
    return text[start:end] if is_apart and _PERSON.fullmatch(text[start:end]) else ""


def is_put_in(text: str, found: MomentFound) -> bool:
    """Return whether 'in' leads from the one piece to the moment: 'put stocktake in for Friday'."""
    return len(found.rest) == 1 and bool(_PUT_IN.match(text, found.rest[0][1]))


def without_article(title: str) -> str:
    """Return a title without its article: 'Team lunch' for 'the team lunch'."""
    tokens = tokenize(title)
    key, size = at_start("article", tuple(token.word for token in tokens))
    return title[tokens[size].start :] if key == "one" and size < len(tokens) else title


def _unquoted(text: str) -> str:
    tokens = tokenize(text)
    return tokens[0].text if len(tokens) == 1 and tokens[0].is_quoted else text


def is_title(title: str, words: Words, *, any_kind: bool, of_chores: bool = False) -> bool:
    """Return whether words may be an event's name. `of_chores` allows 'and' before a verb."""
    tokens = tokenize(title)
    if (
        not tokens
        or key_of("pronoun", title)
        or tokens[0].word in _POINTS
        or tokens[0].is_mark
        or tokens[0].word in JOINTS
        or (tokens[0].is_quoted and len(tokens) > 1)
        or _asks(tokens)
        or (not tokens[0].is_quoted and is_no_title(title))
        or _is_agent_wished(tokens)
        or (holds_an_order(tokens) and not of_chores)
        or continues_with_request(tokens)
        or _goes_on_with_task(tokens)
    ):
        return False
    bare = bare_title(title)
    if bare in {fold(name) for name in (*words.situation.agents, *words.situation.skills)}:
        return False
    if at_start("kind", tuple(bare.split()))[0] in ("agent", "skill"):
        return tokens[0].is_quoted
    return any_kind or tokens[0].is_quoted or not names_other_kind(bare)


def _is_agent_wished(tokens: Sequence[Token]) -> bool:
    """Return whether words describe what an agent would do: 'one that lists the viewings'."""
    return len(tokens) > 1 and tokens[0].word == "one" and tokens[1].word in _RELATES


def _goes_on_with_task(tokens: Sequence[Token]) -> bool:
    """Return whether something else is wished beside the event: 'and a task to print the plans'."""
    said = [one.word for one in tokens]
    rows = zip(said, said[1:], said[2:], strict=False)
    return any(
        joint in JOINTS and key_of("article", article) and key_of("kind", kind) in _OTHER_KINDS
        for joint, article, kind in rows
    )


def _asks(tokens: Sequence[Token]) -> bool:
    """Return whether words ask for an amount: 'how long is that' is no title."""
    return tokens[0].word == _HOW and any(one.word in _BEING for one in tokens[1:])


def holds_an_order(tokens: Sequence[Token]) -> bool:
    orders = any(one.word in JOINTS and other.word in verbs() for one, other in pairwise(tokens))
    return orders or holds_an_errand(tokens)


def capitalised(text: str) -> str:
    return capital(" ".join(text.split()))


def without_lead(tokens: list[Token], name: str) -> tuple[list[Token], bool]:
    """Return tokens without a leading form of the named table, and whether there was one."""
    _, size = at_start(name, tuple(token.word for token in tokens))
    return (tokens[size:], True) if 0 < size < len(tokens) else (tokens, False)
