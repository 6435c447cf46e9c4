import omniforge.storage.fields
from django.db import migrations

# Django has made the table anew on SQLite, without its trigger (see 0002).
_SQLITE_TRIGGER = """
CREATE TRIGGER IF NOT EXISTS projects_passage_forgotten AFTER DELETE ON projects_passage BEGIN
    DELETE FROM projects_passage_words WHERE rowid = old.id;
END
"""


def make_trigger(apps, schema_editor):
    """Make the trigger that deletes a passage's words from the index."""
    if schema_editor.connection.vendor == 'sqlite':
        schema_editor.execute(_SQLITE_TRIGGER)


def embed_local_again(apps, schema_editor):
    """The local model's vectors have more numbers now, and its passages lack those of their sentences."""
    passages = apps.get_model('projects', 'Passage').objects.filter(embedded_by__startswith='local:')
    passages.update(embedded_by='', vector='')


class Migration(migrations.Migration):

    dependencies = [
        ('projects', '0003_spoken_names'),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, make_trigger),  # backwards this comes last
        migrations.AddField(
            model_name='passage',
            name='sentence_vectors',
            field=omniforge.storage.fields.EncryptedTextField(blank=True),
        ),
        migrations.RunPython(make_trigger, migrations.RunPython.noop),
        migrations.RunPython(embed_local_again, migrations.RunPython.noop),
    ]
