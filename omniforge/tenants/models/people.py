"""Who owns what. Every row of the site hangs on a Tenant; a person enters one through a Membership."""

from datetime import timedelta
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy

from omniforge.storage.fields import EncryptedJSONField, EncryptedTextField
from omniforge.storage.ids import new_id
from omniforge.tenants.oidc.models import IssuerAccount  # noqa: F401  # Django looks for its models here
from omniforge.tenants.second_factor.models import (  # noqa: F401  # Django looks for its models here
    AuthenticatorApp,
    Passkey,
    RecoveryCode,
)
from omniforge.tenants.user_agents import browser_name


class UserManager(BaseUserManager["User"]):
    """Makes users by their e-mail address; Django's own commands call these two."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """A person, known by e-mail. What they may do in a tenant is their Membership's role.

    Whoever followed an open invitation typed any address: theirs `is_proven` once they have read its mail.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    email = models.EmailField(unique=True)
    name = models.CharField(max_length=120, blank=True)
    language = models.CharField(max_length=12, blank=True, default="", db_default="")  # empty: the browser's
    is_active = models.BooleanField(default=True)
    is_proven = models.BooleanField(default=True, db_default=True)
    is_staff = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)

    USERNAME_FIELD = "email"
    objects: ClassVar[UserManager] = UserManager()

    def __str__(self) -> str:
        return self.name or self.email


class Tenant(models.Model):
    """A workspace: the border that no query crosses.

    With `documents_only` answers add nothing from a model's general knowledge. `catalogue_version` grows with
    each change of its agents, skills and projects, so that what was read of them is kept until then, and
    `models_version` with each change of its connected models.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    retention_days = models.PositiveIntegerField(default=90)
    time_zone = models.CharField(max_length=60, default="UTC")
    documents_only = models.BooleanField(default=False, db_default=False)
    requires_second_factor = models.BooleanField(default=False, db_default=False)
    catalogue_version = models.PositiveIntegerField(default=0)
    models_version = models.PositiveIntegerField(default=0, db_default=0)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = "workspace"

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """What a member may do, from most to least."""

    OWNER = "owner", gettext_lazy("Owner")
    ADMIN = "admin", gettext_lazy("Admin")
    MEMBER = "member", gettext_lazy("Member")
    AUDITOR = "auditor", gettext_lazy("Auditor")


class Membership(models.Model):
    """A person in a tenant, with a role there; `preferences` say in their words how they like answers."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.MEMBER)
    preferences = EncryptedTextField(blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "user"], name="one_membership_per_person")]

    def __str__(self) -> str:
        return f"{self.user} in {self.tenant} ({self.role})"


class Invitation(models.Model):
    """A link by which a person joins a tenant once. Only a hash of its token is kept."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="invitations")
    invited_by = models.ForeignKey(User, models.CASCADE, related_name="+")
    email = models.EmailField(blank=True)
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.MEMBER)
    token_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.role} of {self.tenant}"


class ApiKey(models.Model):
    """A key for programs that act as `user` in `tenant`. Shown once; only its hash is kept."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="api_keys")
    user = models.ForeignKey(User, models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=80)
    prefix = models.CharField(max_length=12)
    key_hash = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    expires_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = "API key"

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"


class BrowserSession(models.Model):
    """Where a person is signed in. Its id is that of Django's session row."""

    session = models.OneToOneField("sessions.Session", models.CASCADE, primary_key=True)
    user = models.ForeignKey(User, models.CASCADE, related_name="browser_sessions")
    user_agent = models.CharField(max_length=300, blank=True)
    seen_at = models.DateTimeField()  # to five minutes

    def __str__(self) -> str:
        return browser_name(self.user_agent)

    @property
    def is_in_use(self) -> bool:
        """True if it was used in the last minutes; `seen_at` is no more exact."""
        return timezone.now() - self.seen_at < timedelta(minutes=10)


class ModelConnection(models.Model):
    """Language models of one vendor that a tenant has connected, with the key and what the vendor listed.

    `slug` is how role strings call it ('openai-2:gpt-4o'). `failure` says what the last test found, or
    a turn since, and is empty where that went well. `offered` are the models that people may pick for a
    conversation; None: all.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="model_connections")
    slug = models.SlugField(max_length=30)
    vendor = models.CharField(max_length=20)
    name = models.CharField(max_length=80)
    address = EncryptedTextField(blank=True)
    key = EncryptedTextField(blank=True)
    model = models.CharField(max_length=80)
    listed = EncryptedJSONField(default=list)
    offered = models.JSONField(null=True)
    tested_at = models.DateTimeField()
    failure = EncryptedTextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tenant", "slug"], name="one_model_connection_per_slug")
        ]

    def __str__(self) -> str:
        return self.name


class ModelChoice(models.Model):
    """Which model plays a role in a tenant, where that was chosen. Without a connection none does."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="model_choices")
    role = models.CharField(max_length=10)
    connection = models.ForeignKey(ModelConnection, models.CASCADE, null=True, related_name="choices")
    model = models.CharField(max_length=80, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "role"], name="one_model_per_role")]

    def __str__(self) -> str:
        return f"{self.role}: {self.model}"


class UsageRecord(models.Model):
    """One model call: what it was for and what it cost. It outlives the chat that caused it."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="usage")
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    turn_id = models.UUIDField(null=True, db_index=True)
    purpose = models.CharField(max_length=10)
    provider = models.CharField(max_length=20)
    model = models.CharField(max_length=80)
    input_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    cost = models.DecimalField(max_digits=12, decimal_places=8, default=0)
    latency_ms = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["tenant", "-created_at"], name="usage_by_tenant")]

    def __str__(self) -> str:
        return f"{self.purpose}: {self.model}"


class AuditEntry(models.Model):
    """Something worth answering for: who did what to which thing, and the reason that they gave.

    `subject` is the person whose own things were looked at; they can see it on their account's page. People's
    ids outlive their accounts here, since an entry never changes. `number` and `hash` are its place in the
    tenant's chain; until it has one, `hash` is its signature.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, null=True, related_name="audit")
    user = models.ForeignKey(User, models.DO_NOTHING, null=True, related_name="+", db_constraint=False)
    subject = models.ForeignKey(User, models.DO_NOTHING, null=True, related_name="+", db_constraint=False)
    action = models.CharField(max_length=60)
    target_type = models.CharField(max_length=40, blank=True)
    target_id = models.CharField(max_length=60, blank=True)
    reason = EncryptedTextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    number = models.PositiveBigIntegerField(null=True)
    hash = models.CharField(max_length=64, default="")

    class Meta:
        verbose_name, verbose_name_plural = "audit log entry", "audit log entries"
        indexes = [
            models.Index(fields=["tenant", "-created_at"], name="audit_by_tenant"),
            models.Index(fields=["tenant"], name="audit_not_sealed", condition=Q(number=None)),
        ]
        constraints = [
            models.UniqueConstraint(fields=["tenant", "number"], name="audit_number"),
            models.UniqueConstraint(fields=["number"], name="audit_number_of_site", condition=Q(tenant=None)),
        ]

    def __str__(self) -> str:
        return self.action


class AuditHead(models.Model):
    """Where a tenant's audit chain ends: the number and hash of its newest entry, and a seal over both.

    Its id is the tenant's. It is no foreign key, so that it tells of entries that went with their tenant.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    number = models.PositiveBigIntegerField(default=0)
    last = models.CharField(max_length=64, default="")
    seal = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"{self.number} entries"


class AuditKey(models.Model):
    """The key of all audit chains, wrapped (`audit_key.py`)."""

    wrapped = models.TextField()

    def __str__(self) -> str:
        return "audit key"


class EncryptionCanary(models.Model):
    """One known value, stored at first start: when it does not open, the keys are wrong."""

    value = EncryptedTextField()

    def __str__(self) -> str:
        return "canary"
