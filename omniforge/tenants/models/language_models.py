"""Connected language models, their roles, and the usage of calls."""

from django.db import models
from django.utils import timezone

from omniforge.storage.fields import EncryptedJSONField, EncryptedTextField
from omniforge.storage.ids import new_id
from omniforge.tenants.models.people import Tenant, User


class ModelConnection(models.Model):
    """A tenant's connection to one vendor's models, with the key and the vendor's listing."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="model_connections")
    slug = models.SlugField(max_length=30)  # used in role strings: 'openai-2:gpt-4o'
    vendor = models.CharField(max_length=20)
    name = models.CharField(max_length=80)
    address = EncryptedTextField(blank=True)
    key = EncryptedTextField(blank=True)
    model = models.CharField(max_length=80)
    listed = EncryptedJSONField(default=list)
    offered = models.JSONField(null=True)  # models that people may pick for a conversation; None: all
    tested_at = models.DateTimeField()
    failure = EncryptedTextField(blank=True)  # failure of the last test, or of a turn since; empty: none
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tenant", "slug"], name="one_model_connection_per_slug")
        ]

    def __str__(self) -> str:
        return self.name


class ModelChoice(models.Model):
    """The chosen model of a role in a tenant. Without a connection, the role has none."""

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
    """One model call with its purpose and cost. It is kept after its chat is erased."""

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
