"""Another request behind a yes: 'yes, delete it. And is the 17th free?', 'yes, and add a task for Bo'."""

from collections.abc import Iterator, Sequence

from intent.commands.phrases import Form
from intent.commands.tokens import Token, tokenize
from intent.commands.words import table
from intent.dialogue.answers import Reply, plain_words, says_deed, words_of
from intent.dialogue.decisions import deletes, makes_all, read_decision
from intent.dialogue.plain_dates import without_dates
from intent.sentences.titles import significant_words

_LEAST, _LEAST_CLEAR = 3, 4  # words of a request, and of one that can't mean to change what waits
_KIND_WITHIN = 4  # words from 'a' to the kind: 'a very urgent task'
_OWN_KINDS = ("task", "goal", "milestone", "risk", "requirement", "project", "event")


def requests_more(message: str, question: str) -> bool:
    """Return whether a yes to exactly what is asked is followed by a request that can't mean to change it.

    A deletion can't be changed by it. A message can't be called back, so behind its yes only an order counts
    that makes something of its own.
    """
    return _begins(plain_words(message), "sure") and any(
        _is_apart(rest, question) and _decides(said, rest, question) for said, rest in _parted(message)
    )


def _parted(message: str) -> Iterator[tuple[str, str]]:
    """Yield each beginning of a message that a sentence's end or 'and' closes, and what follows."""
    for token in tokenize(message):
        if _parts(token):
            yield message[: token.start], message[token.end :]


def _parts(token: Token) -> bool:
    return token.ends_sentence or (token.word,) in words_of("joins")


def _decides(said: str, rest: str, question: str) -> bool:
    """Return whether the first part is a yes. 'Yes. Delete the other' may say wrongly what is meant."""
    says_it_again = not says_deed(said) and says_deed(rest, like="delete") and deletes(question)
    return not says_it_again and read_decision(said, question) is Reply.YES


def _is_apart(rest: str, question: str) -> bool:
    words = _without_lead(plain_words(rest))
    if len(words) < _LEAST or words[:1] in words_of("turning") or _has(words, "reverses"):
        return False
    makes, is_clear = _begins(words, "makes"), _is_clear(words, question)
    if deletes(question):
        return makes or _makes_later(rest) or (is_clear and _begins(words, "inquires", "orders"))
    if not is_clear or len(words) < _LEAST_CLEAR or _has(words, "turning"):  # 'make a task instead'
        return False
    inquires = _begins(words, "inquires") and makes_all(question, "create")
    return inquires or (makes and _makes_of_its_own(words) and not _has(words, "written"))


def _without_lead(words: Form) -> Form:
    """Return words without 'and', 'then', 'please', 'can you' in front."""
    while size := max((len(one) for one in words_of("leads") if one == words[: len(one)]), default=0):
        words = words[size:]
    return words


def _begins(words: Form, *kinds: str) -> bool:
    return any(one and one == words[: len(one)] for one in words_of(*kinds))


def _has(words: Sequence[str], kind: str) -> bool:
    return any((one,) in words_of(kind) for one in words)


def _makes_later(rest: str) -> bool:
    """Return whether a later clause orders to make something: 'is the 17th free? Put a visit in.'"""
    ends = [0, *(one.end for one in tokenize(rest) if one.word == "," or _parts(one))]
    return any(_begins(_without_lead(plain_words(rest[end:])), "makes") for end in ends)


def _is_clear(words: Form, question: str) -> bool:
    """Return whether words neither point to what is asked about, nor name it. A day may be the same."""
    said, asked = (significant_words(" ".join(without_dates(one))) for one in (words, plain_words(question)))
    return not said & asked and not _has(words, "points")


def _makes_of_its_own(words: Form) -> bool:
    """Return whether an order names a new thing that stands by itself: 'add an urgent task for Bo'."""
    at = next((at for at, one in enumerate(words[:_KIND_WITHIN]) if (one,) in words_of("anew")), None)
    near = words[at + 1 : at + _KIND_WITHIN] if at is not None else ()
    return any(table("kind").get((one,)) in _OWN_KINDS for one in near)
