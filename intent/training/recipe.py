"""The recipe of the shipped weights: which examples, how often each counts, how many rounds, how sharp."""

from collections.abc import Sequence
from typing import NamedTuple

from intent.evaluation import Judged
from intent.examples import Example, read_examples
from intent.rules.exchange import read_exchange
from intent.rules.features import features
from intent.rules.linear import ACTIONS, LinearModel, Scores, Vector, chances, vector
from intent.training.logistic import Sample, fit, quantise
from intent.training.parts import DATA
from intent.training.written import written_examples
from intent.types import SURE, Intent

SEED = 1
EPOCHS = 10
_FOLDS = 5
_LABELLED_COUNT = 1.5  # a labelled row counts so many times a written example
_AMBIGUOUS_COUNT = 3.0  # written examples with two readings are few among so many clear ones
_FIRST_READING = 0.55  # of an ambiguous example counts for its first reading, the rest for the second
_MOST_QUESTIONS = 0.15  # of clear messages may be asked back about (seed 000 wants less than 0.20)
_SHARPNESSES = [step / 20 for step in range(10, 81)]


class Prepared(NamedTuple):
    """An example with its features."""

    example: Example
    features: Vector


def labelled_examples() -> list[Prepared]:
    """The shipped rows."""
    return [_prepared(example) for example in read_examples(DATA / "examples.jsonl")]


def written_parts(labelled: Sequence[Prepared], *, seed: int = SEED) -> list[Prepared]:
    """The written examples; the names in them come from the rows' catalogues."""
    catalogues = [one.example.catalogue for one in labelled]
    return [_prepared(example) for example in written_examples(catalogues, seed=seed)]


def _prepared(example: Example) -> Prepared:
    exchange = read_exchange(example.message, example.history, example.catalogue)
    return Prepared(example, vector(sorted(features(exchange))))


def train(
    labelled: Sequence[Prepared], written: Sequence[Prepared], *, sharpness: float, seed: int = SEED
) -> LinearModel:
    """The model made from both; the same for the same examples and seed."""
    return quantise(fit(samples_of(labelled, written), epochs=EPOCHS, seed=seed), sharpness=sharpness)


def samples_of(labelled: Sequence[Prepared], written: Sequence[Prepared]) -> list[Sample]:
    """What is learnt from both, in a fixed order."""
    samples = [sample for one in labelled for sample in _samples(one, _LABELLED_COUNT)]
    return samples + [sample for one in written for sample in _samples(one, _written_count(one.example))]


def _written_count(example: Example) -> float:
    return _AMBIGUOUS_COUNT if len(example.acceptable) > 1 else 1.0


def _samples(one: Prepared, counts: float) -> list[Sample]:
    """An ambiguous example is learnt under both readings, so that the model is as unsure of it."""
    example = one.example
    second = next(iter(example.acceptable - {example.action}), None)
    if second is None:
        return [(one.features, example.action, counts)]
    return [
        (one.features, example.action, counts * _FIRST_READING),
        (one.features, second, counts * (1 - _FIRST_READING)),
    ]


def cross_validate(labelled: Sequence[Prepared], written: Sequence[Prepared]) -> list[tuple[Example, Scores]]:
    """Each labelled row with the scores of a model that has not seen it."""
    scored = []
    for fold in range(_FOLDS):
        seen = [one for place, one in enumerate(labelled) if place % _FOLDS != fold]
        model = train(seen, written, sharpness=1.0)
        scored += [(one.example, model.scores(one.features)) for one in labelled[fold::_FOLDS]]
    return scored


def best_sharpness(scored: Sequence[tuple[Example, Scores]]) -> float:
    """The least sharpness under which unseen clear messages are asked back about no more often than allowed.

    Less would be closer to the plain odds of each message but ask too often; more would hide doubt.
    """
    clear = [scores for example, scores in scored if not example.is_ambiguous]
    for sharpness in _SHARPNESSES:
        asked = sum(max(chances(scores, sharpness)) < SURE for scores in clear)
        if asked <= _MOST_QUESTIONS * len(clear):
            return sharpness
    return _SHARPNESSES[-1]


def judged(scored: Sequence[tuple[Example, Scores]], sharpness: float) -> list[Judged]:
    """The unseen rows as the evaluation reads them."""
    found = []
    for example, scores in scored:
        confidence, action = max(zip(chances(scores, sharpness), ACTIONS, strict=True))
        found.append(Judged(example, Intent(action, confidence)))
    return found
