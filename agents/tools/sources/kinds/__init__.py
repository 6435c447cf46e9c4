"""The kinds of sources, by the names stored in rows. A new kind is a module and an entry here."""

from collections.abc import Mapping

from agents.tools.sources.kinds.base import Kind
from agents.tools.sources.kinds.feed import FEED
from agents.tools.sources.kinds.files import FILES
from agents.tools.sources.kinds.mailbox import MAILBOX
from agents.tools.sources.kinds.page import PAGE
from omniforge.errors import NotFound

KINDS: Mapping[str, Kind] = {kind.name: kind for kind in (FEED, PAGE, MAILBOX, FILES)}


def kind_of(name: str) -> Kind:
    """Return a kind by name. Raises NotFound."""
    if name not in KINDS:
        raise NotFound(f"There is no kind of source called {name}. Those that are: {', '.join(KINDS)}.")
    return KINDS[name]
