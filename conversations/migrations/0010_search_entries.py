"""The index of what was said, which each database has in its own way, and triggers that queue what it lacks.

Whoever has Django make one of the three tables anew on SQLite has to make its triggers anew too.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

_ENTRY = "INSERT INTO conversations_searchentry (tenant_id, user_id, {column}, is_indexed)"
_SAID = (
    _ENTRY.format(column="message_id")
    + " SELECT tenant_id, user_id, NEW.id, {false} FROM conversations_conversation WHERE id = NEW.conversation_id;"
)
_TITLED = (
    _ENTRY.format(column="conversation_id") + " VALUES (NEW.tenant_id, NEW.user_id, NEW.id, {false});"
)
_IS_SAID = "WHEN (NEW.role <> 'system')"
_HAS_TITLE = "WHEN (NEW.title <> '')"
_GETS_TITLE = "WHEN (OLD.title = '' AND NEW.title <> '')"

# Only whole tokens are asked for, and whether a row has them: neither places nor lengths are kept.
_SQLITE = (
    "CREATE VIRTUAL TABLE conversations_searchentry_words USING fts5(words, detail=none, columnsize=0)",
    """
    CREATE TRIGGER conversations_searchentry_forgotten AFTER DELETE ON conversations_searchentry BEGIN
        DELETE FROM conversations_searchentry_words WHERE rowid = old.id;
    END
    """,
    *(
        f"CREATE TRIGGER {name} AFTER {event} {condition} BEGIN {deed.format(false=0)} END"
        for name, event, condition, deed in (
            ("conversations_said", "INSERT ON conversations_message", _IS_SAID, _SAID),
            ("conversations_begun", "INSERT ON conversations_conversation", _HAS_TITLE, _TITLED),
            ("conversations_titled", "UPDATE OF title ON conversations_conversation", _GETS_TITLE, _TITLED),
        )
    ),
)
# The tokens lie apart from the rows, which a search for a common word then reads by the thousand.
_POSTGRES = (
    "ALTER TABLE conversations_searchentry ADD COLUMN terms tsvector",
    "ALTER TABLE conversations_searchentry ALTER COLUMN terms SET STORAGE EXTERNAL",
    "ALTER TABLE conversations_searchentry SET (toast_tuple_target = 128)",
    "CREATE INDEX entries_by_word ON conversations_searchentry USING gin (terms)",
    *(
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN {deed.format(false='false')} RETURN NULL; END $$"
        for name, deed in (("conversations_said", _SAID), ("conversations_titled", _TITLED))
    ),
    *(
        f"CREATE TRIGGER {name} AFTER {event} FOR EACH ROW {condition} EXECUTE FUNCTION {function}()"
        for name, event, condition, function in (
            ("said", "INSERT ON conversations_message", _IS_SAID, "conversations_said"),
            ("begun", "INSERT ON conversations_conversation", _HAS_TITLE, "conversations_titled"),
            (
                "titled",
                "UPDATE OF title ON conversations_conversation",
                _GETS_TITLE,
                "conversations_titled",
            ),
        )
    ),
)
_DROP_SQLITE = (
    "DROP TRIGGER conversations_said",
    "DROP TRIGGER conversations_begun",
    "DROP TRIGGER conversations_titled",
    "DROP TABLE conversations_searchentry_words",
)
_DROP_POSTGRES = (
    "DROP FUNCTION conversations_said() CASCADE",
    "DROP FUNCTION conversations_titled() CASCADE",
)
# What was said before waits like what is said from now on, in the order in which it was said.
_QUEUE = (
    _ENTRY.format(column="message_id")
    + """
    SELECT talk.tenant_id, talk.user_id, said.id, {false} FROM conversations_message AS said
    JOIN conversations_conversation AS talk ON talk.id = said.conversation_id
    WHERE said.role <> 'system' ORDER BY said.created_at, said.sequence""",
    _ENTRY.format(column="conversation_id")
    + " SELECT tenant_id, user_id, id, {false} FROM conversations_conversation WHERE title <> ''",
)


def make_index(apps, schema_editor):
    """Make the index and its triggers, and queue what there is."""
    on_postgres = schema_editor.connection.vendor == "postgresql"
    if on_postgres:
        schema_editor.execute("SET LOCAL statement_timeout = 0")
    for statement in _POSTGRES if on_postgres else _SQLITE:
        schema_editor.execute(statement)
    for statement in _QUEUE:
        schema_editor.execute(statement.format(false="false" if on_postgres else "0"))


def drop_index(apps, schema_editor):
    """Drop what the table does not take with it."""
    on_postgres = schema_editor.connection.vendor == "postgresql"
    for statement in _DROP_POSTGRES if on_postgres else _DROP_SQLITE:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [
        ("conversations", "0009_picked_models"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SearchEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("is_indexed", models.BooleanField(default=False)),
                (
                    "conversation",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="search_entry",
                        to="conversations.conversation",
                    ),
                ),
                (
                    "message",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="search_entry",
                        to="conversations.message",
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tenants.tenant",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("is_indexed", False)),
                        fields=["tenant", "user", "id"],
                        name="entries_waiting",
                    )
                ],
            },
        ),
        migrations.RunPython(make_index, drop_index),
    ]
