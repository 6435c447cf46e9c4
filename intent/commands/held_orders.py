"""Whether a sentence's orders are held back: by a condition, by words not understood, by 'no, wait'."""

from collections.abc import Sequence
from functools import partial

from intent.commands.catalogue import JOINTS, verbs
from intent.commands.grammar.clauses import Clauses
from intent.commands.grammar.splits import LOOSE, joints
from intent.commands.grammar.tokens import Token
from intent.commands.remarks import without_modals
from intent.commands.types import Command
from intent.commands.words import at_start, key_of, longest
from intent.commands.work.exceptions import LEFT, Part, takes_in_several
from intent.data_files import words_of

_words = partial(words_of, "work_orders")
_IS = "'s"  # as in 'Ann's away', which reads as a possessive
_DRAFTED = ("agent.create", "skill.create")
_IF, _SEARCH = "if", "web.find"
_TEXT = "cannot.write"
_SUBJECT = 5  # words within which a statement's verb comes


def is_held(tokens: Sequence[Token], parts: Sequence[Part]) -> bool:
    """Return whether uncovered words may change the order: they come first, or set a condition."""
    missed = [place for place, (command, _, _) in enumerate(parts) if command is None]
    writes = [place for place, (command, _, _) in enumerate(parts) if command and _changes(command)]
    rows = [tokens[parts[place][1] : parts[place][2]] for place in missed]
    conditions = [_condition(row) for row in rows]
    if any(conditions) and (writes or (missed[0] == 0 and conditions[0] == _IF)):
        return True  # 'if 180 seats sell, what is left?' asks of no work
    before = [place for place in missed if writes and place < writes[-1]]
    tells = (
        _leads_to_order(tokens, parts[at][2]) or _only_tells(row, parts[at + 1 :])
        for at, row in zip(before, rows, strict=False)
    )
    return not all(tells)


def without_dictated(tokens: Sequence[Token], parts: Sequence[Part]) -> Sequence[Part]:
    """Return the clauses without those that a text should say: 'write Bo a reply, fitting Monday at 10'."""
    at = next((place for place, (one, _, _) in enumerate(parts) if one and one.name == _TEXT), len(parts))
    kept = [one for one in parts[at + 1 :] if _orders(tokens[one[1] : one[2]])]
    return (*parts[: at + 1], *kept)


def _orders(row: Sequence[Token]) -> bool:
    said = next((one.word for one in row if not (one.is_mark or one.word in JOINTS)), "")
    return said in verbs()


MOVED = "event.update"
_AND = ("and", "und", "y")
MOVES_TIME = (MOVED, "event.other_half")


def without_reason(clauses: Clauses, parts: Sequence[Part]) -> Sequence[Part]:
    """Return the order beside its reason, 'X is ill, so …', which would otherwise be read loosely."""
    command, start, end = parts[0]
    if len(parts) > 1 or command is None or command.name != LOOSE:
        return parts
    for at in joints(clauses.tokens, start, end):
        before, behind = (start, at), (at, end)
        if (order := _sure(clauses, *behind)) and _is_statement(clauses.tokens[start:at]):
            return ((None, *before), (order, *behind))
        if (order := _sure(clauses, *before)) and _is_statement(clauses.tokens[at:end]):
            return ((order, *before), (None, *behind))
    return parts


def as_one_move(clauses: Clauses, parts: Sequence[Part]) -> Sequence[Part]:
    """Return a move in two parts as one behind what is told: 'Ann rang, they come a day later and at 3'."""
    names = [one.name if one else "" for one, _, _ in parts]
    if len(names) != 2 or names[0] != LOOSE or names[1] not in MOVES_TIME:
        return parts
    start, end = parts[0][1], parts[1][2]
    for at in joints(clauses.tokens, start, end):
        order = clauses.command(at, end, None)
        if order and order.name == MOVED and {"by", "to"} <= order.slots.keys():
            return ((None, start, at), (order, at, end))
    return parts


def is_half(tokens: Sequence[Token], parts: Sequence[Part]) -> bool:
    """Return whether the last part is the rest of a move that isn't understood: '… and at 1 instead'."""
    command, first, _ = parts[-1]
    joined = any(one.word in _AND for one in tokens[max(0, first - 1) : first + 1])
    if len(parts) < 2 or command is None or not joined:
        return False
    before = parts[-2][0]
    is_rest = before is None or before.name == LOOSE
    return is_rest and command.name in MOVES_TIME and not command.slots.keys() - {"to", "at"}


def _sure(clauses: Clauses, start: int, end: int) -> Command | None:
    """Return the order that certainly is in a clause."""
    order = clauses.command(start, end, None)
    is_sure = order is not None and order.writes and order.name != LOOSE and not order.tentative
    return order if is_sure else None


def keeps_some(parts: Sequence[Part]) -> bool:
    """Return whether exceptions apply to several unnamed things: 'delete all, but keep X'."""
    commands = [command for command, _, _ in parts if command]
    left = [place for place, one in enumerate(commands) if one.name in LEFT]
    return bool(left) and any(map(takes_in_several, commands[: left[-1]]))


def _leads_to_order(tokens: Sequence[Token], end: int) -> bool:
    """Return whether an order follows from the clause that ends here: '…, so pause it', but not 'so that'."""
    said = [one.word for one in tokens[end : end + 3] if one.word != ","]
    return said[:1] == ["so"] and said[1:2] != ["that"]


def _only_tells(tokens: Sequence[Token], following: Sequence[Part]) -> bool:
    return _is_statement(tokens) or _asks(tokens) or _is_topic(tokens, following)


def _is_topic(tokens: Sequence[Token], following: Sequence[Part]) -> bool:
    """Return whether a clause only names what the next one refers to: 'the oats, give those to Ann'."""
    points = bool(following) and following[0][0] is not None and following[0][0].points_back
    return points and only_names([token.word for token in tokens if not token.is_mark])


def only_names(words: Sequence[str]) -> bool:
    """Return whether words only name something: 'and the flea drops'."""
    said = [one for one in words if one not in JOINTS]
    return 1 < len(said) <= _SUBJECT and bool(key_of("article", said[0])) and not _tells(said[1:])


def _tells(words: Sequence[str]) -> bool:
    return any(key_of("tells", word) or word in _words("stating") for word in words)


def _asks(tokens: Sequence[Token]) -> bool:
    """Return whether a clause only asks something: 'who has the keys'."""
    said = [token.word for token in tokens if not (token.is_mark or token.word in JOINTS)]
    return bool(said) and bool(key_of("asks", said[0]))


def _changes(command: Command) -> bool:
    """Return whether a command changes or searches something. Drafting a new agent doesn't until a yes."""
    searches = command.name == _SEARCH and command.tentative  # 'order water, find helpers'
    return searches or (command.writes and command.name not in _DRAFTED)


def _is_statement(tokens: Sequence[Token]) -> bool:
    """Return whether a clause only states something: 'Lena is off sick'."""
    behind = max((at + 1 for at, one in enumerate(tokens) if one.word == ":"), default=0)
    words = (one for one in tokens[behind:] if not one.is_mark or one.word == _IS)
    said = without_modals(tuple(one.word for one in words if one.word not in JOINTS))
    if not said or not _words("ordering").isdisjoint(said):
        return False
    points = key_of("teller", said[0]) or key_of("pronoun", said[0])
    is_subject = bool(points) or said[0] not in verbs()
    return _tells(said[1:_SUBJECT]) and is_subject and not key_of("no_teller", said[0])


def retracts(tokens: Sequence[Token], command: Command) -> bool:
    """Return whether a clause without an order revokes what was said: 'No, wait.'"""
    words = tuple(token.word for token in tokens if not token.is_mark)
    return not command.name and bool(at_start("retracts", words)[1])


def revoked_until(tokens: Sequence[Token]) -> int:
    """Return the index after a 'no wait' that revokes the words before it, 0 if there is none."""
    for at in range(1, len(tokens)):
        if tokens[at - 1].is_mark and tokens[at - 1].word != ":" and not tokens[at].is_quoted:
            said = tokens[at : at + longest("takes_back")]
            size = at_start("takes_back", tuple(one.word for one in said))[1]
            if size:
                return at + size
    return 0


def _condition(tokens: Sequence[Token]) -> str:
    """Return the key of what a clause holds orders back with: "if", or another word, else empty."""
    words = tuple(token.word for token in tokens if not token.is_mark and token.word not in JOINTS)
    return at_start("holds", words)[0] or ""
