"""Creates roles and policies in the database, and reports missing ones."""

from typing import Any

from django.conf import settings
from django.db import ProgrammingError, connection, transaction
from django.db.backends.utils import CursorWrapper

from omniforge.storage.row_security.policies import rules
from omniforge.storage.row_security.role import role_of
from omniforge.storage.workspace_scope import across_workspaces

_POLICY = "omniforge_workspace"
_STANDING = """
SELECT relname, obj_description(pg_policy.oid, 'pg_policy')
FROM pg_policy JOIN pg_class ON pg_class.oid = polrelid
WHERE relnamespace = current_schema()::regnamespace AND relrowsecurity AND polname = %s
AND pg_get_userbyid(polroles[1]) = %s"""
_ROLE = "SELECT rolsuper OR rolbypassrls, pg_has_role(oid, 'MEMBER') FROM pg_roles WHERE rolname = %s"
_NOT_GRANTED = """
SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
AND NOT (SELECT bool_and(has_table_privilege(%s, oid, one)) FROM unnest(string_to_array(%s, ', ')) AS one)"""
_HIDDEN = """
SELECT relname FROM pg_class WHERE relname = ANY(%s) AND relnamespace = current_schema()::regnamespace
AND row_security_active(oid)"""
_RIGHTS = "SELECT, INSERT, UPDATE, DELETE"


class SetupFailed(Exception):
    """The database account lacks a privilege. The message says what an administrator has to run."""


@across_workspaces()
@transaction.atomic
def install_policies() -> list[str]:
    """Create missing role, grants and policies. Returns a line for each action."""
    with connection.cursor() as cursor:
        return [*_make_role(cursor), *_grant(cursor), *_make_policies(cursor)]


@across_workspaces()
def find_missing() -> str:
    """Return why row level security isn't effective, empty if it is, or is off."""
    if not settings.ROW_SECURITY:
        return ""
    with connection.cursor() as cursor:
        if not (standing := _role_here(cursor)):
            return f'The role "{_role()}" is missing.'
        if standing[0]:
            return f'The role "{_role()}" passes every policy: it is a superuser or has BYPASSRLS.'
        if not standing[1]:
            return f'The database\'s account is no member of the role "{_role()}".'
        if unlike := _without_policy(cursor):
            return f"There is no policy, or another one, on {', '.join(unlike)}."
        if unheld := _without_rights(cursor):
            return f'The role "{_role()}" has no rights to {", ".join(unheld)}.'
        if hidden := _names(cursor, _HIDDEN, list(rules())):
            return f"The database's account owns no {', '.join(hidden)}: it has to see all workspaces there."
    return ""


def _make_role(cursor: CursorWrapper) -> list[str]:
    standing, quoted = _role_here(cursor), connection.ops.quote_name(_role())
    if standing and standing[1]:
        return []
    try:
        with transaction.atomic():
            if not standing:
                cursor.execute(f"CREATE ROLE {quoted} NOLOGIN")
            cursor.execute(f"GRANT {quoted} TO CURRENT_USER")
    except ProgrammingError as error:
        account = connection.settings_dict["USER"]
        wanted = f'CREATE ROLE {quoted} NOLOGIN; GRANT {quoted} TO "{account}";'
        raise SetupFailed(f"Have an administrator of the database's server run: {wanted}") from error
    return [f"Made the role {quoted}."]


def _grant(cursor: CursorWrapper) -> list[str]:
    if not _without_rights(cursor):
        return []
    cursor.execute("SELECT quote_ident(current_schema())")
    (schema,), quoted = cursor.fetchone(), connection.ops.quote_name(_role())
    cursor.execute(f"GRANT USAGE ON SCHEMA {schema} TO {quoted}")
    cursor.execute(f"GRANT {_RIGHTS} ON ALL TABLES IN SCHEMA {schema} TO {quoted}")
    cursor.execute(f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA {schema} TO {quoted}")
    return [f"Gave {quoted} its rights to the tables."]


def _make_policies(cursor: CursorWrapper) -> list[str]:
    missing = _without_policy(cursor)
    for table in missing:
        quoted = connection.ops.quote_name(_role())
        cursor.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
        cursor.execute(f"DROP POLICY IF EXISTS {_POLICY} ON {table}")
        cursor.execute(f"CREATE POLICY {_POLICY} ON {table} TO {quoted} USING ({rules()[table]})")
        cursor.execute(f"COMMENT ON POLICY {_POLICY} ON {table} IS %s", [rules()[table]])
    return [f"Row level security added to {one}." for one in missing]


def _role_here(cursor: CursorWrapper) -> tuple[bool, bool] | None:
    """Return whether the role bypasses policies, and whether we may SET it, or None if it doesn't exist."""
    cursor.execute(_ROLE, [_role()])
    found: tuple[bool, bool] | None = cursor.fetchone()
    return found


def _without_policy(cursor: CursorWrapper) -> list[str]:
    cursor.execute(_STANDING, [_POLICY, _role()])
    standing = dict(cursor.fetchall())
    return [table for table, rule in rules().items() if standing.get(table) != rule]


def _without_rights(cursor: CursorWrapper) -> list[str]:
    return _names(cursor, _NOT_GRANTED, _role(), _RIGHTS)


def _names(cursor: CursorWrapper, statement: str, *given: Any) -> list[str]:
    cursor.execute(statement, given)
    return [name for (name,) in cursor.fetchall()]


def _role() -> str:
    return role_of(str(connection.settings_dict["NAME"]))
