"""The recipe of the shipped weights: which examples, how often each counts, how many rounds, how sharp."""

from collections.abc import Callable, Sequence
from math import exp, log

from intent.examples import Example, read_examples
from intent.rules.exchange import read_exchange
from intent.rules.features import features
from intent.rules.linear import ACTIONS, LinearModel, Vector, vector
from intent.training.logistic import Sample, fit, quantise
from intent.training.written import DATA, written_examples

EPOCHS = 12
SEED = 1
_LABELLED_COUNTS = 1.0
_FOLDS = 5
_SHARPNESSES = [step / 20 for step in range(2, 41)]

Predictor = Callable[[Vector], list[float]]


def labelled_examples() -> list[Example]:
    """The shipped rows."""
    return read_examples(DATA / "examples.jsonl")


def train(labelled: Sequence[Example], *, sharpness: float, seed: int = SEED) -> LinearModel:
    """The model made from labelled rows and the written examples; names of the latter come from the rows' catalogues."""
    written = written_examples([one.catalogue for one in labelled], seed=seed)
    samples = [_sample(one, _LABELLED_COUNTS) for one in labelled] + [_sample(one, 1.0) for one in written]
    return quantise(fit(samples, epochs=EPOCHS, seed=seed), sharpness=sharpness)


def vector_of(example: Example) -> Vector:
    """The features of an example."""
    return vector(features(read_exchange(example.message, example.history, example.catalogue)))


def _sample(example: Example, counts: float) -> Sample:
    return vector_of(example), example.action, counts


def cross_validate(labelled: Sequence[Example]) -> list[tuple[Example, list[float]]]:
    """Each labelled row with the scores of a model that has not seen it."""
    scored = []
    for fold in range(_FOLDS):
        model = train([one for place, one in enumerate(labelled) if place % _FOLDS != fold], sharpness=1.0)
        scored += [(one, model.scores(vector_of(one))) for one in labelled[fold::_FOLDS]]
    return scored


def best_sharpness(scored: Sequence[tuple[Example, list[float]]]) -> float:
    """The sharpness under which the right answers of unseen rows are most probable."""
    return max(
        _SHARPNESSES, key=lambda sharpness: sum(_log_chance(one, scores, sharpness) for one, scores in scored)
    )


def _log_chance(example: Example, scores: Sequence[float], sharpness: float) -> float:
    top = max(scores)
    powers = [exp((score - top) * sharpness) for score in scores]
    return log(
        sum(power for power, action in zip(powers, ACTIONS, strict=True) if action in example.acceptable)
        / sum(powers)
    )
