"""What agents have done: runs, their plans, tool calls, and approvals."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from agents.models.definitions import AgentDefinition
from omniforge.storage.fields import EncryptedJSONField, EncryptedTextField
from omniforge.storage.ids import new_id
from omniforge.tenants.models import Tenant, User


class RunStatus(models.TextChoices):
    """The status of a run. `partial` means that rules did a part and said what is missing.

    A `waiting` run resumes with the answer to its question, or the decision on its approval.
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
    """One execution of an agent, or of the master agent itself if `agent` is null.

    `turn_id` is the turn that started it, if any. `state` is what another process needs to resume it.
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
        """Return the agent's name, or the site's for the master agent."""
        return self.agent.slug if self.agent else "OmniForge"


class CallStatus(models.TextChoices):
    """The status of a tool call. `refused`: not allowed, or a person said no.

    An irreversible call that was interrupted stays `running` if its outcome is unknown.
    """

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    REFUSED = "refused"


class ToolCallRecord(models.Model):
    """One call of a tool: the ledger of what was really done.

    Two calls with the same `idempotency_key` are one: the second gets the first one's result. `strangers`
    and `uploaded`: by its end the run had read text by a stranger, or of a file that the person uploaded.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="tool_calls")
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    run = models.ForeignKey(AgentRun, models.CASCADE, null=True, related_name="calls")
    turn_id = models.UUIDField(db_index=True)
    tool = models.CharField(max_length=120)
    effect = models.CharField(max_length=12)
    idempotency_key = models.CharField(max_length=120, null=True)  # noqa: DJ001  several nulls are allowed
    arguments = EncryptedJSONField(default=dict)
    result = EncryptedJSONField(default=dict)
    status = models.CharField(max_length=8, choices=CallStatus.choices, default=CallStatus.RUNNING)
    error = EncryptedTextField(blank=True)
    strangers = models.BooleanField(default=False)
    uploaded = models.BooleanField(default=False)
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
    """The status of an approval. It is decided once, and not after its expiry.

    It is replaced if the same is requested in other words before anybody has decided.
    """

    PENDING = "pending"
    APPROVED = "approved"
    REJECTED = "rejected"
    EXPIRED = "expired"
    REPLACED = "replaced"


class Approval(models.Model):
    """A call that waits for approval: what it would do, why, and its exact arguments.

    `signature` is that of the call as requested. The person may have edited `arguments` since. `subject` is
    shared by a call that corrects it.
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
        """Return the key that it shares with a replacement: tool and subject."""
        return f"{self.tool} {self.subject or self.what}"
