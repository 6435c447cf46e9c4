"""Audit entries, in a chain that reveals changed or missing ones."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from omniforge.storage.fields import EncryptedTextField
from omniforge.storage.ids import new_id
from omniforge.tenants.models.people import Tenant, User


class AuditEntry(models.Model):
    """An accountable action: who did what to what, and the given reason.

    `subject` is the person whose own data was read. They can see that on their account's page. People's
    ids outlive their accounts here, since an entry never changes. `through` is the id of the turn in which it
    was done, or BY_HAND; empty for what the site itself did, and for entries older than the field. `number`
    and `hash` are its place in the tenant's chain. Until it has one, `hash` is its signature.
    """

    BY_HAND = "hand"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, null=True, related_name="audit")
    user = models.ForeignKey(User, models.DO_NOTHING, null=True, related_name="+", db_constraint=False)
    subject = models.ForeignKey(User, models.DO_NOTHING, null=True, related_name="+", db_constraint=False)
    action = models.CharField(max_length=60)
    target_type = models.CharField(max_length=40, blank=True)
    target_id = models.CharField(max_length=60, blank=True)
    reason = EncryptedTextField(blank=True)
    through = models.CharField(max_length=36, blank=True, default="", db_default="")
    created_at = models.DateTimeField(default=timezone.now)
    number = models.PositiveBigIntegerField(null=True)
    hash = models.CharField(max_length=64, default="")

    class Meta:
        verbose_name, verbose_name_plural = "audit log entry", "audit log entries"
        indexes = [
            models.Index(fields=["tenant", "-created_at"], name="audit_by_tenant"),
            models.Index(fields=["tenant"], name="audit_not_sealed", condition=Q(number=None)),
            models.Index(
                fields=["tenant", "-created_at"], name="audit_deeds", condition=~Q(action="tool.called")
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["tenant", "number"], name="audit_number"),
            models.UniqueConstraint(fields=["number"], name="audit_number_of_site", condition=Q(tenant=None)),
        ]

    def __str__(self) -> str:
        return self.action


class AuditHead(models.Model):
    """The head of a tenant's audit chain: number and hash of its newest entry, and a seal over both.

    Its id is the tenant's, without a foreign key, so that it survives entries deleted with their tenant.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    number = models.PositiveBigIntegerField(default=0)
    last = models.CharField(max_length=64, default="")
    seal = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"{self.number} entries"
