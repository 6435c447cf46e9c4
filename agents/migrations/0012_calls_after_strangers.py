from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("agents", "0011_subjects_of_approvals")]

    operations = [
        migrations.AddField(
            model_name="toolcallrecord", name="strangers", field=models.BooleanField(default=False)
        ),
    ]
