"""What the person said that comes near a question which nothing answers."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from agents.knowledge.from_talk import NOTED_NOTHING
from intent.questions.asked import Question, read_question
from intent.questions.attachments import is_order
from intent.questions.values import fit_of, lacks_form, tells_place
from intent.sentences.question_forms import is_question
from intent.sentences.question_words import Asked
from intent.sentences.telling_words import is_light, topic_stems
from intent.statements.chat import is_doubt
from intent.statements.pasted_texts import own_words, without_table
from intent.statements.topics import introduces, is_of_telling
from omniforge.llm.types import ChatMessage
from omniforge.projects.search.sentences import sentences_of
from omniforge.projects.search.words import stems

LEFT_OUT = "I left this out"
_LONGEST = 260  # characters of a message that is quoted whole
_LONG = 12  # words of a fact
_FEWEST = 5  # words of one that tells something
_SEVERAL = 2  # words that can't be coincidence
_SHARE = 0.4  # of the question's words, without a name
_SAME = 0.6  # of the words of two statements about the same
_FITTING = 0.9  # of the requested form
_UNSURE = "I can't tell for sure. You said: "


def tell_what_was_said(messages: Sequence[ChatMessage], facts: Sequence[str], question: str) -> str:
    """Return a reply that quotes what the person said about a question's words, or an empty string.

    Of equally near ones a noted fact comes first. It counts if it has the requested
    kind of value, or is long.
    """
    part = read_question(question)
    telling = {one for one in topic_stems(question) if not is_light(one)}
    asked = {one for one in telling if not is_of_telling(one)} or telling
    names = asked & _names_in(question)
    others = [one for one in facts if not introduces(one)]
    noted = [one for one in others if _has_form(part, one) or _covers(one, asked, names)]
    passed = [*_not_noted(messages)]
    best = _nearest([*passed, *noted], part, asked, names)
    best = next((one for one in reversed(others) if best in passed and _retells(one, best)), best)
    whole = next((one for one in passed if best in one), best)  # a fact within it may not be all
    return f"{_UNSURE}“{whole}”" if best else ""


def _retells(fact: str, said: str) -> bool:
    """Return whether a noted fact says anew what was said before, with another value."""
    new, old = set(stems(fact)), set(stems(said))
    return fact not in said and len(new & old) >= _SAME * max(len(new), len(old))


def _nearest(said: Sequence[str], part: Question, asked: set[str], names: set[str]) -> str:
    """Return the text that shares most words with a question, of several one of its form, else the last."""
    best, most = "", (0, 0.0)
    for one in said:
        shared = asked.intersection(stems(one))
        is_near = shared & names or len(shared) >= max(1, _SHARE * len(asked))
        rank = (len(shared), fit_of(part.asks, one, part.text))
        if shared and is_near and rank >= most:
            best, most = one, rank
    return best


def _covers(fact: str, asked: set[str], names: set[str]) -> bool:
    """Return whether a long fact, which tells several things, shares a name or half of a question's words."""
    shared, is_long = asked.intersection(stems(fact)), len(fact.split()) >= _LONG
    return is_long and len(shared) >= _SEVERAL and (bool(shared & names) or 2 * len(shared) >= len(asked))


def _has_form(part: Question, fact: str) -> bool:
    if part.asks is Asked.PLACE and not tells_place(fact):
        return False
    return not lacks_form(part, fact) and fit_of(part.asks, fact, part.text) >= _FITTING


def _not_noted(messages: Sequence[ChatMessage]) -> Iterator[str]:
    """Yield what the person told without effect, oldest first: a short message whole, else by sentence."""
    for one, reply in pairwise(messages):
        passed = NOTED_NOTHING in str(reply.content) or LEFT_OUT in str(reply.content)
        said = own_words(one.content).strip() if one.role == "user" and passed else ""
        said = without_table(said)
        parts = [said] if len(said) <= _LONGEST else sentences_of(said)
        yield from filter(_tells, parts)


def _tells(said: str) -> bool:
    asks = "?" in said or is_question(said) or is_doubt(said)
    return len(said.split()) >= _FEWEST and not (asks or is_order(said) or introduces(said))


def _names_in(question: str) -> set[str]:
    """Return the stems of words with a capital inside a question."""
    return {stem for word in question.split()[1:] if word[:1].isupper() for stem in stems(word)}
