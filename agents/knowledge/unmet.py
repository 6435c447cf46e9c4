"""What a question says that a sentence doesn't: 'the deputy harbour master', 'a boat of 9 metres'."""

from collections.abc import Mapping
from functools import cache

from agents.knowledge.candidates import Candidate
from agents.knowledge.matches import NAMED, match
from intent.questions.asked import Question, opening_words
from intent.questions.contrasts import is_pointed_to
from intent.questions.figures import has_opposite, has_other_figure, is_figure
from intent.questions.synonyms import words_in
from intent.sentences.question_words import listed
from intent.sentences.telling_words import is_light
from omniforge.projects.search.words import stems


def is_unmet(question: Question, one: Candidate, matches: Mapping[str, float]) -> bool:
    """Return whether a sentence and its headings lack a word of a question, or contradict it."""
    lacking = {word for word in question.words if matches[word] < NAMED} - words_in(one.quote)
    told = f"{one.in_context} {one.hit.title}"
    return (
        any(_is_needed(word, question, one) for word in lacking)
        or has_other_figure(question.text, told)
        or has_opposite(question.text, one.quote)
    )


def _is_needed(word: str, question: Question, one: Candidate) -> bool:
    """Return whether a word that a sentence lacks tells of which thing the question is."""
    if is_light(word) or is_figure(word) or word in _kinds_of_value() or word in opening_words(question):
        return False
    others = {*question.words} - {question.key}  # 'insured by' tells which insurer covers something
    return not is_pointed_to(word, question.text) and match(word, one, others) < NAMED


@cache
def _kinds_of_value() -> frozenset[str]:
    """Return the stems that only say what kind of value is asked for: 'between what hours'."""
    said = listed()
    nouns = [said["nouns"][kind] for kind in ("amount", "time", "duration")]
    words = [said["words"][name] for name in ("units", "vague", "unsaid", "articles", "german")]
    return frozenset(stems(" ".join((*nouns, *words))))
