"""Removes asides: 'hang on, …', '… btw', and pauses without meaning."""

from intent.commands.grammar.phrases import words_in
from intent.commands.grammar.tokens import Token, tokenize
from intent.commands.silent import leads, waits
from intent.commands.words import at_end, at_start
from intent.sentences.question_forms import (
    asks_to_tell,
    is_question,
    opens_question,
    speaker_words,
    strip_closing,
)

_CORRECTION = 4  # words


def without_aside(message: str) -> str:
    """Return a message without 'wait, quickly,' before and 'btw' after it, whole if nothing else is said."""
    tokens = tokenize(message)
    if at_start("adds_condition", words_in(tokens))[1]:
        return message
    at = _opened(tokens) or _remarked(message, tokens)
    at -= bool(at) and tokens[at - 1].text == "("  # of a sum that begins with it
    rest = message[tokens[at].start :] if at < len(tokens) else ""
    paused = waits(words_in(tokens[:at])) > 1
    if at and _excuses(words_in(tokens[:at]), rest):
        return message
    if at and not (rest and (tokens[at - 1].is_mark or paused or is_question(rest))):
        return _without_end(message)
    return _without_end(rest)


def _excuses(words: tuple[str, ...], rest: str) -> bool:
    """Return whether words only excuse what was said before and correct it: 'sorry, 12 days'."""
    return "sorry" in words and len(rest.split()) <= _CORRECTION and not is_question(rest)


def only_asks(sentence: str) -> bool:
    """Return whether a sentence only says that nothing is to be done: 'change nothing, just asking'."""
    words = words_in(tuple(one for one in tokenize(sentence) if not one.is_mark))
    at, says = 0, False
    while at < len(words):
        size = at_start("only_asks", words[at:])[1]
        says = says or bool(size)
        size = size or leads(words[at:])
        if not size:
            return False
        at += size
    return says


def is_pause(message: str) -> bool:
    """Return whether a message only asks to wait: 'hang on a sec'."""
    tokens = tokenize(message)
    pauses = any(waits(words_in(tokens[at:])) for at in range(len(tokens)))
    return pauses and _opened(tokens) == len(tokens)


def stops_to_ask(message: str) -> bool:
    """Return whether a message asks a question first and decides nothing: 'wait, who gets it?'"""
    words = words_in(tuple(one for one in tokenize(message) if not one.is_mark))
    return 0 < waits(words) < len(words) and message.rstrip().endswith("?")


def _opened(tokens: tuple[Token, ...]) -> int:
    """Return the number of leading tokens without meaning."""
    at = 0
    while at < len(tokens):
        words = words_in(tokens[at:])
        follows = at > 0 and tokens[at].is_mark  # a table or list may begin with one
        size = 1 if follows else leads(words)
        if not size:
            break
        at += size
    return at


def _remarked(message: str, tokens: tuple[Token, ...]) -> int:
    """Return the length in tokens of a remark before a question: 'Before I forget: who', 'tell me, who'"""
    for at, token in enumerate(tokens):
        head, rest = message[: token.start], message[token.end :]
        if token.word == "," and asks_to_tell(head):
            return at + 1 if opens_question(rest) else 0
        if token.word == ":" and not token.is_quoted:
            own = not speaker_words().isdisjoint(words_in(tokens[:at]))
            return at + 1 if own and opens_question(rest) and not is_question(head) else 0
    return 0


def _without_end(text: str) -> str:
    text = strip_closing(text) if is_question(text) else text
    tokens = [one for one in tokenize(text) if not one.is_mark]
    key, size = at_end("silent", tuple(one.word for one in tokens))
    if key != "around" or not 0 < size < len(tokens):
        return text
    return text[: tokens[-size - 1].end] + text[tokens[-1].end :]
