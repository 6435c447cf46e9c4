"""Tasks, goals, plans, milestones, risks and requirements: one table, distinguished by kind."""

from django.db import models
from django.utils import timezone

from omniforge.projects.kinds import ENTITY_KINDS
from omniforge.projects.models.projects import Project
from omniforge.storage.fields import EncryptedJSONField, EncryptedTextField
from omniforge.storage.ids import new_id
from omniforge.tenants.models import Tenant, User


class Entity(models.Model):
    """A task, goal, plan, milestone, risk or requirement. `RULES` defines states and `fields` by kind.

    `priority` is from 1, the most urgent, to 5.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="entities")
    project = models.ForeignKey(Project, models.CASCADE, related_name="entities")
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    kind = models.CharField(max_length=12, choices=[(kind.value, kind.value) for kind in ENTITY_KINDS])
    title = EncryptedTextField()
    description = EncryptedTextField(blank=True)
    state = models.CharField(max_length=12)
    priority = models.PositiveSmallIntegerField(null=True)
    due_on = models.DateField(null=True)
    fields = EncryptedJSONField(default=dict)
    version = models.PositiveIntegerField(default=1)
    completed_at = models.DateTimeField(null=True)
    deleted_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "entities"
        indexes = [
            models.Index(fields=["project", "kind", "-updated_at", "-id"], name="entities_newest"),
            models.Index(fields=["tenant", "kind", "due_on"], name="entities_due"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"
