"""manage.py password_link: a password reset link, for sites without mail."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from omniforge.tenants import audit
from omniforge.tenants.password_reset import may_reset, reset_link
from omniforge.tenants.people import find_person


class Command(BaseCommand):
    help = "Prints a password reset link. It works once and expires in an hour."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help="the address with which the person signs in")
        default = settings.SITE_URL or "http://127.0.0.1:8000"
        parser.add_argument("--url", default=default, help=f"the site's address (default: {default})")

    def handle(self, *args: Any, **options: Any) -> None:
        person = find_person(options["email"])
        if person is None or not may_reset(person):
            raise CommandError(f"No account signs in with {options['email']} and a password.")
        audit.record_of_account(person, action="account.reset_link_created", reason="command line", by=None)
        self.stdout.write(reset_link(person, options["url"].rstrip("/")))
