"""A yes with more behind it: 'yes, and who is on call on Friday?', 'create it, then run it'."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from intent.commands.tokens import tokenize
from intent.commands.words import table
from intent.dialogue.answers import Answer, Reply, parts_answer, plain_words, read_answer, words_of
from intent.dialogue.decisions import makes_all, read_decision
from intent.dialogue.next_request import requests_more
from intent.sentences.question_words import START, Asked, begins, folded, phrases
from intent.sentences.titles import significant_words

_ASKS = (Asked.PERSON, Asked.TIME, Asked.PLACE, Asked.AMOUNT, Asked.DURATION, Asked.THING)
_RUN, _EARLY = "run", 4  # words before which a first run says so
_LEAST = 4  # words of a question that says by itself what it is about


def says_yes_and_more(message: str, question: str) -> bool:
    """Return whether a yes is followed by a first run of what is created, or by another request.

    What may be about what waits ('yes, who gets it?') or suggests a change ('yes, and what about nine?',
    'yes, run it at nine') decides nothing.
    """
    is_apart = _asks_further(message, question) or requests_more(message, question)
    return is_apart or _runs_it(message, question)


def _asks_further(message: str, question: str) -> bool:
    answer = read_answer(message)
    asks = begins(folded(answer.rest), phrases("asks", *_ASKS), START)
    further = asks and _is_joined(message, answer.rest) and not _may_mean(answer.rest, question)
    return answer.said is Reply.YES and further


def _runs_it(message: str, question: str) -> bool:
    """Return whether a first run follows a yes to something new: 'create it, then run it once'."""
    behind = (*words_behind_yes(message), *_behind_named_yes(message, question))
    return makes_all(question) and any(_is_run(plain_words(rest)) for rest in behind)


def _behind_named_yes(message: str, question: str) -> Iterator[str]:
    """Yield the last sentence behind a yes that names what waits: 'Yes, create the report. Then run it.'"""
    ends = [one for one in tokenize(message.rstrip(" .!")) if one.ends_sentence]
    if ends and read_decision(message[: ends[-1].start], question) is Reply.YES:
        yield message[ends[-1].end :]


def _is_run(words: Sequence[str]) -> bool:
    says_run = any(_RUN in group for group in words_of("deeds") if set(group) & {*words[:_EARLY]})
    turns = any((one,) in words_of("turning") for one in words)
    return says_run and not turns and not any(one.isdigit() or (one,) in table("quantity") for one in words)


def words_behind_yes(message: str) -> Iterator[str]:
    """Yield what may be said after a whole yes: 'run it' for 'create it, then run it'.

    A mark or 'and' ends the yes. One like 'sure' ends by itself.
    """
    for before, token in pairwise(tokenize(message)):
        said = message[: before.start if parts_answer(before) else token.start]
        ends = parts_answer(before) or plain_words(said) in words_of("sure")
        if ends and not parts_answer(token) and read_answer(said) == Answer(Reply.YES):
            yield message[token.start :]


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
