"""Make the weights of the rules anew from the shipped examples."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from intent.rules.linear import WEIGHTS_FILE
from intent.training.recipe import best_sharpness, cross_validate, labelled_examples, train


class Command(BaseCommand):
    """`manage.py train_intent`: trains, measures on rows it has not seen, and writes the weights."""

    help = "Train the rules' weights from intent/data and write them there. The same examples give the same weights."

    def add_arguments(self, parser: CommandParser) -> None:
        """No measuring with --sharpness: it takes a sixth of the time."""
        parser.add_argument(
            "--sharpness", type=float, help="use this sharpness instead of finding the best one"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Trains and writes."""
        labelled = labelled_examples()
        sharpness = options["sharpness"]
        if sharpness is None:
            sharpness = best_sharpness(cross_validate(labelled))
        model = train(labelled, sharpness=sharpness)
        WEIGHTS_FILE.write_text(model.to_json(), encoding="ascii")
        self.stdout.write(f"{WEIGHTS_FILE.name}: {len(labelled)} rows, sharpness {sharpness}")
