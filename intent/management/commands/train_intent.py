"""Trains the weights of the rules from the shipped examples."""

from typing import Any

from django.core.management.base import BaseCommand

from intent.local.weights import WEIGHTS_FILE, Weights
from intent.training.evaluation import by_writer, report
from intent.training.origin import origin
from intent.training.recipe import labelled_writers, rows_of, train, written_parts
from intent.training.unseen import KEPT_BACK, measure

_KEPT = ("accuracy", "contextual", "follow_ups", "clarification_rate")


class Command(BaseCommand):
    """`manage.py train_intent`: measures on held-out writers, then trains on all and writes the weights."""

    help = (
        "Train the rules' weights from intent/data and write them. The same examples give the same weights."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Train and write the weights. Takes some minutes."""
        writers = labelled_writers()
        written = written_parts(rows_of(writers, [name for name in writers if name not in KEPT_BACK]))
        measured = measure(writers, written)
        self.stdout.write("\n".join(["Left out in turn", *by_writer(measured.left_out)]))
        self.stdout.write("\n".join(["Kept back", *by_writer(measured.kept_back)]))
        unseen = report([one for rows in measured.kept_back.values() for one in rows])
        labelled = rows_of(writers, writers)
        words = train(labelled, written)
        rows, made = ([one.example for one in rows] for rows in (labelled, written))
        made_of = origin(rows, made, words, measured.gate)
        figures = {name: unseen[name] for name in _KEPT}
        weights = Weights(words, measured.gate, measured.sharpness, made_of, figures)
        WEIGHTS_FILE.write_text(weights.to_json(), encoding="ascii")
        counts = f"{len(labelled)} rows, {len(written)} written examples"
        self.stdout.write(f"{counts}, sharpness {measured.sharpness}")
