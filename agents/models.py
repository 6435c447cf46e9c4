"""The agents and skills that people of a tenant have built, and what running them gave."""

from django.db import models
from django.utils import timezone

from omniforge.fields import EncryptedJSONField, EncryptedTextField
from omniforge.ids import new_id
from omniforge.tenants.models import Tenant, User


class SkillDefinition(models.Model):
    """A reusable recipe, shaped like SKILL.md: name, description, instructions, the tools it may use."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="skills")
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    slug = models.SlugField(max_length=64)
    description = EncryptedTextField()
    instructions = EncryptedTextField(blank=True)
    allowed_tools = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "slug"], name="one_skill_per_slug")]

    def __str__(self) -> str:
        return self.slug


class AgentStatus(models.TextChoices):
    """Where an agent stands. Only an active one runs by schedule; an archived one is not listed."""

    DRAFT = "draft"
    ACTIVE = "active"
    PAUSED = "paused"
    ARCHIVED = "archived"


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
    schedule = models.CharField(max_length=80, blank=True)
    schedule_words = models.CharField(max_length=120, blank=True)
    skills = models.ManyToManyField(SkillDefinition, blank=True, related_name="agents")
    status = models.CharField(max_length=10, choices=AgentStatus.choices, default=AgentStatus.ACTIVE)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "slug"], name="one_agent_per_slug")]
        indexes = [models.Index(fields=["tenant", "status", "slug"], name="agents_by_tenant")]

    def __str__(self) -> str:
        return self.slug


class AgentVersion(models.Model):
    """What an agent was after one change. Written with the change, never altered."""

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


class RunStatus(models.TextChoices):
    """How a run stands; `partial` gave what rules can give and said what is missing."""

    RUNNING = "running"
    SUCCEEDED = "succeeded"
    PARTIAL = "partial"
    FAILED = "failed"
    CANCELLED = "cancelled"


class AgentRun(models.Model):
    """One execution of an agent. `turn_id` is the turn that asked for it; a run need not have one."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="runs")
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    agent = models.ForeignKey(AgentDefinition, models.CASCADE, related_name="runs")
    turn_id = models.UUIDField(null=True, db_index=True)
    status = models.CharField(max_length=10, choices=RunStatus.choices, default=RunStatus.RUNNING)
    method = models.CharField(max_length=10, blank=True)
    task = EncryptedTextField(blank=True)
    output = EncryptedTextField(blank=True)
    error = models.CharField(max_length=200, blank=True)
    started_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["tenant", "agent", "-started_at"], name="runs_by_agent")]

    def __str__(self) -> str:
        return f"{self.agent} at {self.started_at:%Y-%m-%d %H:%M}"
