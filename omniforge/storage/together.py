"""Several prepared statements in one message to the database.

To PostgreSQL and back takes longer than most of what a turn asks before its first word takes there. To SQLite
there is no way: it gets one after the other.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from omniforge.storage.prepared import Bound, PreparedRows, Row, this_connection

T = TypeVar("T")


class Question(Generic[T]):
    """A prepared query with the values for it; its `answer` is what `read` makes of the rows.

    Who wants the answer first has it asked, unless `ask` has asked it with others before.
    """

    def __init__(self, query: PreparedRows, read: Callable[[list[Row]], T], **given: Any) -> None:
        self._query, self._read, self._given = query, read, given
        self._rows: list[Row] | None = None

    @property
    def answer(self) -> T:
        if self._rows is None:
            ask(self)
        return self._read(self._rows or [])

    def bound(self) -> Bound:
        """Return what is asked. Raises KeyError where a value is missing."""
        return self._query.bound(self._given)

    def take(self, rows: list[Row]) -> None:
        """Keep the rows that the database gave."""
        self._rows = self._query.converted(rows)


def ask(*questions: Question[Any]) -> None:
    """Ask them all at once."""
    with this_connection().cursor() as cursor:
        for question, _ in zip(questions, _executed(cursor, [one.bound() for one in questions]), strict=True):
            question.take(cursor.fetchall())


def write(*statements: Bound) -> None:
    """Execute them all at once, in order; within a transaction, since some may be done when one fails."""
    with this_connection().cursor() as cursor:
        for _ in _executed(cursor, statements):
            pass


def _executed(cursor: Any, statements: Sequence[Bound]) -> Iterator[None]:
    """Yield when `cursor` is at the outcome of the first, the second, and so on."""
    if not _takes_several():
        for sql, values in statements:
            cursor.execute(sql, values)
            yield
        return
    sql = "; ".join(sql for sql, _ in statements)
    cursor.execute(sql, [value for _, values in statements for value in values])
    for _ in statements:
        yield
        cursor.nextset()


def _takes_several() -> bool:
    """Return whether a message may have several statements: not where the server binds their values."""
    connection = this_connection()
    binds = connection.settings_dict["OPTIONS"].get("server_side_binding")
    return connection.vendor == "postgresql" and not binds
