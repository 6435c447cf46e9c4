"""`manage.py verify_audit`: detects changed, removed and inserted audit entries."""

import re
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from omniforge.tenants.canary import check_canary
from omniforge.tenants.verification import chains, verify

_KNOWN = re.compile(r"(\d+):([0-9a-f]{8,64})")


class Command(BaseCommand):
    help = "Walk the audit chains. Ends with 1 where one is not intact, and names its first fault."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tenant", default="", help="slug of the one workspace to look at")
        parser.add_argument(
            "--known", default="", help="number:hash that an earlier run printed, of that workspace"
        )

    def handle(self, *args: Any, tenant: str, known: str, **options: Any) -> None:
        check_canary()
        found = chains(tenant)
        if tenant and not found:
            raise CommandError(f"There is no workspace '{tenant}'.")
        noted = _noted(known, tenant)
        verdicts = {name: verify(chain, known=noted) for chain, name in found.items()}
        for name, verdict in verdicts.items():
            told = f"NOT INTACT: {verdict.fault}" if verdict.fault else "intact"
            self.stdout.write(
                f"{name}: {verdict.entries} entries, {told}, {verdict.entries}:{verdict.last[:16]}"
            )
        broken = [name for name, verdict in verdicts.items() if verdict.fault]
        if broken:
            raise CommandError(f"The audit is not intact: {', '.join(broken)}.")


def _noted(known: str, tenant: str) -> tuple[int, str] | None:
    if not known:
        return None
    match = _KNOWN.fullmatch(known)
    if not match or not tenant:
        raise CommandError("Give --known as number:hash, together with the --tenant whose it is.")
    return int(match[1]), match[2]
