"""The agents and skills that a tenant's people have built, and their earlier versions."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from omniforge.storage.fields import EncryptedJSONField, EncryptedTextField
from omniforge.storage.ids import new_id
from omniforge.tenants.models import Tenant, User


class SkillDefinition(models.Model):
    """A reusable recipe, shaped like SKILL.md: name, description, instructions, the tools it may use.

    `resources` are the other files of its folder: their text by their path.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="skills")
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    slug = models.SlugField(max_length=64)
    description = EncryptedTextField()
    instructions = EncryptedTextField(blank=True)
    allowed_tools = models.JSONField(default=list, blank=True)
    resources = EncryptedJSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = "skill"
        constraints = [models.UniqueConstraint(fields=["tenant", "slug"], name="one_skill_per_slug")]

    def __str__(self) -> str:
        return self.slug


class SkillVersion(models.Model):
    """A skill after one change. Written with the change, never altered."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    skill = models.ForeignKey(SkillDefinition, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    snapshot = EncryptedJSONField()
    changed_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["skill", "number"], name="one_row_per_skill_version")]

    def __str__(self) -> str:
        return f"{self.skill} v{self.number}"


class AgentStatus(models.TextChoices):
    """The status of an agent. Only an active one runs on schedule. An archived one isn't listed."""

    DRAFT = "draft"
    ACTIVE = "active"
    PAUSED = "paused"
    ARCHIVED = "archived"


class MissedRuns(models.TextChoices):
    """What happens to runs that were missed, for example while the site was down."""

    SKIP = "skip"
    RUN_ONCE = "run_once"


class Overlap(models.TextChoices):
    """What happens to a scheduled run while the previous one is still running."""

    SKIP = "skip"
    QUEUE = "queue"


THIS_WORKSPACE = "this workspace"  # an agent's source other than an outside system
A_SOURCE = "source "  # precedes the name of a source that an agent reads
_HERE, _OWN_CHAT = "this chat", "its own chat"  # the second is where scheduled runs answer


def where_to(destination: str = _HERE, *, scheduled: bool) -> str:
    """Return where an agent's results go, in words."""
    here = _OWN_CHAT if scheduled else _HERE
    return ", ".join(here if one == _HERE else one for one in destination.split(", "))


class AgentDefinition(models.Model):
    """A standing agent: one sentence (purpose, source, what, when, where to) and its instructions."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="agents")
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    slug = models.SlugField(max_length=64)
    description = EncryptedTextField()
    instructions = EncryptedTextField(blank=True)
    source = EncryptedTextField(blank=True)
    subject = EncryptedTextField(blank=True)
    destination = EncryptedTextField(blank=True)
    # iCalendar lines RRULE, DTSTART and EXDATE, in the tenant's zone (`schedules/`); empty: on demand
    schedule = models.CharField(max_length=1000, blank=True)
    schedule_words = models.CharField(max_length=400, blank=True)
    missed_runs = models.CharField(max_length=10, choices=MissedRuns.choices, default=MissedRuns.RUN_ONCE)
    overlap = models.CharField(max_length=10, choices=Overlap.choices, default=Overlap.SKIP)
    retries = models.PositiveSmallIntegerField(default=1)
    next_run_at = models.DateTimeField(null=True)  # when it is due
    last_run_at = models.DateTimeField(null=True)
    conversation_id = models.UUIDField(null=True)  # of its scheduled runs
    # prompts to try changes on
    examples = EncryptedJSONField(default=list, blank=True)
    # names and groups beyond those of its skills (`allowed.py`)
    tools = models.JSONField(default=list, blank=True)
    published = models.BooleanField(default=False)
    skills = models.ManyToManyField(SkillDefinition, blank=True, related_name="agents")
    status = models.CharField(max_length=10, choices=AgentStatus.choices, default=AgentStatus.ACTIVE)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = "agent"
        constraints = [models.UniqueConstraint(fields=["tenant", "slug"], name="one_agent_per_slug")]
        indexes = [
            models.Index(fields=["tenant", "status", "slug"], name="agents_by_tenant"),
            models.Index(fields=["next_run_at"], name="agents_due", condition=Q(status="active")),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def where_to(self) -> str:
        """Return where its results go, in words."""
        return where_to(self.destination, scheduled=bool(self.schedule))

    @property
    def reads_by_itself(self) -> bool:
        """Return whether it reads the workspace or sources, instead of getting its input with each task."""
        return str(self.source) == THIS_WORKSPACE or self.reads_source

    @property
    def reads_source(self) -> bool:
        """Return whether it reports what is new in a source."""
        return str(self.source).startswith(A_SOURCE)


class AgentVersion(models.Model):
    """An agent after one change. Written with the change, never altered."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    agent = models.ForeignKey(AgentDefinition, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    snapshot = EncryptedJSONField()
    changed_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["agent", "number"], name="one_row_per_agent_version")]

    def __str__(self) -> str:
        return f"{self.agent} v{self.number}"
