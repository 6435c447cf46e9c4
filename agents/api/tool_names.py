"""Tool names in a request body: unknown ones are refused."""

from collections.abc import Iterable, Mapping
from typing import Any

from agents.tools.allowed import unknown_tools
from omniforge.errors import InvalidInput
from omniforge.tenants.access import Access


def require_tools(access: Access, wanted: Mapping[str, Any], field: str, *, kept: Iterable[str] = ()) -> None:
    """Raise InvalidInput for unknown tool names in a field, except those stored there already."""
    if unknown := unknown_tools(access, set(wanted.get(field, ())) - set(kept)):
        names = ", ".join(unknown)
        raise InvalidInput.of(field, f"There is no tool {names} here. GET /api/v1/tools/ lists all.")
