"""Make the weights of the rules anew from the shipped examples."""

from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from intent.evaluation import report
from intent.rules.linear import WEIGHTS_FILE
from intent.training.origin import origin
from intent.training.recipe import (
    best_sharpness,
    cross_validate,
    judged,
    labelled_examples,
    samples_of,
    train,
    written_parts,
)

_SHOWN = ("accuracy", "interval", "follow_ups", "clarification_rate", "per_kind")


class Command(BaseCommand):
    """`manage.py train_intent`: trains, measures on rows each model has not seen, and writes the weights."""

    help = (
        "Train the rules' weights from intent/data and write them. The same examples give the same weights."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """--sharpness saves the measuring, which takes five times as long as the training."""
        parser.add_argument("--sharpness", type=float, help="use this one instead of finding the best")

    def handle(self, *args: Any, **options: Any) -> None:
        """Trains and writes."""
        labelled = labelled_examples()
        written = written_parts(labelled)
        sharpness = options["sharpness"]
        if sharpness is None:
            scored = cross_validate(labelled, written)
            sharpness = best_sharpness(scored)
            figures = report(judged(scored, sharpness))
            self.stdout.write("\n".join(f"{name}: {figures[name]}" for name in _SHOWN))
        model = train(labelled, written, sharpness=sharpness)
        model = replace(model, origin=origin(samples_of(labelled, written), model.weights))
        WEIGHTS_FILE.write_text(model.to_json(), encoding="ascii")
        self.stdout.write(f"{len(labelled)} rows, {len(written)} written examples, sharpness {sharpness}")
