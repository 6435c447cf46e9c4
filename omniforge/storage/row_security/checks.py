"""`manage.py check --deploy`: checks of row level security."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register
from django.db import connection

from omniforge.storage.row_security.setup import find_missing


@register("security", deploy=True)
def check_row_security(**_: Any) -> list[CheckMessage]:
    """Recommend row level security if it is possible, and check that it is effective if it is on."""
    if not settings.ROW_SECURITY:
        if connection.vendor != "postgresql":
            return []
        said = "Workspaces are kept apart by the filters of queries alone."
        hint = "Set OMNIFORGE_ROW_SECURITY=true and run: python manage.py prepare"
        return [Warning(said, hint=hint, id="omniforge.W001")]
    missing = find_missing()
    return [Error(missing, hint="Run: python manage.py prepare", id="omniforge.E001")] if missing else []
