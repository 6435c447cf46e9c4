"""References to all things of somebody: 'all of her jobs'."""

from functools import cache

from intent.commands.words import forms_of
from intent.data_files import data_of


def points_at_theirs(words: tuple[str, ...]) -> bool:
    """Return whether folded words refer to the things of somebody named elsewhere."""
    return words in _forms()


@cache
def _forms() -> frozenset[tuple[str, ...]]:
    tables = data_of("work_orders")["pointer"]
    return frozenset((*forms_of(tables["theirs"]), *forms_of(tables["theirs_both"])))
