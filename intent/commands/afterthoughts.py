"""Corrections of the last change in free words: 'they just rang, it's 11:45 now'."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from intent.commands.grammar.phrases import Form, Phrases, unquoted, words_in
from intent.commands.grammar.tokens import Token, tokenize
from intent.commands.order_again import repeat_order
from intent.commands.remarks import only_states
from intent.commands.types import Command, Reading, Reference
from intent.commands.words import as_words, forms_of
from intent.data_files import data_of, words_of

_LONGEST, _VALUE, _WRONG = 24, 7, 5  # words of a message, of its right value, and of its wrong one
_APART = frozenset((",", ";", ".", "!", ":", "–", "—", "-", "\n"))
_PUTS_RIGHT = ("thing.correct", "thing.instead", "thing.delete_instead", "event.update")
_Row = tuple[Token, ...]
Read = Callable[[str], Reading]


@dataclass(frozen=True, slots=True)
class Afterthought:
    """The `right` value in a message, `led` by 'it's' or the like, and the `wrong` one if given."""

    right: str
    wrong: str = ""
    led: bool = False
    excuses: bool = False


def read_as_afterthought(message: str, said: str, read: Read, *, sure: bool = False) -> Reading | None:
    """Return a message that corrects the last change, or None if it is anything else.

    `said` is the message before it. `sure` requires that the message both excuses itself and introduces the
    value.
    """
    thought = read_afterthought(message)
    if thought is None or len(thought.right.split()) > _VALUE or _states(thought.right):
        return None
    again = repeat_order(said, thought.right, read, sure=thought.excuses or thought.led)
    if again and not thought.wrong:
        return Reading((again.covering(message),))
    if sure and not (thought.excuses and thought.led):
        return None
    found = _instead(thought, read) or again
    return Reading((found.covering(message),)) if found else None


def _instead(thought: Afterthought, read: Read) -> Command | None:
    """Return the change to the right value, phrased plainly."""
    for text in _plainly(thought):
        commands = found.commands if (found := read(text)).is_whole else ()
        if [one.name in _PUTS_RIGHT and _is_meant(one, thought) for one in commands] == [True]:
            return commands[0]
    return None


def read_afterthought(message: str) -> Afterthought | None:
    """Return the correction in a message, which otherwise may only excuse itself and name the source.

    'One day earlier' is a further change, and no correction.
    """
    tokens = tokenize(message)
    shifts = any(one.word in words_of("afterthoughts", "shifts") for one in tokens)
    if len(tokens) > _LONGEST or "?" in message or shifts:
        return None
    clauses = _clauses(tokens)
    rows = _without_reason(_without_silence(clauses))
    wrong = [one for one in rows if _wrong(one)]
    right = [one for one in rows if not (_wrong(one) or _only_tells(message, one))]
    if len(right) != 1 or len(wrong) > 1:
        return None
    row = right[0][: len(right[0]) - _ending("polite", right[0])]
    value, inner = _parted(_value(row))
    if value and value[0].word in words_of("afterthoughts", "denies"):
        return None  # 'it isn't' reverts the change
    told = _text(message, _wrong(wrong[0]) if wrong else inner)
    excuses = rows != clauses or any(map(_tells_why, rows))
    return Afterthought(_text(message, value), told, len(value) < len(row) or bool(told), excuses)


def _plainly(thought: Afterthought) -> Iterator[str]:
    """Yield plain phrasings of a correction, with the wrong value and without."""
    if thought.wrong:
        yield f"i meant {thought.right}, not {thought.wrong}"
    yield f"i meant {thought.right}"


def _is_meant(command: Command, thought: Afterthought) -> bool:
    """Return whether a bare value corrects the last change: a day, or 'no, the first one'."""
    other = command.slots.get("other")
    placed = isinstance(other, Reference) and other.place is not None
    return thought.led or _is_dated(command) or (thought.excuses and placed)


def _is_dated(command: Command) -> bool:
    return bool({"due", "to", "minute"} & command.slots.keys())


def _clauses(tokens: Sequence[Token]) -> list[_Row]:
    found: list[list[Token]] = [[]]
    for at, token in enumerate(tokens):
        if token.word in _APART and not token.is_quoted and _parts(tokens, at):
            found.append([])
        else:
            found[-1].append(token)
    return [tuple(one) for one in found if one]


def _parts(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a mark parts clauses: no hyphen, and no point or colon within 'p.m.' or '1:2.5'."""
    before = bool(at) and tokens[at - 1].end < tokens[at].start
    behind = at + 1 == len(tokens) or tokens[at].end < tokens[at + 1].start
    return before if tokens[at].word in "-–—" else behind


def _without_silence(rows: Sequence[_Row]) -> list[_Row]:
    """Return clauses without excuses, after the first one 'no Amorim' may name the wrong value."""
    bare = (one if at and _wrong(one) else _behind("silent", one) for at, one in enumerate(rows))
    return [one for one in bare if one]


def _without_reason(rows: list[_Row]) -> list[_Row]:
    """Return clauses without the reason behind the wrong value: '…, not 120, there's a stage in it now'."""
    end = next((at for at, one in enumerate(rows) if _wrong(one)), len(rows))
    reasons = words_of("afterthoughts", "reasons")
    return [one for at, one in enumerate(rows) if at <= end or one[0].word not in reasons]


def _behind(name: str, row: _Row) -> _Row:
    while size := _opening(name, row):
        row = row[size:]
    return row


def _only_tells(message: str, row: _Row) -> bool:
    """Return whether a clause only names the source, or what got mixed up."""
    if _opening("leads", row) or _ending("tails", row) > 1:
        return False
    return _tells_why(row) or only_states(_text(message, row))


def _tells_why(row: _Row) -> bool:
    said = words_in(row)
    return any(_phrase_in(name, said) for name in ("news", "unable", "muddled"))


def _states(text: str) -> bool:
    return not words_of("work_orders", "stating").isdisjoint(as_words(text))


def _phrase_in(name: str, said: Form) -> bool:
    found = any(_phrases(name).at_start(said, at)[1] for at in range(len(said)))
    return found and not _holds_value(said)


def _holds_value(said: Sequence[str]) -> bool:
    return any(any(map(str.isdigit, one)) for one in said)


def _wrong(row: _Row) -> _Row:
    """Return the wrong value that a clause names, empty if there is none."""
    size = _opening("wrong", row)
    rest = row[size:] if size else ()
    rest = rest[: len(rest) - _ending("polite", rest)]
    return rest if 0 < len(rest) <= _WRONG else ()


def _value(row: _Row) -> _Row:
    """Return a clause without the words that introduce the right value, and without what follows it."""
    while size := _opening("leads", row) or _opening("silent", row):
        row = row[size:]
    while size := _ending("tails", row):
        row = row[:-size]
    return row


def _parted(row: _Row) -> tuple[_Row, _Row]:
    """Return a value, and the other value that it denies: 'Piotr not Lena'."""
    for at in range(1, len(row) - 1):
        if wrong := _wrong(row[at:]):
            return row[:at], wrong
    return row, ()


def _opening(name: str, row: _Row) -> int:
    """Return the length in words of the longest phrase that starts a clause."""
    return _phrases(name).at_start(unquoted(row))[1]


def _ending(name: str, row: _Row) -> int:
    """Return the length in words of a phrase that ends a clause but isn't all of it."""
    return _phrases(name).at_end(unquoted(row[1:]))[1]


def _text(message: str, row: _Row) -> str:
    return message[row[0].start : row[-1].end] if row else ""


@cache
def _phrases(name: str) -> Phrases[bool]:
    return Phrases(dict.fromkeys(forms_of(data_of("afterthoughts")["phrases"][name]), True))
