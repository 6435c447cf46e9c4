import django.db.models.deletion
import django.utils.timezone
import omniforge.storage.fields
import omniforge.storage.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('projects', '0003_spoken_names'),
        ('tenants', '0001_squashed_0014_proven_address'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Conversation',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('title', omniforge.storage.fields.EncryptedTextField(blank=True)),
                ('title_source', models.CharField(choices=[('auto', 'Auto'), ('user', 'User')], default='auto', max_length=4)),
                ('metadata', omniforge.storage.fields.EncryptedJSONField(default=dict)),
                ('session_key', models.CharField(blank=True, default='', max_length=64)),
                ('model', models.CharField(blank=True, db_default='', default='', max_length=120)),
                ('dialogue', omniforge.storage.fields.EncryptedJSONField(default=dict)),
                ('agent_state', omniforge.storage.fields.EncryptedJSONField(default=dict)),
                ('state_version', models.PositiveIntegerField(default=0)),
                ('focus_type', models.CharField(blank=True, max_length=12)),
                ('focus_id', models.UUIDField(null=True)),
                ('last_sequence', models.PositiveIntegerField(default=0)),
                ('last_turn', models.PositiveIntegerField(default=0)),
                ('pinned', models.BooleanField(default=False)),
                ('archived_at', models.DateTimeField(null=True)),
                ('deleted_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('updated_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('project', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='conversations', to='projects.project')),
                ('tenant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='conversations', to='tenants.tenant')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='conversations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('deleted_at', None)), fields=['tenant', 'user', '-updated_at', '-id'], name='conversations_newest'), models.Index(condition=models.Q(('deleted_at', None), ('pinned', True)), fields=['tenant', 'user', '-updated_at', '-id'], name='conversations_pinned')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('deleted_at', None), models.Q(('session_key', ''), _negated=True)), fields=('tenant', 'user', 'session_key'), name='one_conversation_per_session')],
            },
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
                ('conversation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='conversations.conversation')),
                ('parent', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='answers', to='conversations.message')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('conversation', 'sequence'), name='one_message_per_sequence')],
            },
        ),
        migrations.CreateModel(
            name='Summary',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('version', models.PositiveIntegerField()),
                ('covers_from', models.PositiveIntegerField()),
                ('covers_to', models.PositiveIntegerField()),
                ('text', omniforge.storage.fields.EncryptedTextField()),
                ('facts', omniforge.storage.fields.EncryptedJSONField(default=list)),
                ('carried', omniforge.storage.fields.EncryptedJSONField(default=list)),
                ('prompt_hash', models.CharField(blank=True, max_length=64)),
                ('source', models.CharField(choices=[('model', 'Model'), ('rules', 'Rules'), ('person', 'Person')], max_length=6)),
                ('model', models.CharField(blank=True, max_length=100)),
                ('pinned', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('conversation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='summaries', to='conversations.conversation')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('conversation', 'version'), name='one_summary_per_version')],
            },
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
                ('picked', models.CharField(blank=True, db_default='', default='', max_length=120)),
                ('scopes', models.JSONField(null=True)),
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
                ('conversation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='turns', to='conversations.conversation')),
                ('retry_of', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='retries', to='conversations.turn')),
                ('tenant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='turns', to='tenants.tenant')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='turns', to=settings.AUTH_USER_MODEL)),
                ('user_message', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='turns', to='conversations.message')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('status', 'queued')), fields=['conversation'], name='turns_queued'), models.Index(fields=['tenant', '-created_at'], name='turns_by_tenant')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'running')), fields=('conversation',), name='one_running_turn'), models.UniqueConstraint(fields=('conversation', 'number'), name='one_turn_per_number')],
            },
        ),
        migrations.CreateModel(
            name='IntentCorrection',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('example', omniforge.storage.fields.EncryptedJSONField()),
                ('understood', models.CharField(max_length=20)),
                ('corrected', models.CharField(max_length=20)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('tenant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='corrections', to='tenants.tenant')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('turn', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='corrections', to='conversations.turn')),
            ],
            options={
                'indexes': [models.Index(fields=['tenant', '-created_at'], name='corrections_by_tenant')],
            },
        ),
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
                ('turn', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='receipt', to='conversations.turn')),
            ],
        ),
    ]
