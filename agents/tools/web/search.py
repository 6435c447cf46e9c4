"""Which search engine the operator has chosen (OMNIFORGE_SEARCH, OMNIFORGE_SEARCH_KEY)."""

from collections.abc import Callable

from django.conf import settings

from agents.failures import ToolFailed
from agents.tools.web.providers import Brave, SearchProvider, SearxNG, Tavily

_PROVIDERS: dict[str, Callable[[str, str], SearchProvider]] = {
    "searxng": SearxNG,
    "brave": Brave,
    "tavily": Tavily,
}
_HOW = "Whoever runs this server sets OMNIFORGE_SEARCH to searxng:https://host, or to brave or tavily."


def search_provider() -> SearchProvider:
    """Return the search engine to ask. Raises ToolFailed, saying what to set, where there is none.

    An address after the name, as in 'brave:https://gateway', takes the place of the engine's own.
    """
    name, _, address = settings.SEARCH.partition(":")
    if not name:
        raise ToolFailed(f"No web search is set up here. {_HOW}")
    if name not in _PROVIDERS or (name == "searxng" and not address):
        raise ToolFailed(f"The web search is set up wrongly. {_HOW}")
    if name != "searxng" and not settings.SEARCH_KEY:
        raise ToolFailed(f"The key of {name} is missing. Whoever runs this server sets OMNIFORGE_SEARCH_KEY.")
    return _PROVIDERS[name](address.rstrip("/"), settings.SEARCH_KEY)
