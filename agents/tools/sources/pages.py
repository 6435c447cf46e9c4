"""How sources are shown among the connections of a workspace."""

from typing import NamedTuple

from agents.models import Source
from agents.tools.sources.kinds import kind_of
from agents.tools.sources.selectors import find_sources, may_remove, where
from omniforge.tenants.access import Access


class ShownSource(NamedTuple):
    """A source as its row shows it."""

    source: Source
    kind: str
    where: str
    removable: bool


def shown_sources(access: Access) -> list[ShownSource]:
    """Return the rows of the workspace's sources."""
    return [
        ShownSource(one, kind_of(one.kind).label, where(one), may_remove(access, one))
        for one in find_sources(access)
    ]
