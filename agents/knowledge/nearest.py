"""Quotes the closest sentences to a question without a certain answer, for people to judge."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from agents.knowledge.candidates import Candidate
from agents.knowledge.evidence import OF_VALUES, PASSAGE, Evidence
from agents.knowledge.excerpts import excerpts_of
from agents.knowledge.matches import NAMED, OWN, match
from agents.knowledge.relatedness import shares_of
from intent.questions.asked import Question, is_of_time
from intent.questions.named import names_in
from intent.questions.values import lacks_form, lacks_value
from intent.sentences.question_words import Asked
from intent.sentences.telling_words import is_light
from omniforge.projects.kinds import Kind
from omniforge.projects.search.words import stems

_TOLD, _TOLD_OF_EACH = 5, 2  # sentences that are shown for a question, for each of several
_AS_NEAR, _AS_CLOSE = 0.8, 0.4  # of the best rank, of the highest similarity
_CLOSE = 0.15  # similarity, with its passage's, at which a sentence needs no word of the question
# Similarity with all that is added to it, or with its passage's alone, below which everything is noise.
_NEAR, _NEAR_ALONE = 0.48, 0.32
_NEAR_IN_DETAIL, _DETAIL = 0.3, 3  # the same for a question of so many telling words, none a name
_CLOSE_UNNAMED = 0.4  # the same for a sentence that lacks the question's names
_WORDED = 0.5  # share of the question's words with which a sentence is shown, however far its meaning
_SHARED = 0.4  # weight of the words that a sentence shares with the question, beside its similarity
_UNFIT = 0.7  # factor without the kind of value that is asked for
_SEVERAL = 2  # words that can't be coincidence
CLOSEST = "The closest I found"
_UNSURE = f"I don't know for certain. {CLOSEST}"

Parts = Iterable[tuple[Question, Sequence[Evidence]]]


@dataclass(frozen=True, slots=True)
class Near:
    """The sentences closest to a question's parts, each in bold between its neighbours, with its place."""

    told: tuple[str, ...] = ()


def describe_near(near: Near, opening: str = _UNSURE, *, in_line: bool = False) -> str:
    """Return near matches as a reply that claims no answer, empty if there are none.

    `in_line`, as within a list, they are only the closest two.
    """
    if not near.told:
        return ""
    if in_line:
        return f"{opening}: {' · '.join(near.told[:_TOLD_OF_EACH])}"
    first, *others = near.told
    listed = "\n".join(f"- {one}" for one in others)
    return "\n\n".join(filter(None, (f"{opening}: {first}", listed)))


def find_nearest(parts: Parts) -> Near:
    """Return the sentences closest to each part, the closest to any first, empty if none comes close."""
    parts = tuple(parts)
    telling = [one for one in parts if not (one[0].before and one[0].is_short)] or parts
    rankings = [near for near in (_with_key(*part) for part in telling) if near]
    rows = chain.from_iterable(zip_longest(*map(_different, rankings)))
    closest = _different(one for one in rows if one)
    most = max(_TOLD, _TOLD_OF_EACH * len(rankings))
    return Near(excerpts_of((one.candidate for one in closest), most))


def _with_key(part: Question, found: Sequence[Evidence]) -> list[Evidence]:
    """Return the nearest sentences, behind the first the best with the deciding word if that lacks it."""
    near = nearest(part, found)
    if not near or not part.key or match(part.key, near[0].candidate) >= NAMED:
        return near
    keyed = [(match(part.key, one.candidate), one.rank, one) for one in found if _tells(part, one, 0.0)]
    _, _, best = max(keyed, key=lambda one: one[:2], default=(0.0, 0.0, near[0]))
    return list(dict.fromkeys((near[0], best, *near[1:])))


def _different(near: Iterable[Evidence]) -> list[Evidence]:
    """Return the evidence without repetitions: the longer of two quotes, in the first's place."""
    taken: list[Evidence] = []
    for one in near:
        places = [at for at, other in enumerate(taken) if _repeats(one.candidate, other.candidate)]
        if not places:
            taken.append(one)
        elif len(one.candidate.quote) > len(taken[places[0]].candidate.quote):
            taken[places[0]] = one
    return taken


def _repeats(one: Candidate, other: Candidate) -> bool:
    """Return whether a sentence's quote has all that another one's has, or less."""
    return one.quote in other.quote or other.quote in one.quote


def nearest(part: Question, found: Sequence[Evidence]) -> list[Evidence]:
    """Return the sentences that are similar to a question, or share a significant word, nearest first."""
    if is_of_time(part):
        return []
    ranked = [
        (_nearness(one, share) * _fit(part, one), share, one)
        for one, share in zip(found, shares_of(part, found), strict=True)
    ]
    telling = [each for each in ranked if _tells(part, each[2], each[0])]
    near = _as_near(part, sorted(((nearness, one) for nearness, _, one in telling), key=lambda one: -one[0]))
    return _with_worded(near, {one: share for _, share, one in telling})


def _with_worded(near: list[Evidence], shares: Mapping[Evidence, float]) -> list[Evidence]:
    """Return the nearest sentences, behind the first the one that has more of the question's words."""
    if not near:
        return []
    worded = max(shares, key=lambda one: shares[one])
    second = (worded,) if shares[worded] > max(_WORDED, shares[near[0]]) else ()
    return list(dict.fromkeys((near[0], *second, *near[1:])))


def _is_noise(part: Question, nearness: float, one: Evidence) -> bool:
    """Return whether the nearest sentence is hardly nearer than any sentence would be."""
    telling = [word for word in part.words if not is_light(word)]
    is_detailed = len(telling) >= _DETAIL and not part.names
    least = _NEAR_IN_DETAIL if is_detailed else _NEAR
    return bool(one.closeness) and nearness < least and one.closeness < _NEAR_ALONE


def _as_near(part: Question, ranked: Sequence[tuple[float, Evidence]]) -> list[Evidence]:
    """Return the evidence that is about as near as the nearest, nothing if that isn't near."""
    if not ranked or _is_noise(part, *ranked[0]):
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
    telling = [word for word in part.words if not is_light(word)]
    named = [word for word in telling if match(word, one.candidate) >= NAMED]
    if one.candidate.is_row and len(named) < len(telling):
        return False  # a row answers all of a question, or another one
    noun = part.key if part.asks is Asked.THING else ""  # 'door' for 'which colour is the door'
    if 2 * len(lacks) > len(part.there):
        return False
    has_thing = not noun or noun in named
    return len(named) >= _SEVERAL or (has_thing and not own_words(part, [one]).isdisjoint(named))


def own_words(part: Question, evidence: Iterable[Evidence]) -> set[str]:
    """Return the question's words that occur in the sentences themselves."""
    return {word for one in evidence for word in part.words if match(word, one.candidate) >= OWN}
