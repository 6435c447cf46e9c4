"""Tokens are kept with the client that they were given to. Sign-ins under way begin anew."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from omniforge.storage.fields import EncryptedJSONField


def keep_clients(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for grant in apps.get_model("agents", "McpGrant").objects.select_related("server").iterator():
        grant.registration = grant.server.registration
        grant.save(update_fields=["registration"])
    apps.get_model("agents", "McpSignIn").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("agents", "0018_found_deliveries")]

    operations = [
        migrations.AddField("mcpgrant", "registration", EncryptedJSONField(default=dict)),
        migrations.RunPython(keep_clients, migrations.RunPython.noop),
    ]
