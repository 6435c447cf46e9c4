"""`manage.py export_corrections`: users' corrections as examples for the evaluation, in JSON Lines."""

from typing import Any

import orjson
from django.core.management.base import BaseCommand, CommandParser

from conversations.models import IntentCorrection


class Command(BaseCommand):
    help = "Print the corrections that users made as labelled examples, one JSON object a line."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tenant", help="Only those of this workspace (its slug).")

    def handle(self, *args: Any, **options: Any) -> None:
        corrections = IntentCorrection.objects.order_by("id").values_list("example", flat=True)
        if options["tenant"]:
            corrections = corrections.filter(tenant__slug=options["tenant"])
        for example in corrections.iterator():
            self.stdout.write(orjson.dumps(example).decode())
