import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import omniforge.storage.fields


class Migration(migrations.Migration):

    dependencies = [
        ('agents', '0022_toolcallrecord_uploaded'),
    ]

    operations = [
        migrations.CreateModel(
            name='EventChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('turn_id', models.UUIDField()),
                ('event_id', models.UUIDField()),
                ('before', omniforge.storage.fields.EncryptedJSONField(default=dict)),
                ('after', omniforge.storage.fields.EncryptedJSONField(default=dict)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('calendar', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='agents.calendar')),
            ],
            options={
                'indexes': [models.Index(fields=['calendar', 'turn_id'], name='event_changes_by_turn')],
            },
        ),
    ]
