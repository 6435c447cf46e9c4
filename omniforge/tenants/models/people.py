"""Tenants, people, memberships, invitations and browser sessions."""

from datetime import timedelta
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

from omniforge.storage.fields import EncryptedTextField
from omniforge.storage.ids import new_id
from omniforge.tenants.user_agents import browser_name


class UserManager(BaseUserManager["User"]):
    """Creates users by e-mail address. Django's own commands call these two methods."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """A person, known by e-mail. Their permissions in a tenant are their Membership's role.

    After an open invitation the address is whatever they typed. It `is_proven` once they read its mail.
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
    """A workspace: no query crosses its boundary."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    retention_days = models.PositiveIntegerField(default=90)
    time_zone = models.CharField(max_length=60, default="UTC")
    # answers add nothing from a model's general knowledge
    documents_only = models.BooleanField(default=False, db_default=False)
    requires_second_factor = models.BooleanField(default=False, db_default=False)
    # grows with each change of agents, skills and projects: invalidates caches
    catalogue_version = models.PositiveIntegerField(default=0)
    # grows with each change of its connected models
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
    """A person in a tenant, with a role there. `preferences` on answers are in their own words."""

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
    """A link by which a person joins a tenant once. Only a hash of its token is stored."""

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


class BrowserSession(models.Model):
    """A browser in which a person is signed in. Its id is that of Django's session row."""

    session = models.OneToOneField("sessions.Session", models.CASCADE, primary_key=True)
    user = models.ForeignKey(User, models.CASCADE, related_name="browser_sessions")
    user_agent = models.CharField(max_length=300, blank=True)
    seen_at = models.DateTimeField()  # accurate to five minutes

    def __str__(self) -> str:
        return browser_name(self.user_agent)

    @property
    def is_in_use(self) -> bool:
        """True if it was used within the accuracy of `seen_at`."""
        return timezone.now() - self.seen_at < timedelta(minutes=10)
