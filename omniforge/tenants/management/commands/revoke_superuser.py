"""manage.py revoke_superuser: removes an account's right to oversee every workspace."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from omniforge.tenants.people import find_person, revoke_superuser


class Command(BaseCommand):
    help = "Lets an account oversee its own workspaces alone. `createsuperuser` makes one that oversees all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help="the address with which the person signs in")

    def handle(self, *args: Any, **options: Any) -> None:
        person = find_person(options["email"])
        if person is None or not revoke_superuser(person):
            raise CommandError(f"No account with {options['email']} oversees every workspace.")
        self.stdout.write(f"{person.email} oversees no workspace but those they own, administer or audit.")
