"""Search in the workspace: `search` and `passages_for`, by words and, where allowed, by meaning."""

from omniforge.projects.search.finding import passages_for, search
from omniforge.projects.search.hits import Hit, Hits
from omniforge.projects.search.meaning import Meaning, meaning_of

__all__ = ["Hit", "Hits", "Meaning", "meaning_of", "passages_for", "search"]
