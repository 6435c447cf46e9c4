"""Which migrations the database still lacks."""

from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def has_pending_migrations() -> bool:
    """Return whether the database is behind the code. Raises OperationalError where it does not answer."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
