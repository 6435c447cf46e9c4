"""Search in the workspace: `find`, `search` and `passages_for`, by words and, where allowed, by meaning."""

from omniforge.projects.search.asking import LONGEST_QUERY, find
from omniforge.projects.search.finding import passages_for, search
from omniforge.projects.search.hits import Hit, Hits
from omniforge.projects.search.meaning import Meaning, meaning_of

__all__ = ["LONGEST_QUERY", "Hit", "Hits", "Meaning", "find", "meaning_of", "passages_for", "search"]
