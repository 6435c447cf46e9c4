from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('agents', '0001_squashed_0020_runs_of_agents'),
    ]

    operations = [
        migrations.RemoveIndex('agentrun', 'runs_by_tenant'),
        migrations.RemoveIndex('agentrun', 'runs_by_agent'),
        migrations.RemoveIndex('agentrun', 'runs_of_agents'),
        migrations.AddIndex(
            'agentrun', models.Index(fields=['tenant', '-started_at', '-id'], name='runs_by_tenant')
        ),
        migrations.AddIndex(
            'agentrun', models.Index(fields=['tenant', 'agent', '-started_at', '-id'], name='runs_by_agent')
        ),
        migrations.AddIndex(
            'agentrun',
            models.Index(
                condition=models.Q(('agent__isnull', False)),
                fields=['tenant', '-started_at', '-id'],
                name='runs_of_agents',
            ),
        ),
    ]
