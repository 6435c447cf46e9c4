from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("agents", "0008_schedules_as_rules")]

    operations = [
        migrations.DeleteModel(name="PlanStep"),
        migrations.DeleteModel(name="Plan"),
    ]
