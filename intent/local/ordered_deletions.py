"""What an order names to delete: 'remove the Bell order' of 'check our stock, then remove the Bell order'."""

from intent.data_files import pattern
from intent.local.text import read
from intent.types import Catalogue

_CLAUSES, _BESIDE = (pattern("ordered_deletions", one) for one in ("clauses", "beside"))
_DELETE = "delete"


def words_to_delete(order: str) -> str:
    """Return the words of an order that name what is to be deleted, with their verb, empty without one.

    Words before the verb count only if none stand behind it, as in German: 'die Aufgabe Bell löschen'.
    """
    clauses = (_of_verb(one) for one in _CLAUSES.split(order))
    return " ".join(filter(None, clauses))


def _of_verb(clause: str) -> str:
    reading = read(clause, Catalogue())
    places = [one.start for one in reading.concepts if one.name == _DELETE]
    if not places:
        return ""
    behind = " ".join(reading.words[places[0] :])
    told = _BESIDE.sub("", behind)
    return told if len(told.split()) > 1 else " ".join(reading.words)
