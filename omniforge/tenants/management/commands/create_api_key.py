"""manage.py create_api_key: creates a key for a program and prints it, once."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from omniforge.errors import OmniForgeError
from omniforge.tenants.access import Access
from omniforge.tenants.keys import create_api_key
from omniforge.tenants.models import Membership, Role


class Command(BaseCommand):
    help = "Makes an API key with which a program acts as a member; the last line is the key alone."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tenant", required=True, help="slug of the workspace")
        parser.add_argument("--user", required=True, help="e-mail address of the member")
        parser.add_argument("--scopes", default="chat,read", help="one or more of chat,read,admin")
        parser.add_argument("--name", default="command line", help="what the key is for")
        parser.add_argument(
            "--days", type=int, help="how many days it is valid; without, until it is revoked"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            row, key = create_api_key(
                access=_access(options["tenant"], options["user"]),
                name=options["name"],
                scopes=set(options["scopes"].split(",")),
                days=options["days"],
            )
        except OmniForgeError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"Key '{row.name}' ({', '.join(row.scopes)}). It is shown this once:\n{key}")


def _access(slug: str, email: str) -> Access:
    membership = Membership.objects.filter(tenant__slug=slug, user__email=email.strip().lower()).first()
    if membership is None:
        raise CommandError(f"{email} is not a member of a workspace '{slug}'.")
    return Access(membership.tenant_id, membership.user_id, Role(membership.role))
