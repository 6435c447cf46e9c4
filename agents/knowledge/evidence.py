"""Scores how well a sentence answers a question: by rare shared words, by its form and its meaning.

A strength of 1 is enough for an answer (75 of 100 as a score). Measured on
tests/agents/knowledge/businesses.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agents.knowledge.candidates import Candidate
from agents.knowledge.closeness import Closeness
from agents.knowledge.matches import NAMED, OWN, holds_rate, match
from agents.knowledge.unmet import is_unmet
from intent.questions.asked import PRICE, Question, is_of_time
from intent.questions.contrasts import contrasts, find_contrasted, is_of_other_kind, kinds_in, refers_to
from intent.questions.identity import hides_identity
from intent.questions.synonyms import synonyms_of, words_in
from intent.questions.values import (
    adds_to_others,
    counted_in,
    counts_others,
    ends_in_number,
    fit_of,
    gives_role,
    has_own_verb,
    is_free,
    is_of_leave,
    is_of_other_time,
    is_year,
    lacks_leave,
    lacks_phrase,
    lacks_value,
    names_no_firm,
)
from intent.questions.wanted import required_kinds
from intent.sentences.question_words import Asked
from intent.sentences.telling_words import is_light
from omniforge.projects.kinds import Kind

_ENOUGH = 0.62  # of the question's words, weighted by rarity
_CLOSE, _LEAST = 0.25, 0.4  # or: similar enough, with at least this share of its words
_FAR = 0.3  # similarity of the passage below which no sentence answers
_LACKING = 0.7  # highest strength without a deciding word, number or month
_COVERED, PASSAGE = 0.3, 0.5  # weights in a rank: the sentence's words, its passage's similarity
_ABOUT, _LIGHT = 0.3, 0.4  # weights of words from the part before, and of light words like 'go'
_BESIDE = 0.9  # factor if the deciding word is only in a neighbouring sentence
_SEVERAL = 2  # words that 'how do we …' shares with its answer, if it has so many
_NAME = 3  # words of the longest name
OF_VALUES = frozenset(Asked) - {Asked.YES_NO, Asked.MANNER, Asked.REASON}  # questions answered by a value


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence with its strength as an answer, and its ranking criteria.

    `closeness` is its similarity, alone and with its passage, 0 without vectors.
    """

    candidate: Candidate
    question: Question
    strength: float
    rank: float
    closeness: float = 0.0


def weigh(
    question: Question, candidates: Sequence[Candidate], counts: Mapping[str, int], closeness: Closeness
) -> list[Evidence]:
    """Return the candidates as evidence, best first. `counts` is the number of passages per word."""
    weighed = [_evidence(question, one, counts, closeness) for one in candidates]
    return sorted(weighed, key=lambda one: -one.rank)


def score_of(strength: float) -> int:
    """Return a strength as a score of 100, a strength of 1 scores 75."""
    return round(100 * (1 - math.pow(4.0, -max(strength, 0.0))))


def strength_of(score: int) -> float:
    """Return the strength for a score."""
    return -math.log(1 - min(score, 99) / 100, 4.0)


def rarity(count: int) -> float:
    """Return the weight of a word found in `count` passages. A word in none weighs most."""
    return 1 / (1 + math.log1p(count))


def _evidence(question: Question, one: Candidate, counts: Mapping[str, int], known: Closeness) -> Evidence:
    weights = {word: _ABOUT * rarity(counts.get(word, 0)) for word in question.about}
    weights |= {
        word: (_LIGHT if is_light(word) else 1.0) * rarity(counts.get(word, 0)) for word in question.words
    }
    matches = {word: match(word, one, question.words) for word in {*weights, *_deciding(question)}}
    whole = sum(weights.values())
    covered = sum(weights[word] * matches[word] for word in weights) / whole if whole else 0.0
    closeness = known.of(question, one)
    close = closeness + PASSAGE * one.hit.closeness
    strength = covered / _ENOUGH
    if not _is_elsewhere(question, matches, counts):
        strength = max(strength, min(closeness / _CLOSE, covered / _LEAST))
    if is_of_time(question):
        strength = 0.0
    is_far = bool(known.questions) and close < _FAR
    if is_far or _lacks_most(question, one, matches) or _is_of_another(question, one, counts):
        strength = min(strength, _LACKING)
    is_beside = bool(question.key) and matches[question.key] < NAMED
    fit = fit_of(question.asks, one.text) * (_BESIDE if is_beside else 1.0)
    return Evidence(one, question, strength * fit, (_COVERED * covered + close) * fit, close)


def _deciding(question: Question) -> set[str]:
    """Return the deciding words: a sentence must match one of them to be an answer."""
    return {*question.there, *question.names, *filter(None, (question.key, counted_in(question)))}


def _lacks_most(question: Question, one: Candidate, matches: Mapping[str, float]) -> bool:
    """Return whether a sentence lacks something without which it can't be an answer."""
    missing = [word for word in question.there if not matches[word]]
    return (
        _lacks_key(question, one, matches)
        or 2 * len(missing) > len(question.there)
        or any(not matches[word] for word in question.words if is_year(word))
        or any(not _is_named(word, one, matches) for word in question.names)
        or (lacks_value(question, one.quote) and not _gives_rate(question, one))
        or lacks_leave(question, one.quote)
        or is_of_other_time(question.text, one.quote)
        or (question.asks is Asked.DURATION and holds_rate(PRICE, one))  # 'Day: 16' tells no time
        or _counts_others(question, one, matches)
        or _is_said_apart(question, one)
        or _is_another_free(question, one)
        or hides_identity(question, one.quote)
        or _does_another(question, one, matches)
        or _is_name_alone(question, one)
        or _lacks_a_word(question, matches)
        or _lacks_situation(question, one)
        or _has_one_word(question, matches)
        or (question.asks in OF_VALUES and is_unmet(question, one, matches))
    )


def _lacks_key(question: Question, one: Candidate, matches: Mapping[str, float]) -> bool:
    """Return whether a sentence lacks the deciding word, which 'and how much is it?' wants in it itself."""
    if not question.key or not question.leans:
        return bool(question.key) and not matches[question.key]
    return question.key not in words_in(one.quote)


def _is_another_free(question: Question, one: Candidate) -> bool:
    """Return whether a sentence says that something is free, beside one that names what is asked for."""
    is_beside = question.key in one.beside and question.key not in one.own
    return question.asks is Asked.AMOUNT and is_beside and is_free(one.quote)


def _gives_rate(question: Question, one: Candidate) -> bool:
    """Return whether a row has the requested rate, in a currency that is told above the table."""
    return any(holds_rate(word, one) for word in question.words)


def _lacks_a_word(question: Question, matches: Mapping[str, float]) -> bool:
    """Return whether a yes/no or why question is only partly matched by a sentence."""
    lacking = [word for word in question.words if matches[word] < NAMED]
    if question.asks is Asked.YES_NO:
        if _lacks_antecedent(question, matches):
            return True
        return any(not (is_light(word) or is_of_leave(word)) for word in lacking)
    return question.asks is Asked.REASON and bool(lacking)


def _lacks_antecedent(question: Question, matches: Mapping[str, float]) -> bool:
    """Return whether most of what 'it' stands for in 'does the contract cover it?' is not there."""
    things = [word for word in question.about if not (is_light(word) or word in question.words)]
    return 2 * sum(matches[word] >= NAMED for word in things) < len(things)


def _lacks_situation(question: Question, one: Candidate) -> bool:
    """Return whether a sentence and its neighbours have no word of the case that 'how do I …' is about."""
    if question.asks is not Asked.MANNER or not (question.about and question.words):
        return False
    said = one.own | one.beside
    return all(said.isdisjoint({word, *synonyms_of(word)}) for word in question.about if not is_light(word))


def _has_one_word(question: Question, matches: Mapping[str, float]) -> bool:
    """Return whether a sentence has only one of the words of 'how do we know where to put it'."""
    named = [word for word in question.words if matches[word] >= NAMED]
    return question.asks is Asked.MANNER and len(named) < _SEVERAL <= len(question.words)


def _is_elsewhere(question: Question, matches: Mapping[str, float], counts: Mapping[str, int]) -> bool:
    """Return whether only other sentences name the subject, so that this one's value is another thing's."""
    there = (word for word in question.words if counts.get(word, 0) and not is_light(word))
    has_none = all(matches[word] < OWN for word in question.words)
    return (question.asks in OF_VALUES or has_none) and any(not matches[word] for word in there)


def _is_of_another(question: Question, one: Candidate, counts: Mapping[str, int]) -> bool:
    """Return whether a sentence gives the value of another thing than a subject that no passage names."""
    if question.asks not in OF_VALUES:
        return False
    instead = find_contrasted(question.text, one.quote)
    is_other = any(not (counts.get(word, 0) or match(word, one)) for word in instead)
    return is_other or _is_of_other_kind(question, one, counts) or _lacks_column(question, one, counts)


def _lacks_column(question: Question, one: Candidate, counts: Mapping[str, int]) -> bool:
    """Return whether a row lacks what no document names either: a parrot, beside dogs and cats."""
    return one.is_row and any(
        not (counts.get(word, 0) or is_light(word) or match(word, one)) for word in question.words
    )


def _is_of_other_kind(question: Question, one: Candidate, counts: Mapping[str, int]) -> bool:
    """Return whether a sentence is about another kind of the thing that a question is about."""
    return any(
        _names_other_kind(noun, one, match(kind, one), is_known=bool(counts.get(kind)))
        for noun, kind in kinds_in(question.text).items()
    )


def _names_other_kind(noun: str, one: Candidate, matched: float, *, is_known: bool) -> bool:
    """Return whether a sentence names another kind of a thing, by how well it matches the requested one.

    Any 'shower' would match if only the surroundings have the kind. A 'head nurse' isn't the 'night nurse' if
    documents know both, and a 'price list' above a sentence makes nothing in it a 'waiting list'.
    """
    if noun not in one.own:
        return not matched and 0 < match(noun, one) < OWN
    if matched:
        return matched < NAMED and not refers_to(noun, one.text)
    return is_known and is_of_other_kind(noun, one.text)


def _is_said_apart(question: Question, one: Candidate) -> bool:
    """Return whether a 'who' question's deciding word and its other words are in separate clauses."""
    others = [word for word in question.words if word != question.key and not is_light(word)]
    return question.asks is Asked.PERSON and contrasts(question.key, others, one.text)


def _does_another(question: Question, one: Candidate, matches: Mapping[str, float]) -> bool:
    """Return whether a sentence doesn't mention who does it, or whose wage it is."""
    if "wage" in required_kinds(question.text):
        said = (word for word in question.words if word != PRICE and not is_light(word))
        return any(not _is_named(word, one, matches) for word in said)
    if question.asks is not Asked.PERSON:
        return False
    if lacks_phrase(question, one.quote) or names_no_firm(question, one.quote):
        return True
    if fit_of(question.asks, one.quote) == 1:
        return bool(question.about and question.key) and matches[question.key] < NAMED
    verbs = {question.key, *synonyms_of(question.key)}
    is_said = not verbs.isdisjoint(one.above | words_in(one.quote))
    return bool(question.key) and not (is_said and (has_own_verb(question) or gives_role(verbs, one.quote)))


def _is_name_alone(question: Question, one: Candidate) -> bool:
    """Return whether it is a field with only a name, like an assignee, which answers only 'who?'"""
    is_short = one.hit.kind is not Kind.DOCUMENT and len(one.text.split()) <= _NAME
    return is_short and question.asks is not Asked.PERSON


def _is_named(name: str, one: Candidate, matches: Mapping[str, float]) -> bool:
    """Return whether a sentence, or its headings, name the question's subject."""
    return matches[name] >= NAMED or name in words_in(" ".join((one.quote, *one.hit.path[:1])))


def _counts_others(question: Question, one: Candidate, matches: Mapping[str, float]) -> bool:
    """Return whether a sentence's number counts something else."""
    noun = counted_in(question)
    others = [word for word in question.words if word != noun]
    if noun and ends_in_number(one.text) and others and {*others} <= one.own:
        return False
    adds = adds_to_others(one.text) and any(matches[word] < NAMED for word in others)
    return bool(noun) and (adds or matches[noun] < NAMED or counts_others(noun, one.quote))
