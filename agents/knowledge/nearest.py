"""The sections closest to a question that nothing answers for certain, quoted for people to judge."""

from collections.abc import Iterable, Sequence
from itertools import chain

from agents.knowledge.evidence import NAMED, OF_VALUES, Evidence, match
from intent.questions.asked import Question, is_of_time
from intent.questions.values import lacks_form
from intent.sentences.question_words import Asked
from intent.sentences.telling_words import is_light
from omniforge.projects.kinds import Kind
from omniforge.projects.search.sentences import sentences_of
from omniforge.projects.search.words import stems
from omniforge.tables.markdown import plain

_SECTIONS, _BY_WORDS = 2, 3  # that are quoted; words alone are less sure
_AS_NEAR = 0.6  # of the best one's rank
_CLOSE = 0.2  # in meaning: so close a sentence needs no word of the question
_SEVERAL = 2  # words: so many are no coincidence
_WIDTH = 360  # characters of a quotation

Parts = Iterable[tuple[Question, Sequence[Evidence]]]


def nearest(parts: Parts, most: int = 0) -> str:
    """Return what the closest sections say, by their documents; empty if none comes close."""
    best = sorted(chain.from_iterable(_near(*part) for part in parts), key=lambda one: -one.rank)
    by_section: dict[str, Evidence] = {}
    for one in best:
        by_section.setdefault(one.candidate.hit.link, one)
    said: dict[str, list[str]] = {}
    most = most or (_SECTIONS if any(one.closeness for one in best) else _BY_WORDS)
    for one in list(by_section.values())[:most]:
        said.setdefault(one.candidate.hit.title, []).append(f"“{plain(excerpt(one))}”")
    told = "; in ".join(f"**{plain(title)}**: {' '.join(quotes)}" for title, quotes in said.items())
    return f"Closest, in {told}" if told else ""


def excerpt(one: Evidence) -> str:
    """Return a sentence with its neighbours, if they are short: one of them may be the answer."""
    sentences, text = sentences_of(one.candidate.hit.text), one.candidate.text
    place = sentences.index(text) if text in sentences else 0
    taken = text
    for other, joined in ((place + 1, "{0} {1}"), (place - 1, "{1} {0}")):
        if 0 <= other < len(sentences) and len(taken) + len(sentences[other]) < _WIDTH:
            taken = joined.format(taken, sentences[other])
    return taken


def _near(part: Question, found: Sequence[Evidence]) -> list[Evidence]:
    """Return the best sentences that are close in meaning, or have a telling word of a question."""
    near = [one for one in found if one.rank > 0 and not is_of_time(part) and _tells(part, one)]
    return [one for one in near if one.rank >= _AS_NEAR * near[0].rank]


def _tells(part: Question, one: Evidence) -> bool:
    """Return whether a sentence says more than its title, and something of what is asked about."""
    hit = one.candidate.hit
    if hit.kind is not Kind.DOCUMENT or set(stems(one.candidate.text)) <= set(stems(hit.title)):
        return False
    if part.asks in OF_VALUES and part.names and not any(match(name, one.candidate) for name in part.names):
        return False  # the value of something else misleads
    if lacks_form(part, one.candidate.quote):
        return False
    return one.closeness >= _CLOSE or _has_words(part, one)


def _has_words(part: Question, one: Evidence) -> bool:
    """Return whether a sentence has a word of a question with the thing asked about, or two of its words."""
    lacks = [word for word in part.there if not match(word, one.candidate)]
    named = [word for word in part.words if match(word, one.candidate) >= NAMED and not is_light(word)]
    noun = part.key if part.asks is Asked.THING else ""  # of 'which colour is the door'
    if 2 * len(lacks) > len(part.there):
        return False
    has_thing = not noun or noun in named
    return len(named) >= _SEVERAL or (has_thing and not own_words(part, [one]).isdisjoint(named))


def own_words(part: Question, evidence: Iterable[Evidence]) -> set[str]:
    """Return the words of a question that stand in sentences themselves."""
    return {word for one in evidence for word in part.words if match(word, one.candidate) >= 0.9}
