"""Empties the database after a test that commits: like Django's flush, at a twentieth of its cost.

Django truncates each table, which creates new files on PostgreSQL, and then recreates all permissions and
content types, which no test needs. There are some nine hundred such tests.
"""

from functools import cache

from django.db import connection, transaction
from django.test import TransactionTestCase


@cache
def _tables() -> tuple[str, ...]:
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return tuple(map(connection.ops.quote_name, names))


def empty_tables() -> None:
    """Delete all rows at once; foreign keys are checked only at the end of the transaction."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table in _tables():
            cursor.execute(f"DELETE FROM {table}")


def empty_by_deleting() -> None:
    """Use it for all transactional test cases."""
    TransactionTestCase._fixture_teardown = lambda case: empty_tables()  # type: ignore[method-assign]
