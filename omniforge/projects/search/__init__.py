"""Search in the workspace, by words and by meaning: `search` finds objects, `retrieve` passages."""

from omniforge.projects.search.hits import Hit, Hits
from omniforge.projects.search.meaning import LEAST, WORDS_ALONE, Meaning, is_local, meaning_of
from omniforge.projects.search.queries import passages_for, search
from omniforge.projects.search.service import (
    LONGEST_QUERY,
    PASSAGES,
    count_unread,
    retrieve,
    search_as_person,
)
from omniforge.projects.search.words import stems

__all__ = [
    "LEAST",
    "LONGEST_QUERY",
    "PASSAGES",
    "WORDS_ALONE",
    "Hit",
    "Hits",
    "Meaning",
    "count_unread",
    "is_local",
    "meaning_of",
    "passages_for",
    "retrieve",
    "search",
    "search_as_person",
    "stems",
]
