from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("conversations", "0003_pinned_index")]

    operations = [migrations.RenameField("conversation", "agent_state", "dialogue")]
