from django.db import migrations, models

# Rules on tools of former names count for the tools that do their work now, where they ask for more care.
NOW = {
    "change.create": ("create_project", "create_document", "create_entity"),
    "change.update": ("update_project", "update_entity"),
    "change.move": ("move_document",),
    "change.delete": ("delete_document", "delete_entity"),
    "change.link": ("link",),
    "change.unlink": ("unlink",),
    "edit_document": ("update_document", "write_section"),
    "write_file": ("write_spreadsheet", "write_csv", "write_document"),
    "calendar.create": ("calendar_create_event",),
    "calendar.update": ("calendar_update_event",),
    "calendar.delete": ("calendar_delete_event",),
    "save_agent": ("create_agent", "update_agent"),
    "save_skill": ("create_skill",),
    "send_message": ("send_email",),
    "undo": ("undo_changes",),
}


def carry_over_rules(apps, schema_editor):
    rules = apps.get_model("agents", "ToolRule")
    successors = {former: now for now, formers in NOW.items() for former in formers}
    former = rules.objects.filter(tool__in=successors)
    for ask in ("always", "once"):
        for rule in former.filter(ask_first=ask):
            rules.objects.get_or_create(
                tenant_id=rule.tenant_id, tool=successors[rule.tool], defaults={"ask_first": ask}
            )
    former.delete()


class Migration(migrations.Migration):

    dependencies = [
        ('agents', '0006_spoken_names'),
    ]

    operations = [
        migrations.AddField(
            model_name='agentdefinition',
            name='tools',
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.RunPython(carry_over_rules, migrations.RunPython.noop),
    ]
