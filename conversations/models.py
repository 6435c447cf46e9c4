"""Tables of conversations, messages, turns, summaries and search entries.

A turn takes two adjacent sequence numbers of its conversation when it is accepted: one for the user's message
and one for the answer. So either of them can be stored late and still has its place.
"""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from omniforge.projects.models import Project
from omniforge.storage.fields import EncryptedJSONField, EncryptedTextField
from omniforge.storage.ids import new_id
from omniforge.tenants.models import Tenant, User


class TitleSource(models.TextChoices):
    """Who wrote a title. The user's own is never replaced."""

    AUTO = "auto"
    USER = "user"


class Conversation(models.Model):
    """One conversation of one user."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="conversations")
    user = models.ForeignKey(User, models.CASCADE, related_name="conversations")
    title = EncryptedTextField(blank=True)
    title_source = models.CharField(max_length=4, choices=TitleSource.choices, default=TitleSource.AUTO)
    metadata = EncryptedJSONField(default=dict)
    # the hash of a program's name for it
    session_key = models.CharField(max_length=64, blank=True, default="")
    # the role string of the model that its person picked; empty: the workspace's
    model = models.CharField(max_length=120, blank=True, default="", db_default="")
    dialogue = EncryptedJSONField(default=dict)  # open questions (`agents.context.dialogue`)
    # the agent's knowledge, assumptions and expectations (`agents.memory.state`)
    agent_state = EncryptedJSONField(default=dict)
    state_version = models.PositiveIntegerField(default=0)
    # its focus, if one is chosen
    project = models.ForeignKey(Project, models.SET_NULL, null=True, related_name="conversations")
    focus_type = models.CharField(max_length=12, blank=True)  # and the object in it, if any
    focus_id = models.UUIDField(null=True)
    last_sequence = models.PositiveIntegerField(default=0)
    last_turn = models.PositiveIntegerField(default=0)
    pinned = models.BooleanField(default=False)
    archived_at = models.DateTimeField(null=True)
    deleted_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)  # the time of its last message, not of a rename

    class Meta:
        indexes = [
            models.Index(
                fields=["tenant", "user", "-updated_at", "-id"],
                name="conversations_newest",
                condition=Q(deleted_at=None),
            ),
            models.Index(
                fields=["tenant", "user", "-updated_at", "-id"],
                name="conversations_pinned",
                condition=Q(deleted_at=None, pinned=True),
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["tenant", "user", "session_key"],
                condition=Q(deleted_at=None) & ~Q(session_key=""),
                name="one_conversation_per_session",
            )
        ]

    def __str__(self) -> str:
        return str(self.id)


class MessageRole(models.TextChoices):
    """Who wrote a message."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"


class MessageStatus(models.TextChoices):
    """Whether a message is complete. `partial`: cut by a stop, a fault or a killed process, and kept so.
    `superseded`: replaced by a later answer to the same message, or by an edit."""

    COMPLETE = "complete"
    PARTIAL = "partial"
    SUPERSEDED = "superseded"


class Message(models.Model):
    """A message. Its sender creates its id, so that a repeat is the same message.

    `parent` is the question of an answer, and the replaced message of an edited one.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    conversation = models.ForeignKey(Conversation, models.CASCADE, related_name="messages")
    parent = models.ForeignKey("self", models.SET_NULL, null=True, related_name="answers")
    sequence = models.PositiveIntegerField()
    role = models.CharField(max_length=9, choices=MessageRole.choices)
    status = models.CharField(max_length=10, choices=MessageStatus.choices, default=MessageStatus.COMPLETE)
    content = EncryptedTextField()
    metadata = EncryptedJSONField(default=dict)
    token_count = models.PositiveIntegerField(default=0)
    sensitive = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["conversation", "sequence"], name="one_message_per_sequence")
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.sequence}"


class SearchEntry(models.Model):
    """A searchable text of a person: one message, or the title of one conversation.

    Database triggers create it with its message or title (`record.search.triggers`). Once it `is_indexed`,
    its words are blinded beside it. A changed text gets a new entry.
    """

    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="+", db_index=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    message = models.OneToOneField(Message, models.CASCADE, null=True, related_name="search_entry")
    conversation = models.OneToOneField(Conversation, models.CASCADE, null=True, related_name="search_entry")
    is_indexed = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index(
                fields=["tenant", "user", "id"], name="entries_waiting", condition=Q(is_indexed=False)
            )
        ]

    def __str__(self) -> str:
        return f"search entry {self.pk}"


class TurnStatus(models.TextChoices):
    """queued -> running -> one of the four end states. A queued turn may also be cancelled."""

    QUEUED = "queued"
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"


class Turn(models.Model):
    """One user message and its answer: its owner process, end and usage. It is also the audit row."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="turns")
    user = models.ForeignKey(User, models.CASCADE, related_name="turns")
    conversation = models.ForeignKey(Conversation, models.CASCADE, related_name="turns")
    number = models.PositiveIntegerField()
    status = models.CharField(max_length=11, choices=TurnStatus.choices, default=TurnStatus.QUEUED)
    # fencing token: grows with each claim; writes with an older one are refused
    fence = models.PositiveIntegerField(default=0)
    worker = models.CharField(max_length=80, blank=True)
    lease_until = models.DateTimeField(null=True)
    cancel_requested_at = models.DateTimeField(null=True)

    user_message = models.ForeignKey(Message, models.CASCADE, related_name="turns")
    answer_id = models.UUIDField(default=new_id)
    answer_sequence = models.PositiveIntegerField()
    partial_text = EncryptedTextField(blank=True)
    retry_of = models.ForeignKey("self", models.SET_NULL, null=True, related_name="retries")
    forced_action = models.CharField(max_length=20, blank=True)
    # the role string of the picked model; empty: the workspace's
    picked = models.CharField(max_length=120, blank=True, default="", db_default="")
    scopes = models.JSONField(null=True)  # of the API key that asked; None: all, as for a session

    action_type = models.CharField(max_length=20, blank=True)
    confidence = models.FloatField(null=True)
    method = models.CharField(max_length=10, blank=True)
    agent = models.CharField(max_length=64, blank=True)
    model = models.CharField(max_length=100, blank=True)  # that answered
    input_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    cost = models.DecimalField(max_digits=12, decimal_places=8, default=0)
    first_text_ms = models.PositiveIntegerField(null=True)
    duration_ms = models.PositiveIntegerField(null=True)
    error_code = models.CharField(max_length=40, blank=True)
    events = EncryptedJSONField(default=list)

    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["conversation"], condition=Q(status="running"), name="one_running_turn"
            ),
            models.UniqueConstraint(fields=["conversation", "number"], name="one_turn_per_number"),
        ]
        indexes = [
            # SQLite uses a partial index only for exactly the same term; running turns have a constraint.
            models.Index(fields=["conversation"], name="turns_queued", condition=Q(status="queued")),
            models.Index(fields=["tenant", "-created_at"], name="turns_by_tenant"),
        ]

    def __str__(self) -> str:
        return f"turn {self.number} of {self.conversation_id}"


class SummarySource(models.TextChoices):
    """Who wrote a summary."""

    MODEL = "model"
    RULES = "rules"
    PERSON = "person"


class Summary(models.Model):
    """A summary of the messages `covers_from` to `covers_to`, never changed.

    `facts` are names, ids, numbers, decisions and approvals. `carried` are messages kept verbatim because
    they have a fact found nowhere else. The newest version counts, or the one that is `pinned`.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    conversation = models.ForeignKey(Conversation, models.CASCADE, related_name="summaries")
    version = models.PositiveIntegerField()
    covers_from = models.PositiveIntegerField()
    covers_to = models.PositiveIntegerField()
    text = EncryptedTextField()
    facts = EncryptedJSONField(default=list)
    carried = EncryptedJSONField(default=list)
    prompt_hash = models.CharField(max_length=64, blank=True)
    source = models.CharField(max_length=6, choices=SummarySource.choices)
    model = models.CharField(max_length=100, blank=True)
    pinned = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["conversation", "version"], name="one_summary_per_version")
        ]

    def __str__(self) -> str:
        return f"summary {self.version} of {self.conversation_id}"


class ContextReceipt(models.Model):
    """The parts of a turn's context, what was left out and why, and the hash of the prompt."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    turn = models.OneToOneField(Turn, models.CASCADE, related_name="receipt")
    parts = EncryptedJSONField(default=list)
    left_out = EncryptedJSONField(default=list)
    tokens = models.PositiveIntegerField(default=0)
    budget = models.PositiveIntegerField(default=0)
    prompt_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"receipt of {self.turn_id}"


class IntentCorrection(models.Model):
    """A user's correction of an intent: a labelled example for the next evaluation."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="corrections")
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    turn = models.ForeignKey(Turn, models.CASCADE, related_name="corrections")
    example = EncryptedJSONField()
    understood = models.CharField(max_length=20)
    corrected = models.CharField(max_length=20)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["tenant", "-created_at"], name="corrections_by_tenant")]

    def __str__(self) -> str:
        return f"{self.understood} -> {self.corrected}"
