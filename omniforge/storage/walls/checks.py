"""What `manage.py check --deploy` says of row level security."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register
from django.db import connection

from omniforge.storage.walls.building import what_is_missing


@register("security", deploy=True)
def check_walls(**_: Any) -> list[CheckMessage]:
    """Recommend the second wall where there could be one, and look whether it stands."""
    if not settings.ROW_SECURITY:
        if connection.vendor != "postgresql":
            return []
        said = "Workspaces are kept apart by the filters of queries alone."
        hint = "Set OMNIFORGE_ROW_SECURITY=true and run: python manage.py prepare"
        return [Warning(said, hint=hint, id="omniforge.W001")]
    missing = what_is_missing()
    return [Error(missing, hint="Run: python manage.py prepare", id="omniforge.E001")] if missing else []
