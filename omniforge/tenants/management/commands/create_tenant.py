"""manage.py create_tenant: a workspace and its owner, without the page."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from omniforge.errors import OmniForgeError
from omniforge.tenants.services import create_tenant


class Command(BaseCommand):
    help = "Makes a workspace with its owner; the owner's account is made too where there is none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--slug", required=True, help="short name in addresses and commands, for example acme"
        )
        parser.add_argument("--name", help="name for people; the slug where it is not given")
        parser.add_argument("--owner", required=True, help="e-mail address of the owner")
        parser.add_argument("--password", default="", help="for a new account, at least 12 characters")

    def handle(self, *args: Any, **options: Any) -> None:
        slug, owner = options["slug"], options["owner"]
        try:
            create_tenant(
                slug=slug, name=options["name"] or slug, owner_email=owner, password=options["password"]
            )
        except OmniForgeError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"Created workspace {slug}. Its owner is {owner}.")
