"""Triggers that create a search entry for each message and title, however it is inserted.

They are created after migrations, and on SQLite dropped before each run of them: a migration may recreate a
table there, which fails if a trigger names it, and drops the table's own triggers. Entries missed without
triggers are caught up.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

_TABLE = "conversations_searchentry"
_ENTRY = f"INSERT INTO {_TABLE} (tenant_id, user_id, {{column}}, is_indexed)"
_SAID = (
    _ENTRY.format(column="message_id")
    + " SELECT tenant_id, user_id, NEW.id, FALSE FROM conversations_conversation"
    + " WHERE id = NEW.conversation_id"
)
_TITLED = _ENTRY.format(column="conversation_id") + " VALUES (NEW.tenant_id, NEW.user_id, NEW.id, FALSE)"


class _Trigger(NamedTuple):
    name: str
    event: str
    condition: str
    deed: str


_TRIGGERS = (
    _Trigger("conversations_said", "INSERT ON conversations_message", "NEW.role <> 'system'", _SAID),
    _Trigger("conversations_begun", "INSERT ON conversations_conversation", "NEW.title <> ''", _TITLED),
    _Trigger(
        "conversations_titled",
        "UPDATE OF title ON conversations_conversation",
        "OLD.title = '' AND NEW.title <> ''",
        _TITLED,
    ),
)
_ON_POSTGRES = """
CREATE OR REPLACE FUNCTION {0.name}() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN {0.deed}; RETURN NULL; END $$;
CREATE OR REPLACE TRIGGER {0.name} AFTER {0.event}
FOR EACH ROW WHEN ({0.condition}) EXECUTE FUNCTION {0.name}()"""
_ON_SQLITE = "CREATE TRIGGER IF NOT EXISTS {0.name} AFTER {0.event} WHEN {0.condition} BEGIN {0.deed}; END"
_FORGET_ON_SQLITE = f"""
CREATE TRIGGER IF NOT EXISTS {_TABLE}_forgotten AFTER DELETE ON {_TABLE} BEGIN
    DELETE FROM {_TABLE}_words WHERE rowid = old.id;
END"""
# In order of time: higher entry ids must be newer.
_MISSED = (
    _ENTRY.format(column="message_id")
    + f"""
    SELECT talk.tenant_id, talk.user_id, said.id, FALSE FROM conversations_message AS said
    JOIN conversations_conversation AS talk ON talk.id = said.conversation_id
    WHERE said.role <> 'system' AND NOT EXISTS (SELECT 1 FROM {_TABLE} WHERE message_id = said.id)
    ORDER BY said.created_at, said.sequence""",
    _ENTRY.format(column="conversation_id")
    + f"""
    SELECT tenant_id, user_id, talk.id, FALSE FROM conversations_conversation AS talk
    WHERE title <> '' AND NOT EXISTS (SELECT 1 FROM {_TABLE} WHERE conversation_id = talk.id)""",
)


def drop_triggers(using: str, plan: Any = (), **_: Any) -> None:
    """Drop the triggers on SQLite before pending migrations."""
    if plan and connections[using].vendor == "sqlite":
        names = (*(one.name for one in _TRIGGERS), f"{_TABLE}_forgotten")
        _execute(connections[using], *(f"DROP TRIGGER IF EXISTS {name}" for name in names))


def make_triggers(using: str, plan: Any = (), **_: Any) -> None:
    """Create the triggers after migrations, and the missing entries."""
    connection = connections[using]
    if plan and _TABLE in connection.introspection.table_names() and not _are_there(connection):
        with transaction.atomic(using):
            _execute(connection, *_statements(connection.vendor), *_MISSED)


def _are_there(connection: BaseDatabaseWrapper) -> bool:
    """Return whether PostgreSQL still has them: recreating them would lock messages for nothing."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'conversations\\_%'")
        return bool(cursor.fetchone()[0] == len(_TRIGGERS))


def _statements(vendor: str) -> Iterator[str]:
    if vendor == "postgresql":
        yield "SET LOCAL statement_timeout = 0"
        yield from (_ON_POSTGRES.format(one) for one in _TRIGGERS)
    else:
        yield _FORGET_ON_SQLITE
        yield from (_ON_SQLITE.format(one) for one in _TRIGGERS)


def _execute(connection: BaseDatabaseWrapper, *statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
