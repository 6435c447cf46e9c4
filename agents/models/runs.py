"""What agents have done: runs, their plans, the tools they called, and what waited for a person's word."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from agents.models.definitions import AgentDefinition
from omniforge.storage.fields import EncryptedJSONField, EncryptedTextField
from omniforge.storage.ids import new_id
from omniforge.tenants.models import Tenant, User


class RunStatus(models.TextChoices):
    """How a run stands; `partial` gave what rules can give and said what is missing.

    A `waiting` run goes on with the answer to its question, or with the decision on its approval.
    """

    RUNNING = "running"
    WAITING = "waiting"
    SUCCEEDED = "succeeded"
    PARTIAL = "partial"
    FAILED = "failed"
    CANCELLED = "cancelled"


class RunTrigger(models.TextChoices):
    """Why a run began."""

    CHAT = "chat"
    SCHEDULE = "schedule"
    API = "api"
    TRIAL = "trial"
    DRY_RUN = "dry_run", "dry run"
    WEB_HOOK = "web_hook", "web hook"


class AgentRun(models.Model):
    """One execution of an agent, or of the master agent itself where `agent` is null.

    `turn_id` is the turn that asked for it; a run need not have one. `state` is what a waiting run needs to
    go on: it is enough to do so in another process.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="runs")
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    agent = models.ForeignKey(AgentDefinition, models.CASCADE, null=True, related_name="runs")
    trigger = models.CharField(max_length=10, choices=RunTrigger.choices, default=RunTrigger.CHAT)
    conversation_id = models.UUIDField(null=True)
    turn_id = models.UUIDField(null=True, db_index=True)
    status = models.CharField(max_length=10, choices=RunStatus.choices, default=RunStatus.RUNNING)
    method = models.CharField(max_length=10, blank=True)
    task = EncryptedTextField(blank=True)
    output = EncryptedTextField(blank=True)
    state = EncryptedJSONField(default=dict)
    error = models.CharField(max_length=200, blank=True)
    started_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["tenant", "-started_at", "-id"], name="runs_by_tenant"),
            models.Index(fields=["tenant", "agent", "-started_at", "-id"], name="runs_by_agent"),
            models.Index(
                fields=["tenant", "-started_at", "-id"],
                name="runs_of_agents",
                condition=models.Q(agent__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.worker_name} at {self.started_at:%Y-%m-%d %H:%M}"

    @property
    def worker_name(self) -> str:
        """The agent's name, or that of the site, whose master agent did it itself."""
        return self.agent.slug if self.agent else "OmniForge"


class CallStatus(models.TextChoices):
    """How a tool call stands. `refused`: it may not be made, or a person said no.

    One that was broken off and cannot be undone stays `running` where nobody knows whether it happened.
    """

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    REFUSED = "refused"


class ToolCallRecord(models.Model):
    """One call of a tool: the ledger of what was really done.

    Two calls with the same `idempotency_key` are one: the second gets the result of the first. `strangers`:
    by its end the run had read what a stranger wrote.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="tool_calls")
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    run = models.ForeignKey(AgentRun, models.CASCADE, null=True, related_name="calls")
    turn_id = models.UUIDField(db_index=True)
    tool = models.CharField(max_length=120)
    effect = models.CharField(max_length=12)
    idempotency_key = models.CharField(max_length=120, null=True)  # noqa: DJ001  null is not unique
    arguments = EncryptedJSONField(default=dict)
    result = EncryptedJSONField(default=dict)
    status = models.CharField(max_length=8, choices=CallStatus.choices, default=CallStatus.RUNNING)
    error = EncryptedTextField(blank=True)
    strangers = models.BooleanField(default=False)
    duration_ms = models.PositiveIntegerField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = "tool call"
        constraints = [
            models.UniqueConstraint(
                fields=["tenant", "idempotency_key"],
                name="one_call_per_key",
                condition=Q(idempotency_key__isnull=False),
            )
        ]
        indexes = [models.Index(fields=["tenant", "-created_at"], name="tool_calls_by_tenant")]

    def __str__(self) -> str:
        return f"{self.tool}: {self.status}"


class ApprovalStatus(models.TextChoices):
    """How an approval stands; it is decided once, and cannot be after its expiry.

    It is replaced if the same is asked for again in other words before anybody has decided.
    """

    PENDING = "pending"
    APPROVED = "approved"
    REJECTED = "rejected"
    EXPIRED = "expired"
    REPLACED = "replaced"


class Approval(models.Model):
    """A call that waits for a person's word: what it would do, why, and with exactly which arguments.

    `signature` is that of the call as it was asked for; the person may have edited `arguments` since.
    `subject` is what stays the same in a call that corrects it.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="approvals")
    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    run = models.ForeignKey(AgentRun, models.CASCADE, related_name="approvals")
    turn_id = models.UUIDField(db_index=True)
    signature = models.CharField(max_length=64)
    tool = models.CharField(max_length=120)
    what = EncryptedTextField()
    subject = EncryptedTextField(blank=True)
    why = EncryptedTextField(blank=True)
    arguments = EncryptedJSONField(default=dict)
    status = models.CharField(max_length=8, choices=ApprovalStatus.choices, default=ApprovalStatus.PENDING)
    expires_at = models.DateTimeField()
    decided_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [
            models.Index(fields=["tenant", "user", "-created_at"], name="approvals_by_user"),
            models.Index(fields=["run", "signature"], name="approvals_of_call"),
        ]

    def __str__(self) -> str:
        return f"{self.tool}: {self.status}"

    @property
    def identity(self) -> str:
        """What it has in common with a call that takes its place: tool and subject."""
        return f"{self.tool} {self.subject or self.what}"
