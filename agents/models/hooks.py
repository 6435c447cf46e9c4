"""Addresses at which external programs start an agent, and the deliveries there."""

from django.db import models
from django.utils import timezone

from agents.models.definitions import AgentDefinition
from omniforge.storage.fields import EncryptedTextField
from omniforge.storage.ids import new_id
from omniforge.tenants.models import Tenant, User


class AgentHook(models.Model):
    """A secret address at which a delivery starts an agent. Only its hash is stored.

    With a `secret`, deliveries must be signed. `refusal` is why one was last refused, at `refused_at`.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="+")
    agent = models.ForeignKey(AgentDefinition, models.CASCADE, related_name="hooks")
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    name = EncryptedTextField()
    address_hash = models.CharField(max_length=64, unique=True)
    secret = EncryptedTextField(blank=True)
    enabled = models.BooleanField(default=True)
    refused_at = models.DateTimeField(null=True)
    refusal = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = "incoming web hook"

    def __str__(self) -> str:
        return str(self.id)


class HookDelivery(models.Model):
    """A delivery that started an agent. `key` is a hash of the sender's id for it, and makes it idempotent.

    `run_id` is that of the run, and of its turn. `size` is the body's size in bytes.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    hook = models.ForeignKey(AgentHook, models.CASCADE, related_name="deliveries")
    key = models.CharField(max_length=64, null=True)  # noqa: DJ001  several nulls are allowed
    run_id = models.UUIDField(db_index=True)
    size = models.PositiveIntegerField()
    received_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = "delivery"
        verbose_name_plural = "deliveries"
        constraints = [models.UniqueConstraint(fields=["hook", "key"], name="one_delivery_per_key")]
        indexes = [models.Index(fields=["hook", "-received_at"], name="deliveries_by_hook")]

    def __str__(self) -> str:
        return str(self.id)
