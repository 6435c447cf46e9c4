"""`manage.py reindex`: make the search index anew, only needed after a release that says so."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from omniforge.projects.search import pgvector
from omniforge.projects.search.indexing import reindex
from omniforge.tenants.models import Tenant


class Command(BaseCommand):
    help = "Makes the search index of all documents and entities anew, while the site runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tenant", help="slug of the one workspace to do; without, all are done")

    def handle(self, *args: Any, **options: Any) -> None:
        pgvector.make()  # the extension may have been installed since the migration
        tenant_id = None
        if slug := options["tenant"]:
            tenant_id = Tenant.objects.filter(slug=slug).values_list("pk", flat=True).first()
            if tenant_id is None:
                raise CommandError(f"There is no workspace '{slug}'.")
        done = sum(1 for _ in reindex(tenant_id))
        self.stdout.write(f"{done} documents and entities are in the search index.")
