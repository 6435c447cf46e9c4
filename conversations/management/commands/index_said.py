"""`manage.py index_said`: indexes waiting messages now. The worker does it periodically."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from conversations.models import SearchEntry
from conversations.record.search.indexing import index_waiting, start_anew


class Command(BaseCommand):
    help = "Brings messages and titles that wait for it into the search index, while the site runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--anew",
            action="store_true",
            help="make all of it anew; needed after a release that says so",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["anew"]:
            start_anew(SearchEntry.objects.filter(is_indexed=True))
        done, total = 0, SearchEntry.objects.filter(is_indexed=False).count()
        for batch in index_waiting():
            done += batch
            self.stdout.write(f"{done:,} of {total:,} messages and titles are in the search index.")
        self.stdout.write("Nothing waits for the search index.")
