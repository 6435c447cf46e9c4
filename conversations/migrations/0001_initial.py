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
            name='ContextReceipt',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('parts', omniforge.storage.fields.EncryptedJSONField(default=list)),
                ('left_out', omniforge.storage.fields.EncryptedJSONField(default=list)),
                ('tokens', models.PositiveIntegerField(default=0)),
                ('budget', models.PositiveIntegerField(default=0)),
                ('prompt_hash', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='Conversation',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('title', omniforge.storage.fields.EncryptedTextField(blank=True)),
                ('title_source', models.CharField(choices=[('auto', 'Auto'), ('user', 'User')], default='auto', max_length=4)),
                ('metadata', omniforge.storage.fields.EncryptedJSONField(default=dict)),
                ('agent_state', omniforge.storage.fields.EncryptedJSONField(default=dict)),
                ('last_sequence', models.PositiveIntegerField(default=0)),
                ('last_turn', models.PositiveIntegerField(default=0)),
                ('pinned', models.BooleanField(default=False)),
                ('archived_at', models.DateTimeField(null=True)),
                ('deleted_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('updated_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='IntentCorrection',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('example', omniforge.storage.fields.EncryptedJSONField()),
                ('understood', models.CharField(max_length=20)),
                ('corrected', models.CharField(max_length=20)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('sequence', models.PositiveIntegerField()),
                ('role', models.CharField(choices=[('user', 'User'), ('assistant', 'Assistant'), ('system', 'System')], max_length=9)),
                ('status', models.CharField(choices=[('complete', 'Complete'), ('partial', 'Partial'), ('superseded', 'Superseded')], default='complete', max_length=10)),
                ('content', omniforge.storage.fields.EncryptedTextField()),
                ('metadata', omniforge.storage.fields.EncryptedJSONField(default=dict)),
                ('token_count', models.PositiveIntegerField(default=0)),
                ('sensitive', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='Turn',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('number', models.PositiveIntegerField()),
                ('status', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('completed', 'Completed'), ('failed', 'Failed'), ('cancelled', 'Cancelled'), ('interrupted', 'Interrupted')], default='queued', max_length=11)),
                ('fence', models.PositiveIntegerField(default=0)),
                ('worker', models.CharField(blank=True, max_length=80)),
                ('lease_until', models.DateTimeField(null=True)),
                ('cancel_requested_at', models.DateTimeField(null=True)),
                ('answer_id', models.UUIDField(default=omniforge.storage.ids.new_id)),
                ('answer_sequence', models.PositiveIntegerField()),
                ('partial_text', omniforge.storage.fields.EncryptedTextField(blank=True)),
                ('forced_action', models.CharField(blank=True, max_length=20)),
                ('action_type', models.CharField(blank=True, max_length=20)),
                ('confidence', models.FloatField(null=True)),
                ('method', models.CharField(blank=True, max_length=10)),
                ('agent', models.CharField(blank=True, max_length=64)),
                ('model', models.CharField(blank=True, max_length=100)),
                ('input_tokens', models.PositiveIntegerField(default=0)),
                ('output_tokens', models.PositiveIntegerField(default=0)),
                ('cost', models.DecimalField(decimal_places=8, default=0, max_digits=12)),
                ('first_text_ms', models.PositiveIntegerField(null=True)),
                ('duration_ms', models.PositiveIntegerField(null=True)),
                ('error_code', models.CharField(blank=True, max_length=40)),
                ('events', omniforge.storage.fields.EncryptedJSONField(default=list)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('started_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
            ],
        ),
    ]
