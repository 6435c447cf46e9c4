"""The index of what was said, which each database has in its own way.

Triggers fill its table: `conversations.record.search.triggers` makes them once all migrations have run.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# Only whole tokens are asked for, and whether a row has them: neither places nor lengths are kept.
_SQLITE = ("CREATE VIRTUAL TABLE conversations_searchentry_words USING fts5(words, detail=none, columnsize=0)",)
# The tokens lie apart from the rows, which a search for a common word then reads by the thousand.
_POSTGRES = (
    "ALTER TABLE conversations_searchentry ADD COLUMN terms tsvector",
    "ALTER TABLE conversations_searchentry ALTER COLUMN terms SET STORAGE EXTERNAL",
    "ALTER TABLE conversations_searchentry SET (toast_tuple_target = 128)",
    "CREATE INDEX entries_by_word ON conversations_searchentry USING gin (terms)",
)
_DROP_SQLITE = ("DROP TABLE conversations_searchentry_words",)
_DROP_POSTGRES = (
    "DROP FUNCTION conversations_said() CASCADE",
    "DROP FUNCTION conversations_begun() CASCADE",
    "DROP FUNCTION conversations_titled() CASCADE",
)


def make_index(apps, schema_editor):
    """Make the index beside its table."""
    for statement in _POSTGRES if schema_editor.connection.vendor == "postgresql" else _SQLITE:
        schema_editor.execute(statement)


def drop_index(apps, schema_editor):
    """Drop what the table does not take with it."""
    for statement in _DROP_POSTGRES if schema_editor.connection.vendor == "postgresql" else _DROP_SQLITE:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [
        ("conversations", "0001_squashed_0009_picked_models"),
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
