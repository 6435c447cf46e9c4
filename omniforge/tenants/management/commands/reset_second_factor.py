"""manage.py reset_second_factor: for somebody who lost their app and their recovery codes."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from omniforge.tenants.notices import mail_change_notice
from omniforge.tenants.people import find_person
from omniforge.tenants.second_factor.services import reset_second_factor


class Command(BaseCommand):
    help = "Removes the second factor and recovery codes of an account. Its password then signs in alone."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help="the address with which the person signs in")

    def handle(self, *args: Any, **options: Any) -> None:
        person = find_person(options["email"])
        if person is None or not reset_second_factor(person, reason="command line"):
            raise CommandError(f"No account with {options['email']} has a second factor.")
        mail_change_notice(person, "account.second_factor_reset")
        self.stdout.write(f"{person.email} signs in without a second factor now.")
