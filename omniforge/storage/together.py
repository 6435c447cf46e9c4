"""Several prepared statements in one message to the database.

The round trip to PostgreSQL takes longer than most queries before a turn's first word. SQLite has no round
trip: it runs one statement after the other.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from omniforge.storage.prepared import Bound, PreparedRows, Row, this_connection

T = TypeVar("T")


class Question(Generic[T]):
    """A prepared query with its values. Its `answer` is the rows converted by `read`.

    The first access to the answer runs it, unless `ask` has already run it together with others.
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
        """Return the SQL with its parameters. Raises KeyError if a value is missing."""
        return self._query.bound(self._given)

    def take(self, rows: list[Row]) -> None:
        """Store the returned rows."""
        self._rows = self._query.converted(rows)


def ask(*questions: Question[Any]) -> None:
    """Run all of them in one message."""
    with this_connection().cursor() as cursor:
        for question, _ in zip(questions, _executed(cursor, [one.bound() for one in questions]), strict=True):
            question.take(cursor.fetchall())


def write(*statements: Bound) -> None:
    """Execute all in one message, in order. Needs a transaction, since some may succeed before one fails."""
    with this_connection().cursor() as cursor:
        for _ in _executed(cursor, statements):
            pass


def _executed(cursor: Any, statements: Sequence[Bound]) -> Iterator[None]:
    """Yield when `cursor` is at the result of the first statement, the second, and so on."""
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
    """Return whether a message may have several statements: not with server-side binding."""
    connection = this_connection()
    binds = connection.settings_dict["OPTIONS"].get("server_side_binding")
    return connection.vendor == "postgresql" and not binds
