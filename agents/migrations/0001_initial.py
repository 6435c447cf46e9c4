import django.utils.timezone
import omniforge.storage.fields
import omniforge.storage.ids
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='AgentDefinition',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('slug', models.SlugField(max_length=64)),
                ('description', omniforge.storage.fields.EncryptedTextField()),
                ('instructions', omniforge.storage.fields.EncryptedTextField(blank=True)),
                ('source', omniforge.storage.fields.EncryptedTextField(blank=True)),
                ('subject', omniforge.storage.fields.EncryptedTextField(blank=True)),
                ('destination', omniforge.storage.fields.EncryptedTextField(blank=True)),
                ('schedule', models.CharField(blank=True, max_length=80)),
                ('schedule_words', models.CharField(blank=True, max_length=120)),
                ('status', models.CharField(choices=[('draft', 'Draft'), ('active', 'Active'), ('paused', 'Paused'), ('archived', 'Archived')], default='active', max_length=10)),
                ('version', models.PositiveIntegerField(default=1)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('updated_at', models.DateTimeField(auto_now=True)),
            ],
        ),
        migrations.CreateModel(
            name='AgentRun',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('turn_id', models.UUIDField(db_index=True, null=True)),
                ('status', models.CharField(choices=[('running', 'Running'), ('succeeded', 'Succeeded'), ('partial', 'Partial'), ('failed', 'Failed'), ('cancelled', 'Cancelled')], default='running', max_length=10)),
                ('method', models.CharField(blank=True, max_length=10)),
                ('task', omniforge.storage.fields.EncryptedTextField(blank=True)),
                ('output', omniforge.storage.fields.EncryptedTextField(blank=True)),
                ('error', models.CharField(blank=True, max_length=200)),
                ('started_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('finished_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='AgentVersion',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('number', models.PositiveIntegerField()),
                ('snapshot', omniforge.storage.fields.EncryptedJSONField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='SkillDefinition',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('slug', models.SlugField(max_length=64)),
                ('description', omniforge.storage.fields.EncryptedTextField()),
                ('instructions', omniforge.storage.fields.EncryptedTextField(blank=True)),
                ('allowed_tools', models.JSONField(blank=True, default=list)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('updated_at', models.DateTimeField(auto_now=True)),
            ],
        ),
    ]
