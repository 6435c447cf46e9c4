"""Agents and their versions store when they run as RRULE lines instead of a cron line."""

from collections.abc import Callable
from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from intent.schedules import Schedule


def to_rules(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    _convert(apps, lambda cron: str(Schedule.of_cron(cron)))


def to_cron(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Go back to cron; what it can't say, like every second week, is on demand from then on."""
    _convert(apps, lambda lines: Schedule.parse(lines).cron or "")


def _convert(apps: Apps, convert: Callable[[str], str]) -> None:
    agents = apps.get_model("agents", "AgentDefinition").objects
    for agent in agents.exclude(schedule="").only("schedule").iterator():
        schedule = convert(agent.schedule)
        unplanned: dict[str, Any] = {} if schedule else {"next_run_at": None, "schedule_words": "on demand"}
        agents.filter(pk=agent.pk).update(schedule=schedule, **unplanned)
    for version in apps.get_model("agents", "AgentVersion").objects.iterator():
        if version.snapshot.get("schedule"):
            version.snapshot["schedule"] = convert(version.snapshot["schedule"])
            version.save(update_fields=["snapshot"])


class Migration(migrations.Migration):
    dependencies = [("agents", "0007_tools_of_agents")]

    operations = [
        migrations.AlterField(
            model_name="agentdefinition",
            name="schedule",
            field=models.CharField(blank=True, max_length=1000),
        ),
        migrations.AlterField(
            model_name="agentdefinition",
            name="schedule_words",
            field=models.CharField(blank=True, max_length=400),
        ),
        migrations.RunPython(to_rules, to_cron),
    ]
