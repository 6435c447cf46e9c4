"""A yes with a further question behind it: 'yes, and who is on call on Friday?'."""

from intent.dialogue.answers import Reply, plain_words, read_answer, words_of
from intent.sentences.question_words import START, Asked, begins, folded, phrases
from intent.sentences.titles import significant_words

_ASKS = (Asked.PERSON, Asked.TIME, Asked.PLACE, Asked.AMOUNT, Asked.DURATION, Asked.THING)
_LEAST = 4  # words of a question that says by itself what it is about


def says_yes_and_asks(message: str, question: str) -> bool:
    """Return whether nothing but a further question is joined to a plain yes.

    One that may be about what waits ('yes, who gets it?') or suggests a change ('yes, and what about
    nine?') decides nothing.
    """
    answer = read_answer(message)
    asks = begins(folded(answer.rest), phrases("asks", *_ASKS), START)
    further = asks and _is_joined(message, answer.rest) and not _may_mean(answer.rest, question)
    return answer.said is Reply.YES and further


def _is_joined(message: str, rest: str) -> bool:
    """Return whether a sentence ends before the rest, or 'and' joins it."""
    before = message.strip().removesuffix(rest).rstrip()
    beside = {*plain_words(before)[-1:], *plain_words(rest)[:1]}
    return before.endswith((".", "!")) or any((word,) in words_of("joins") for word in beside)


def _may_mean(rest: str, question: str) -> bool:
    """Return whether a question may be about the other one: it is short, points, turns, or shares a word."""
    words, unclear = plain_words(rest), words_of("points", "turning")
    shared = significant_words(rest) & significant_words(question)
    return len(words) < _LEAST or bool(shared) or any((word,) in unclear for word in words)
