"""Reads the words after a refusal: the second sentence of 'no, don't delete it. Give it to Rosa'."""

from collections.abc import Sequence
from itertools import dropwhile

from intent.commands.grammar.phrases import words_in
from intent.commands.grammar.tokens import Token, tokenize
from intent.commands.layout import sentence_end
from intent.commands.words import at_start, key_of
from intent.dialogue.answers import Reply, phrases, plain_words, read_answer, words_of

_NOT = ("not",)
_COURTESIES = ("please", "kindly", "and", "but", "oh", "so")


def words_after_no(message: str) -> str:
    """Return a message without its no and the refused action, empty if nothing remains."""
    tokens = tokenize(message)
    start = 0
    while start < len(tokens):
        end = _clause_end(tokens, start)
        clause = tokens[start:end]
        at = phrases(clause)[1]
        if at < len(clause) and not at_start("forbids", words_in(clause[at:]))[1]:
            return message[clause[at].start :].strip()
        start = end + 1
    return ""


def find_replacement(rest: str) -> str:
    """Return what 'I meant the roof' names, without article and kind, else empty."""
    tokens = [one for one in tokenize(rest) if not one.is_mark]
    size = at_start("meant_instead", words_in(tokens))[1]
    behind = tokens[size:] if size else []
    named = list(dropwhile(lambda one: key_of("article", one.word) or key_of("kind", one.word), behind))
    return rest[named[0].start : named[-1].end] if named else ""


def forbids(message: str) -> bool:
    """Return whether a message begins by forbidding something, but not 'not Ann, it's Ben'."""
    words = words_in([one for one in tokenize(message) if not one.is_mark])
    said = words[1:] if words[:1] and words[0] in _COURTESIES else words
    puts_right = said[:1] == _NOT and any(at_start("puts_right", said, at)[1] for at in range(1, len(said)))
    return bool(at_start("forbids", said)[1]) and not puts_right


def says_no(message: str) -> bool:
    """Return whether a message begins with a no, or an interjection and a no: 'oh no, leave it'."""
    return any((word,) in words_of("refusal") for word in plain_words(message)[:2])


def words_after_offer(message: str) -> str | None:
    """Return what follows the sentence that turns an offer down, 'no, just once. Who is late?', else None."""
    end = sentence_end(message, 0)
    first, *others = message[:end].replace(";", ",").split(",")
    said = read_answer(first)
    behind = [said.rest, *others] if said.rest else others
    once = [plain_words(one) in words_of("once") for one in behind]
    refuses = said.said is Reply.NO and not (said.rest and not once[0])
    return message[end:].lstrip(" .!\n") if refuses and all(once) else None


def _clause_end(tokens: Sequence[Token], start: int) -> int:
    """Return where a clause ends: at a mark, or before 'but'."""
    ends = (
        at for at in range(start, len(tokens)) if tokens[at].is_mark or tokens[at].word in ("but", "just")
    )
    return next(ends, len(tokens))
