"""`manage.py connect_model`: connect a workspace's language model, as its page in the settings does."""

import sys
from getpass import getpass
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from omniforge.errors import OmniForgeError
from omniforge.llm.vendors import VENDORS
from omniforge.tenants.access import Access
from omniforge.tenants.connected.services import connect_models
from omniforge.tenants.models import Membership, Role


class Command(BaseCommand):
    """Test a vendor's models and connect them. The key is prompted for, or read from standard input."""

    help = "Connect a language model for a workspace. The key is asked for, so that no history keeps it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("vendor", choices=list(VENDORS))
        parser.add_argument("--tenant", required=True, help="slug of the workspace")
        parser.add_argument("--address", default="", help="for servers that aren't at their usual address")
        parser.add_argument("--model", default="", help="the model to test; else the one that suits best")

    def handle(self, *args: Any, vendor: str, tenant: str, address: str, model: str, **options: Any) -> None:
        key = _read_key(needed=VENDORS[vendor].needs_key)
        try:
            made = connect_models(access=_owner(tenant), vendor=vendor, key=key, address=address, model=model)
        except OmniForgeError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"Connected {made.name}. {made.model} answered.")


def _read_key(*, needed: bool) -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    return getpass("API key: " if needed else "API key, if the server wants one: ")


def _owner(slug: str) -> Access:
    """Return the access of the workspace's first owner, who is recorded in the audit."""
    owners = Membership.objects.filter(tenant__slug=slug, role=Role.OWNER).order_by("created_at")
    owner = owners.first()
    if owner is None:
        raise CommandError(f"There is no workspace '{slug}' with an owner.")
    return Access(owner.tenant_id, owner.user_id, Role.OWNER)
