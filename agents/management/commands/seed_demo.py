"""manage.py seed_demo: creates a demo workspace with agents and a project."""

import secrets
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from agents.definitions.demo import COLLEAGUE, OWNER, seed_demo


class Command(BaseCommand):
    """Create the workspace Larkfield: people, skills, agents, a project. A second call completes it."""

    help = "Make a workspace with agents and a project to try things in, and print how to sign in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--password", help="for both accounts; made up and printed where it is not given")

    def handle(self, *args: Any, **options: Any) -> None:
        password = options["password"] or secrets.token_urlsafe(12)
        made = seed_demo(password=password)
        said = (
            f"with the password {password}" if made else "with the password that was printed the first time"
        )
        self.stdout.write(f"Sign in as {OWNER[0]} (owner) or {COLLEAGUE[0]} (admin), {said}")
