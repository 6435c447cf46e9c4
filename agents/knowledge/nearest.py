"""Quotes the closest sections to a question without a certain answer, for people to judge."""

from collections.abc import Iterable, Sequence
from itertools import chain, zip_longest
from operator import add

from agents.knowledge.evidence import OF_VALUES, PASSAGE, Evidence
from agents.knowledge.matches import NAMED, OWN, match
from agents.knowledge.relatedness import shares_of
from intent.questions.asked import Question, is_of_time
from intent.questions.named import names_in
from intent.questions.values import lacks_form
from intent.sentences.question_words import Asked
from intent.sentences.telling_words import is_light
from omniforge.projects.kinds import Kind
from omniforge.projects.search import Hit
from omniforge.projects.search.sentences import sentences_of
from omniforge.projects.search.words import stems
from omniforge.tables.markdown import plain

_SECTIONS = 5  # sections quoted
_AS_NEAR, _AS_CLOSE = 0.8, 0.6  # of the best rank, of the highest similarity
_CLOSE = 0.15  # similarity, with its passage's, at which a sentence needs no word of the question
_CLOSE_UNNAMED = 0.4  # the same for a sentence that lacks the question's names
_SHARED = 0.4  # weight of the words that a sentence shares with the question, beside its similarity
_SEVERAL = 2  # words that can't be coincidence
_WIDTH = 450  # characters of a quotation
_FEW = 2  # a follow-up with fewer words ('and for how much?') is near anything
CLOSEST = "The closest I found"
_NOT_SURE = "If that isn't it, your {} don't say it."

Quotes = tuple[str, ...]  # close sections, each with its location
Parts = Iterable[tuple[Question, Sequence[Evidence]]]


def describe_near(
    quotes: Quotes, opening: str = CLOSEST, *, of: str = "documents", in_line: bool = False
) -> str:
    """Return near matches as a reply that claims no answer, empty if there are none.

    They are listed, but not `in_line`, as within a list.
    """
    doubt = _NOT_SURE.format(of)
    if len(quotes) == 1 or (quotes and in_line):
        return f"{opening} is in {' and in '.join(quotes)} {doubt}"
    listed = "\n".join(f"- {one}" for one in quotes)
    return f"{opening}:\n\n{listed}\n\n{doubt}" if quotes else ""


def find_nearest(parts: Parts, most: int = _SECTIONS) -> Quotes:
    """Return the closest sections: the best of each part, then the next, empty if none comes close.

    They are `most` for one part, and one more for each further part.
    """
    parts = tuple(parts)
    telling = [one for one in parts if not (one[0].before and len(one[0].words) < _FEW)] or parts
    rankings = [_by_section(nearest(*part)) for part in telling]
    shown: list[str] = []
    for one in filter(None, chain.from_iterable(zip_longest(*rankings))):
        if not any(plain(one.candidate.text) in quoted for quoted in shown):
            shown.append(f"{place_in_bold(one.candidate.hit)}: “{_in_bold(one)}”")
    return tuple(shown[: most + len(rankings) - 1])


def _by_section(near: Iterable[Evidence]) -> list[Evidence]:
    """Return the nearest sentence of each section."""
    by_link: dict[str, Evidence] = {}
    for one in near:
        by_link.setdefault(one.candidate.hit.link, one)
    return list(by_link.values())


def place_in_bold(hit: Hit) -> str:
    """Return a document's title in bold, with the section."""
    section = f" › {plain(hit.heading)}" if hit.heading and hit.heading != hit.title else ""
    return f"**{plain(hit.title)}**{section}"


def _in_bold(one: Evidence) -> str:
    """Return an excerpt as Markdown, with the nearest sentence in bold if there are others."""
    quoted, nearest = plain(excerpt(one)), plain(one.candidate.text)
    return quoted if quoted == nearest else quoted.replace(nearest, f"**{nearest}**", 1)


def excerpt(one: Evidence) -> str:
    """Return a sentence with as many neighbours as fit, one of which may be the answer."""
    sentences, text = sentences_of(one.candidate.hit.text), one.candidate.text
    if text not in sentences:
        return text
    place = sentences.index(text)
    start, end = place, place + 1
    while wider := [
        (first, last)
        for first, last in ((start, end + 1), (start - 1, end))
        if first >= 0 and last <= len(sentences) and len(" ".join(sentences[first:last])) <= _WIDTH
    ]:
        start, end = min(wider, key=lambda part: max(place - part[0], part[1] - 1 - place))
    return _joined(sentences[start:end])


def _joined(sentences: Sequence[str]) -> str:
    """Return sentences in one line. A point separates rows and items, which have no full stop."""
    ends = ("" if one.endswith((".", "!", "?", ":", ";")) else " ·" for one in sentences[:-1])
    return " ".join(map(add, sentences, chain(ends, ("",))))


def nearest(part: Question, found: Sequence[Evidence]) -> list[Evidence]:
    """Return the sentences that are similar to a question, or share a significant word, nearest first."""
    shares = () if is_of_time(part) else zip(found, shares_of(part, found), strict=True)
    ranked = [(_nearness(one, share), one) for one, share in shares]
    telling = [(nearness, one) for nearness, one in ranked if _tells(part, one, nearness)]
    return _as_near(sorted(telling, key=lambda one: -one[0]))


def _as_near(ranked: Sequence[tuple[float, Evidence]]) -> list[Evidence]:
    """Return the evidence that is about as near as the nearest."""
    if not ranked:
        return []
    nearest, first = ranked[0]
    least = nearest * (_AS_CLOSE if first.closeness else _AS_NEAR)
    return [one for nearness, one in ranked if nearness >= least]


def _nearness(one: Evidence, share: float) -> float:
    """Return the similarity of a sentence to the question, without vectors the rank.

    It is its own, its passage's, and that of the words that it shares.
    """
    similarity = one.closeness + PASSAGE * one.candidate.hit.closeness + _SHARED * share
    return similarity if one.closeness else one.rank


def _tells(part: Question, one: Evidence, nearness: float) -> bool:
    """Return whether a sentence says more than its title, and mentions the subject."""
    hit = one.candidate.hit
    if hit.kind is not Kind.DOCUMENT or set(stems(one.candidate.text)) <= set(stems(hit.title)):
        return False
    if part.asks in OF_VALUES and _is_of_other_name(part, one):
        return False  # another thing's value would mislead
    if lacks_form(part, one.candidate.quote):
        return False
    is_close = bool(one.closeness) and nearness >= _CLOSE
    return is_close or (one.rank > 0 and _has_words(part, one))


def _is_of_other_name(part: Question, one: Evidence) -> bool:
    """Return whether a sentence lacks the question's names and isn't close, or has other names instead."""
    if not part.names or any(match(name, one.candidate) for name in part.names):
        return False
    return one.closeness < _CLOSE_UNNAMED or bool(names_in(one.candidate.quote))


def _has_words(part: Question, one: Evidence) -> bool:
    """Return whether a sentence has a question word together with the subject, or two question words."""
    lacks = [word for word in part.there if not match(word, one.candidate)]
    named = [word for word in part.words if match(word, one.candidate) >= NAMED and not is_light(word)]
    noun = part.key if part.asks is Asked.THING else ""  # 'door' for 'which colour is the door'
    if 2 * len(lacks) > len(part.there):
        return False
    has_thing = not noun or noun in named
    return len(named) >= _SEVERAL or (has_thing and not own_words(part, [one]).isdisjoint(named))


def own_words(part: Question, evidence: Iterable[Evidence]) -> set[str]:
    """Return the question's words that occur in the sentences themselves."""
    return {word for one in evidence for word in part.words if match(word, one.candidate) >= OWN}
