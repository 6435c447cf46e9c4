"""The recipe of the shipped weights: which examples, how often each counts, how many rounds, how sharp."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from intent.local.exchange import read_exchange
from intent.local.features import features
from intent.local.linear import BUCKETS, LinearModel, Scores, Vector, chances, vector
from intent.local.weights import GATE_BUCKETS, gate_vector
from intent.training.examples import Example, read_examples
from intent.training.logistic import Sample, fit, quantise
from intent.training.parts import DATA
from intent.training.written import WRITTEN, written_examples
from intent.types import SURE, ActionType

SEED = 1
EPOCHS, GATE_EPOCHS = 8, 10
_LABELLED_COUNT = 5.0  # a labelled row counts so many times a written example
_AMBIGUOUS_TIMES = 8  # written examples with two readings are few: each is learnt as often, as a row
_GATE_SHARE = 0.2  # of these counts is as fast as the gate learns well: its features are few and always there
_MOST_QUESTIONS = 0.115  # of clear messages may be asked back about
_SHARPNESSES = [step / 20 for step in range(10, 121)]


class Prepared(NamedTuple):
    """An example as the two parts of what the model reads, and its move."""

    example: Example
    message: Vector
    context: Vector
    move: str


class Scored(NamedTuple):
    """An example with the scores of its parts, by a model that has not seen it."""

    one: Prepared
    message: Scores
    context: Scores


Writers = Mapping[str, Sequence[Prepared]]


def labelled_examples() -> dict[str, list[Example]]:
    """The shipped rows, by who wrote them."""
    return {path.stem: read_examples(path) for path in sorted((DATA / "rows").glob("*.jsonl"))}


def labelled_writers() -> dict[str, list[Prepared]]:
    """The shipped rows as they are read, by who wrote them; it takes some ten seconds."""
    return {name: list(map(prepared, examples)) for name, examples in labelled_examples().items()}


def rows_of(writers: Writers, names: Iterable[str]) -> list[Prepared]:
    """The rows of some writers, in their order."""
    return [one for name in names for one in writers[name]]


def written_parts(labelled: Sequence[Prepared], *, seed: int = SEED) -> list[Prepared]:
    """The written examples; the names in them come from the rows' catalogues."""
    catalogues = [one.example.catalogue for one in labelled]
    return [prepared(example) for example in written_examples(catalogues, seed=seed)]


def prepared(example: Example) -> Prepared:
    """Read an example."""
    found = features(read_exchange(example.message, example.history, example.catalogue))
    return Prepared(example, vector(sorted(found.message)), vector(sorted(found.context)), found.move)


def train(labelled: Sequence[Prepared], written: Sequence[Prepared], *, seed: int = SEED) -> LinearModel:
    """What words weigh; the same for the same examples and seed."""
    return quantise(fit(samples_of(labelled, written), buckets=BUCKETS, epochs=EPOCHS, seed=seed))


def samples_of(labelled: Sequence[Prepared], written: Sequence[Prepared]) -> list[Sample]:
    """What is learnt from both, in a fixed order."""
    rows = [*labelled, *written, *(_AMBIGUOUS_TIMES - 1) * [one for one in written if _has_two(one.example)]]
    return [(one.message + one.context, _readings(one.example), _count(one.example)) for one in rows]


def _readings(example: Example) -> tuple[ActionType, ...]:
    """The action, and the other one that is as right, so that the model is unsure of it too."""
    return (example.action, *sorted(example.acceptable - {example.action})[:1])


def _count(example: Example) -> float:
    return 1.0 if example.kind == WRITTEN and not _has_two(example) else _LABELLED_COUNT


def _has_two(example: Example) -> bool:
    return len(example.acceptable) > 1


def scored(model: LinearModel, rows: Iterable[Prepared]) -> list[Scored]:
    """The rows with the scores of their parts."""
    return [Scored(one, model.scores(one.message), model.scores(one.context)) for one in rows]


def train_gate(rows: Sequence[Scored]) -> LinearModel:
    """How the parts count in each move, learnt from rows that the scoring model has not seen."""
    samples = [
        (gated(row), _readings(row.one.example), _GATE_SHARE * _count(row.one.example)) for row in rows
    ]
    return quantise(fit(samples, buckets=GATE_BUCKETS, epochs=GATE_EPOCHS, seed=SEED))


def gated(row: Scored) -> Vector:
    """What the gate reads of a row."""
    return gate_vector(row.message, row.context, row.one.move)


def best_sharpness(rows: Sequence[tuple[Example, Scores]]) -> float:
    """The least sharpness under which unseen clear messages are asked back about no more often than allowed.

    Less would be closer to the plain odds of each message but ask too often; more would hide doubt.
    """
    clear = [scores for example, scores in rows if not example.is_ambiguous]
    for sharpness in _SHARPNESSES:
        asked = sum(max(chances(scores, sharpness)) < SURE for scores in clear)
        if asked <= _MOST_QUESTIONS * len(clear):
            return sharpness
    return _SHARPNESSES[-1]
