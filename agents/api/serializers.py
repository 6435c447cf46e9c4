"""The request and response bodies of the API for agents, skills and runs."""

from typing import Any

from rest_framework import serializers

from agents.definitions.schedules import schedule_of
from agents.definitions.validation import (
    KEBAB,
    LONGEST_DESCRIPTION,
    LONGEST_EXAMPLE,
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_EXAMPLES,
    RETRIES,
    TOOL,
    TOOL_NAMES,
    names_like,
)
from agents.models import AgentDefinition, AgentRun, AgentStatus, MissedRuns, Overlap, SkillDefinition
from intent.schedules import LONGEST_SCHEDULE
from omniforge.web.strict_fields import StrictCharField, StrictChoiceField, StrictIntegerField

_MOST_NAMES = 100  # per list
_VERSION = "The version that you change. Where there is a newer one, nothing is changed: 409."
_TOOLS = (
    "Tools, patterns like 'notes_*', or 'workspace', beside those of its skills. A name that no tool has is "
    "refused."
)


class _Name(serializers.RegexField):
    """The name of an agent or skill."""

    def __init__(self, **options: Any) -> None:
        super().__init__(KEBAB, max_length=LONGEST_NAME, error_messages={"invalid": names_like()}, **options)


class _Tool(serializers.RegexField):
    """The name of a tool that a skill may use."""

    def __init__(self, **options: Any) -> None:
        super().__init__(TOOL, error_messages={"invalid": TOOL_NAMES}, **options)


class _Text(StrictCharField):
    """A text that may be empty."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=LONGEST_TEXT, allow_blank=True, **options)


class AgentData(serializers.ModelSerializer[AgentDefinition]):
    """An agent, its schedule in the workspace's time zone. `skills` are names.

    `recurrence` has iCalendar's RRULE lines, empty on demand. `schedule` is the same in five cron fields if
    cron can say it exactly, else the RRULE lines again.
    """

    schedule = serializers.SerializerMethodField()
    recurrence = serializers.CharField(source="schedule", read_only=True)

    skills: Any = serializers.SlugRelatedField(slug_field="slug", many=True, read_only=True)
    examples = serializers.ListField(child=serializers.CharField())
    tools = serializers.ListField(child=serializers.CharField(), help_text=_TOOLS)

    class Meta:
        model = AgentDefinition
        fields = (
            *("id", "slug", "description", "instructions", "source", "subject", "destination", "schedule"),
            *("recurrence", "schedule_words", "missed_runs", "overlap", "retries", "next_run_at"),
            *("last_run_at", "skills", "examples", "tools", "status", "published", "version"),
            *("created_at", "updated_at"),
        )

    def get_schedule(self, agent: AgentDefinition) -> str:
        cron = schedule_of(agent).cron
        return agent.schedule if cron is None else cron


class NewAgentData(serializers.Serializer[Any]):
    """What an agent is made of."""

    slug = _Name()
    description = StrictCharField(max_length=LONGEST_DESCRIPTION)
    instructions = _Text(required=False)
    source = _Text(required=False)  # type: ignore[assignment]  # a field, not the Field's own `source`
    subject = _Text(required=False)
    destination = _Text(required=False)
    schedule = StrictCharField(
        max_length=LONGEST_SCHEDULE,
        required=False,
        allow_blank=True,
        help_text="Five cron fields or RRULE lines in the workspace's time zone, as '0 9 * * 1' or "
        "'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;BYHOUR=9;BYMINUTE=0'; a DTSTART line before says from when "
        "to count, an EXDATE line behind on which days not to run. Empty for on demand.",
    )
    missed_runs = StrictChoiceField(MissedRuns.choices, required=False)
    overlap = StrictChoiceField(Overlap.choices, required=False)
    retries = StrictIntegerField(min_value=RETRIES[0], max_value=RETRIES[-1], required=False)
    examples = serializers.ListField(
        child=StrictCharField(max_length=LONGEST_EXAMPLE),
        required=False,
        max_length=MOST_EXAMPLES,
        help_text="Prompts on which a change of the agent is tried.",
    )
    tools = serializers.ListField(
        child=StrictCharField(max_length=70), required=False, max_length=_MOST_NAMES, help_text=_TOOLS
    )
    skills = serializers.ListField(child=_Name(), required=False, max_length=_MOST_NAMES)
    status = StrictChoiceField(AgentStatus.choices, required=False)


class AgentChangeData(NewAgentData):
    """The fields of an agent to change. Its skills have paths of their own."""

    version = StrictIntegerField(required=False, min_value=1, help_text=_VERSION)
    skills = None  # type: ignore[assignment]


class CopyData(serializers.Serializer[Any]):
    """What a copy of an agent is called."""

    slug = _Name(required=False)


class SkillData(serializers.ModelSerializer[SkillDefinition]):
    """A skill: the fields of SKILL.md, its instructions, and the other files of its folder by path."""

    allowed_tools = serializers.ListField(child=serializers.CharField())
    resources = serializers.DictField(child=serializers.CharField(), read_only=True)

    class Meta:
        model = SkillDefinition
        fields = (
            *("id", "slug", "description", "instructions", "allowed_tools", "resources", "version"),
            *("created_at", "updated_at"),
        )


class NewSkillData(serializers.Serializer[Any]):
    """What a skill is made of."""

    slug = _Name()
    description = StrictCharField(max_length=LONGEST_DESCRIPTION)
    instructions = _Text(required=False)
    allowed_tools = serializers.ListField(child=_Tool(), required=False, max_length=_MOST_NAMES)


class SkillChangeData(NewSkillData):
    """The fields of a skill to change."""

    version = StrictIntegerField(required=False, min_value=1, help_text=_VERSION)


class RunData(serializers.ModelSerializer[AgentRun]):
    """One run of an agent: `partial` did what could be done and says what is missing."""

    agent = serializers.CharField(source="agent.slug")

    class Meta:
        model = AgentRun
        fields = (
            *("id", "agent", "trigger", "conversation_id", "turn_id", "status", "method", "task", "output"),
            *("error", "started_at", "finished_at"),
        )


class AgentPage(serializers.Serializer[Any]):
    """Some of the agents. `next` is the cursor of the following page, or null."""

    next = serializers.CharField(allow_null=True)
    results = AgentData(many=True)


class SkillPage(serializers.Serializer[Any]):
    """Some of the skills. `next` is the cursor of the following page, or null."""

    next = serializers.CharField(allow_null=True)
    results = SkillData(many=True)


class RunPage(serializers.Serializer[Any]):
    """Some of the runs, newest first. `next` is the cursor of the following page, or null."""

    next = serializers.CharField(allow_null=True)
    results = RunData(many=True)
