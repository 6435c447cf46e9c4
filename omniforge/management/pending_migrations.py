"""Pending migrations of the database."""

from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def has_pending_migrations() -> bool:
    """Return whether migrations are pending. Raises OperationalError if the database doesn't answer."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
