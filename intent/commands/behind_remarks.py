"""An order after a remark about the subject: 'Rosa phoned, they're here, mark it as done'."""

from collections.abc import Iterator
from functools import partial
from itertools import islice

from intent.commands.grammar.tokens import tokenize
from intent.commands.reader import read_commands
from intent.commands.types import Command, Reference, Situation
from intent.commands.words import as_words, at_start
from intent.data_files import words_of
from intent.sentences.question_forms import is_question

_words = partial(words_of, "work_orders")
_JOINTS = (",", ";", "-", "–", "—", "so")
_FEW = 2  # words of a remark, the fewest
_CUTS = 16  # joints before which a remark may end, counted from the message's end


def order_behind(message: str, situation: Situation) -> tuple[str, str] | None:
    """Return a remark and the order after it, if that certainly refers to one thing, else None."""
    for remark, order in islice(_cuts(message), _CUTS):
        reading = read_commands(order, situation)
        if reading.is_whole and len(reading.commands) == 1 and _points(reading.commands[0]):
            return (remark, order) if _only_remarks(remark, situation) else None
    return None


def _cuts(message: str) -> Iterator[tuple[str, str]]:
    """Yield a message split at each of its joints, the last one first."""
    tokens = tokenize(message)
    for at in range(len(tokens) - 2, 0, -1):
        one = tokens[at]
        if not one.is_quoted and (one.ends_sentence or one.word in _JOINTS):
            yield message[: one.start].strip(), message[one.end :].strip()


def _points(command: Command) -> bool:
    thing = command.slots.get("thing")
    one = isinstance(thing, Reference) and thing.is_pronoun and not thing.is_plural
    return command.name == "thing.update" and command.writes and one


def _only_remarks(text: str, situation: Situation) -> bool:
    """Return whether words only state something: no order, no condition, no question."""
    words = as_words(text)
    if len(words) < _FEW or is_question(text) or at_start("holds", words)[1]:
        return False
    if not (_words("never") | _words("ordering")).isdisjoint(words):
        return False
    return not any(one.writes and not one.tentative for one in read_commands(text, situation).commands)
