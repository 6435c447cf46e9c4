import django.db.models.deletion
import django.utils.timezone
import omniforge.storage.fields
import omniforge.storage.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('email', models.EmailField(max_length=254, unique=True)),
                ('name', models.CharField(blank=True, max_length=120)),
                ('language', models.CharField(blank=True, db_default='', default='', max_length=12)),
                ('is_active', models.BooleanField(default=True)),
                ('is_proven', models.BooleanField(db_default=True, default=True)),
                ('is_staff', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='AuditHead',
            fields=[
                ('id', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('number', models.PositiveBigIntegerField(default=0)),
                ('last', models.CharField(default='', max_length=64)),
                ('seal', models.CharField(max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name='AuditKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('wrapped', models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name='EncryptionCanary',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('value', omniforge.storage.fields.EncryptedTextField()),
            ],
        ),
        migrations.CreateModel(
            name='Tenant',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('slug', models.SlugField(max_length=60, unique=True)),
                ('name', models.CharField(max_length=120)),
                ('retention_days', models.PositiveIntegerField(default=90)),
                ('time_zone', models.CharField(default='UTC', max_length=60)),
                ('documents_only', models.BooleanField(db_default=False, default=False)),
                ('requires_second_factor', models.BooleanField(db_default=False, default=False)),
                ('catalogue_version', models.PositiveIntegerField(default=0)),
                ('models_version', models.PositiveIntegerField(db_default=0, default=0)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'verbose_name': 'workspace',
            },
        ),
        migrations.CreateModel(
            name='AuthenticatorApp',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='authenticator_app', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('secret', omniforge.storage.fields.EncryptedTextField()),
                ('last_step', models.PositiveBigIntegerField(default=0)),
                ('confirmed_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='BrowserSession',
            fields=[
                ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to='sessions.session')),
                ('user_agent', models.CharField(blank=True, max_length=300)),
                ('seen_at', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='browser_sessions', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Passkey',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=80)),
                ('host', models.CharField(max_length=253)),
                ('credential_id', models.CharField(max_length=1400, unique=True)),
                ('credential', models.BinaryField()),
                ('uses', models.PositiveBigIntegerField(default=0)),
                ('last_used_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='passkeys', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='ModelConnection',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('slug', models.SlugField(max_length=30)),
                ('vendor', models.CharField(max_length=20)),
                ('name', models.CharField(max_length=80)),
                ('address', omniforge.storage.fields.EncryptedTextField(blank=True)),
                ('key', omniforge.storage.fields.EncryptedTextField(blank=True)),
                ('model', models.CharField(max_length=80)),
                ('listed', omniforge.storage.fields.EncryptedJSONField(default=list)),
                ('offered', models.JSONField(null=True)),
                ('tested_at', models.DateTimeField()),
                ('failure', omniforge.storage.fields.EncryptedTextField(blank=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('tenant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='model_connections', to='tenants.tenant')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tenant', 'slug'), name='one_model_connection_per_slug')],
            },
        ),
        migrations.CreateModel(
            name='ModelChoice',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('role', models.CharField(max_length=10)),
                ('model', models.CharField(blank=True, max_length=80)),
                ('connection', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='choices', to='tenants.modelconnection')),
                ('tenant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='model_choices', to='tenants.tenant')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tenant', 'role'), name='one_model_per_role')],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('role', models.CharField(choices=[('owner', 'Owner'), ('admin', 'Admin'), ('member', 'Member'), ('auditor', 'Auditor')], default='member', max_length=10)),
                ('preferences', omniforge.storage.fields.EncryptedTextField(blank=True, default='')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                ('tenant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='tenants.tenant')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tenant', 'user'), name='one_membership_per_person')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('role', models.CharField(choices=[('owner', 'Owner'), ('admin', 'Admin'), ('member', 'Member'), ('auditor', 'Auditor')], default='member', max_length=10)),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('expires_at', models.DateTimeField()),
                ('accepted_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('invited_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tenant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tenants.tenant')),
            ],
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('action', models.CharField(max_length=60)),
                ('target_type', models.CharField(blank=True, max_length=40)),
                ('target_id', models.CharField(blank=True, max_length=60)),
                ('reason', omniforge.storage.fields.EncryptedTextField(blank=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('number', models.PositiveBigIntegerField(null=True)),
                ('hash', models.CharField(default='', max_length=64)),
                ('subject', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tenant', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='audit', to='tenants.tenant')),
            ],
            options={
                'verbose_name': 'audit log entry',
                'verbose_name_plural': 'audit log entries',
                'indexes': [models.Index(fields=['tenant', '-created_at'], name='audit_by_tenant'), models.Index(condition=models.Q(('number', None)), fields=['tenant'], name='audit_not_sealed')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'number'), name='audit_number'), models.UniqueConstraint(condition=models.Q(('tenant', None)), fields=('number',), name='audit_number_of_site')],
            },
        ),
        migrations.CreateModel(
            name='ApiKey',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=80)),
                ('prefix', models.CharField(max_length=12)),
                ('key_hash', models.CharField(max_length=64, unique=True)),
                ('scopes', models.JSONField(default=list)),
                ('expires_at', models.DateTimeField(null=True)),
                ('revoked_at', models.DateTimeField(null=True)),
                ('last_used_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_keys', to=settings.AUTH_USER_MODEL)),
                ('tenant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_keys', to='tenants.tenant')),
            ],
            options={
                'verbose_name': 'API key',
            },
        ),
        migrations.CreateModel(
            name='UsageRecord',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('turn_id', models.UUIDField(db_index=True, null=True)),
                ('purpose', models.CharField(max_length=10)),
                ('provider', models.CharField(max_length=20)),
                ('model', models.CharField(max_length=80)),
                ('input_tokens', models.PositiveIntegerField(default=0)),
                ('output_tokens', models.PositiveIntegerField(default=0)),
                ('cost', models.DecimalField(decimal_places=8, default=0, max_digits=12)),
                ('latency_ms', models.PositiveIntegerField(default=0)),
                ('error', models.CharField(blank=True, max_length=40)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('tenant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='usage', to='tenants.tenant')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['tenant', '-created_at'], name='usage_by_tenant')],
            },
        ),
        migrations.CreateModel(
            name='IssuerAccount',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('issuer', models.CharField(max_length=500)),
                ('subject', models.CharField(max_length=255)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='issuer_accounts', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('issuer', 'subject'), name='one_issuer_account')],
            },
        ),
        migrations.CreateModel(
            name='RecoveryCode',
            fields=[
                ('id', models.UUIDField(default=omniforge.storage.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('code_hash', models.CharField(max_length=64)),
                ('used_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='recovery_codes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'code_hash'), name='one_recovery_code')],
            },
        ),
    ]
