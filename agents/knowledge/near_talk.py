"""What the person said that comes near a question which nothing answers."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from agents.knowledge.from_talk import NOTED_NOTHING
from intent.questions.asked import Question, read_question
from intent.questions.attachments import is_order
from intent.questions.values import fit_of, lacks_form, tells_place
from intent.sentences.question_words import Asked
from intent.sentences.telling_words import is_light, topic_stems
from intent.statements.chat import is_doubt
from intent.statements.pasted_texts import own_words
from omniforge.llm.types import ChatMessage
from omniforge.projects.search.sentences import sentences_of
from omniforge.projects.search.words import stems

LEFT_OUT = "I left this out"
_LONGEST = 260  # characters of a message that is quoted whole
_FEWEST = 5  # words of one that tells something
_SEVERAL = 2  # words that can't be coincidence
_SHARE = 0.33  # of the question's words, if it shares only one
_FITTING = 0.9  # of the requested form
_UNSURE = "I can't tell for sure. You said: "


def tell_what_was_said(messages: Sequence[ChatMessage], facts: Sequence[str], question: str) -> str:
    """Return a reply that quotes what the person said about a question's words, or an empty string.

    A noted fact counts only if it has the requested kind of value: nothing else in it was overlooked.
    """
    part = read_question(question)
    asked = {one for one in topic_stems(question) if not is_light(one)}
    names = asked & _names_in(question)
    best, most = "", 0
    for said in (*(one for one in facts if _has_form(part, one)), *_not_noted(messages)):
        shared = asked.intersection(stems(said))
        is_near = len(shared) >= _SEVERAL or shared & names or len(shared) >= max(1, _SHARE * len(asked))
        if shared and is_near and len(shared) >= most:
            best, most = said, len(shared)
    return f"{_UNSURE}“{best}”" if best else ""


def _has_form(part: Question, fact: str) -> bool:
    if part.asks is Asked.PLACE and not tells_place(fact):
        return False
    return not lacks_form(part, fact) and fit_of(part.asks, fact, part.text) >= _FITTING


def _not_noted(messages: Sequence[ChatMessage]) -> Iterator[str]:
    """Yield what the person told without effect, oldest first: a short message whole, else by sentence."""
    for one, reply in pairwise(messages):
        passed = NOTED_NOTHING in str(reply.content) or LEFT_OUT in str(reply.content)
        said = own_words(one.content).strip() if one.role == "user" and passed else ""
        parts = [said] if len(said) <= _LONGEST else sentences_of(said)
        yield from filter(_tells, parts)


def _tells(said: str) -> bool:
    return len(said.split()) >= _FEWEST and "?" not in said and not (is_doubt(said) or is_order(said))


def _names_in(question: str) -> set[str]:
    """Return the stems of words with a capital inside a question."""
    return {stem for word in question.split()[1:] if word[:1].isupper() for stem in stems(word)}
