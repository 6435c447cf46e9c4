from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('agents', '0021_runs_by_start'),
    ]

    operations = [
        migrations.AddField('toolcallrecord', 'uploaded', models.BooleanField(default=False)),
    ]
