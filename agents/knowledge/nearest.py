"""Quotes the closest sections to a question without a certain answer, for people to judge."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from operator import add

from agents.knowledge.evidence import OF_VALUES, PASSAGE, Evidence
from agents.knowledge.matches import NAMED, OWN, match
from agents.knowledge.relatedness import shares_of
from intent.questions.asked import Question, is_of_time
from intent.questions.named import names_in
from intent.questions.values import lacks_form, lacks_value
from intent.sentences.question_words import Asked
from intent.sentences.telling_words import is_light
from omniforge.projects.kinds import Kind
from omniforge.projects.search import Hit
from omniforge.projects.search.sentences import sentences_of
from omniforge.projects.search.words import stems
from omniforge.tables.markdown import plain

_SECTIONS = 2  # sections quoted below the closest sentence
_AS_NEAR, _AS_CLOSE = 0.8, 0.6  # of the best rank, of the highest similarity
_CLOSE = 0.15  # similarity, with its passage's, at which a sentence needs no word of the question
_CLOSE_UNNAMED = 0.4  # the same for a sentence that lacks the question's names
_SHARED = 0.4  # weight of the words that a sentence shares with the question, beside its similarity
_UNFIT = 0.7  # factor without the kind of value that is asked for
_SEVERAL = 2  # words that can't be coincidence
_WIDTH = 450  # characters of a quotation
_BRIEF = 220  # characters of two sentences that are told together
_OTHERS = 3  # near sentences in a quotation before the neighbours of the nearest
_FEW = 2  # a follow-up with fewer words ('and for how much?') is near anything
CLOSEST = "The closest I found"
_NOT_THERE = "If that isn't it, your documents don't say it."
_MISSED = "If that isn't it, I may have missed it."

Parts = Iterable[tuple[Question, Sequence[Evidence]]]


@dataclass(frozen=True, slots=True)
class Near:
    """The sentences closest to a question's parts, each with its place, and the sections around them.

    `is_whole` means that they have all sentences that are near.
    """

    told: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    is_whole: bool = False

    @property
    def quotes(self) -> tuple[str, ...]:
        """Return the sentences and sections in order."""
        return (*self.told, *self.sections)


def describe_near(near: Near, opening: str = CLOSEST, *, in_line: bool = False) -> str:
    """Return near matches as a reply that claims no answer, empty if there are none.

    `in_line`, as within a list, they are the closest sentence alone.
    """
    if not near.told:
        return ""
    if in_line:
        return f"{opening}: {near.told[0]}"
    first, *others = near.quotes
    listed = "\n".join(f"- {one}" for one in others)
    doubt = _NOT_THERE if near.is_whole else _MISSED
    return "\n\n".join(filter(None, (f"{opening}: {first}", listed, doubt)))


def find_nearest(parts: Parts, most: int = _SECTIONS) -> Near:
    """Return the sentence closest to each part, and the closest sections, empty if none comes close."""
    parts = tuple(parts)
    telling = [one for one in parts if not (one[0].before and len(one[0].words) < _FEW)] or parts
    rankings = [near for near in (_with_key(*part) for part in telling) if near]
    told = _without_repeats(_headline(near) for near in rankings)
    rows = zip_longest(*(_by_section(near) for near in rankings))
    sections = [section for near in chain.from_iterable(rows) if near and (section := _section(near, told))]
    shown = tuple(dict.fromkeys(sections))[:most]
    text = " ".join((*told, *shown)).replace("**", "")
    is_whole = all(plain(one.candidate.text) in text for near in rankings for one in near)
    return Near(told, shown, is_whole)


def _with_key(part: Question, found: Sequence[Evidence]) -> list[Evidence]:
    """Return the nearest sentences, behind the first the best with the deciding word if that lacks it."""
    near = nearest(part, found)
    if not near or not part.key or match(part.key, near[0].candidate) >= NAMED:
        return near
    keyed = [(match(part.key, one.candidate), one.rank, one) for one in found if _tells(part, one, 0.0)]
    _, _, best = max(keyed, key=lambda one: one[:2], default=(0.0, 0.0, near[0]))
    return list(dict.fromkeys((near[0], best, *near[1:])))


def _without_repeats(told: Iterable[str]) -> tuple[str, ...]:
    """Return what is told without sentences that another one has beside a neighbour."""
    bold = {one: one.split("**")[1] for one in told}
    return tuple(
        one
        for one, said in bold.items()
        if not any(said in other and said != other for other in bold.values())
    )


def _headline(near: Sequence[Evidence]) -> str:
    """Return the nearest sentence in bold, with its place, and its neighbour if that is the next nearest."""
    first = near[0].candidate
    sentences = sentences_of(first.hit.text)
    both = [one for one in sentences if one in {one.candidate.text for one in near[:2]}]
    is_pair = len(both) == len(near[:2]) == 2 and " ".join(both) in " ".join(sentences)
    is_brief = len(" ".join(both)) <= _BRIEF and not first.is_row
    said = _joined(both) if is_pair and is_brief else first.quote
    return f"**{plain(said)}** ({plain(place_of(first.hit))})"


def _by_section(near: Sequence[Evidence]) -> list[list[Evidence]]:
    """Return the near sentences by section, the nearest section first."""
    by_link: dict[str, list[Evidence]] = {}
    for one in near:
        by_link.setdefault(one.candidate.hit.link, []).append(one)
    return list(by_link.values())


def _section(near: Sequence[Evidence], told: Sequence[str]) -> str:
    """Return an excerpt of a section with its place, empty if it adds nothing to what is told."""
    quoted, first = excerpt(near), plain(near[0].candidate.text)
    if any(quoted in one for one in told):
        return ""
    is_told = any(first in one for one in told)
    marked = quoted if is_told or quoted == first else quoted.replace(first, f"**{first}**", 1)
    return f"{place_in_bold(near[0].candidate.hit)}: “{marked}”"


def place_of(hit: Hit) -> str:
    """Return a document's title with the section."""
    return f"{hit.title} › {hit.heading}" if hit.heading and hit.heading != hit.title else hit.title


def place_in_bold(hit: Hit) -> str:
    """Return the same with the title in bold."""
    section = f" › {plain(hit.heading)}" if hit.heading and hit.heading != hit.title else ""
    return f"**{plain(hit.title)}**{section}"


def excerpt(near: Sequence[Evidence]) -> str:
    """Return the nearest sentences of a section, with as many neighbours as fit."""
    sentences = sentences_of(near[0].candidate.hit.text)
    places = [sentences.index(one.candidate.text) for one in near if one.candidate.text in sentences]
    if not places:
        return plain(near[0].candidate.text)
    first, *others = places
    around = sorted(range(len(sentences)), key=lambda place: abs(place - first))
    taken: list[int] = []
    for place in dict.fromkeys((first, *others[:_OTHERS], *around)):
        if not taken or sum(len(sentences[one]) for one in (*taken, place)) <= _WIDTH:
            taken.append(place)
    return plain(_with_gaps(sentences, sorted(taken)))


def _with_gaps(sentences: Sequence[str], places: Sequence[int]) -> str:
    """Return some sentences of a text, with dots where others are left out."""
    runs = [[places[0]]]
    for place in places[1:]:
        if place == runs[-1][-1] + 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    return " … ".join(_joined([sentences[place] for place in run]) for run in runs)


def _joined(sentences: Sequence[str]) -> str:
    """Return sentences in one line. A point separates rows and items, which have no full stop."""
    ends = ("" if one.endswith((".", "!", "?", ":", ";")) else " ·" for one in sentences[:-1])
    return " ".join(map(add, sentences, chain(ends, ("",))))


def nearest(part: Question, found: Sequence[Evidence]) -> list[Evidence]:
    """Return the sentences that are similar to a question, or share a significant word, nearest first."""
    shares = () if is_of_time(part) else zip(found, shares_of(part, found), strict=True)
    ranked = [(_nearness(one, share) * _fit(part, one), one) for one, share in shares]
    telling = [(nearness, one) for nearness, one in ranked if _tells(part, one, nearness)]
    return _as_near(sorted(telling, key=lambda one: -one[0]))


def _as_near(ranked: Sequence[tuple[float, Evidence]]) -> list[Evidence]:
    """Return the evidence that is about as near as the nearest."""
    if not ranked:
        return []
    nearest, first = ranked[0]
    least = nearest * (_AS_CLOSE if first.closeness else _AS_NEAR)
    return [one for nearness, one in ranked if nearness >= least]


def _fit(part: Question, one: Evidence) -> float:
    """Return how well a sentence has the kind of value that a question asks for, up to 1."""
    return _UNFIT if part.asks in OF_VALUES and lacks_value(part, one.candidate.quote) else 1.0


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
