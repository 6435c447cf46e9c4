"""Measuring on writers that the weights have not seen: whole writers are left out, never single rows.

Rows of one writer share style, business and catalogue: a model that has seen some of them knows the rest.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from intent.local.linear import ACTIONS, LinearModel, Scores, chances
from intent.training.evaluation import Judged
from intent.training.examples import Example
from intent.training.recipe import (
    Prepared,
    Scored,
    Writers,
    best_sharpness,
    gated,
    rows_of,
    scored,
    train,
    train_gate,
)
from intent.training.written import WRITTEN
from intent.types import Intent

KEPT_BACK = ("g", "i")  # nothing is chosen by their rows: they tell how good the choices were
_FOLDS = 4


class Measured(NamedTuple):
    """The gate and the sharpness that unseen rows ask for, and those rows as judged, by writer."""

    gate: LinearModel
    sharpness: float
    left_out: Mapping[str, list[Judged]]
    kept_back: Mapping[str, list[Judged]]


def measure(writers: Writers, written: Sequence[Prepared]) -> Measured:
    """Trains once for each group of writers without them, and once without those kept back."""
    names = [name for name in writers if name not in KEPT_BACK]
    folds = [names[start::_FOLDS] for start in range(_FOLDS)]
    unseen: dict[str, list[Scored]] = {}
    for place, fold in enumerate(folds):
        seen = rows_of(writers, [name for name in names if name not in fold])
        model = train(seen, [one for spot, one in enumerate(written) if spot % _FOLDS != place])
        unseen |= {name: scored(model, writers[name]) for name in fold}
        unseen[f"{WRITTEN} {place}"] = scored(model, written[place::_FOLDS])
    judged = {name: rows for place, fold in enumerate(folds) for name, rows in _gated(unseen, fold, place)}
    sharpness = best_sharpness([row for rows in judged.values() for row in rows])
    gate = train_gate([row for rows in unseen.values() for row in rows])
    model = train(rows_of(writers, names), written)
    kept = [name for name in writers if name in KEPT_BACK]
    last = {name: _through(gate, scored(model, writers[name])) for name in kept}
    return Measured(gate, sharpness, _all_judged(judged, sharpness), _all_judged(last, sharpness))


Unsure = list[tuple[Example, Scores]]


def _gated(unseen: Mapping[str, list[Scored]], fold: Sequence[str], place: int) -> list[tuple[str, Unsure]]:
    """The fold's rows through a gate that has not seen them either."""
    left = {*fold, f"{WRITTEN} {place}"}
    gate = train_gate([row for name, rows in unseen.items() if name not in left for row in rows])
    return [(name, _through(gate, unseen[name])) for name in fold]


def _through(gate: LinearModel, rows: Sequence[Scored]) -> Unsure:
    return [(row.one.example, gate.scores(gated(row))) for row in rows]


def _all_judged(rows: Mapping[str, Unsure], sharpness: float) -> dict[str, list[Judged]]:
    return {name: [_judged(*row, sharpness) for row in found] for name, found in sorted(rows.items())}


def _judged(example: Example, scores: Scores, sharpness: float) -> Judged:
    confidence, action = max(zip(chances(scores, sharpness), ACTIONS, strict=True))
    return Judged(example, Intent(action, confidence))
