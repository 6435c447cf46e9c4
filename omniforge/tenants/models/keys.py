"""API keys, the audit key, and the canary for the site's own keys."""

from django.db import models
from django.utils import timezone

from omniforge.storage.fields import EncryptedTextField
from omniforge.storage.ids import new_id
from omniforge.tenants.models.people import Tenant, User


class ApiKey(models.Model):
    """A key for programs that act as `user` in `tenant`. Shown once. Only its hash is stored."""

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


class AuditKey(models.Model):
    """The key of all audit chains, wrapped (`audit_key.py`)."""

    wrapped = models.TextField()

    def __str__(self) -> str:
        return "audit key"


class EncryptionCanary(models.Model):
    """One known value, stored at first start: if it can't be decrypted, the keys are wrong."""

    value = EncryptedTextField()

    def __str__(self) -> str:
        return "canary"
