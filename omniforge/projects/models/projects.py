"""Projects with the tree of their documents."""

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone

from omniforge.storage.fields import EncryptedTextField
from omniforge.storage.ids import new_id
from omniforge.tenants.models import Tenant, User


class ProjectState(models.TextChoices):
    """The state of a project."""

    PLANNING = "planning"
    ACTIVE = "active"
    PAUSED = "paused"
    COMPLETED = "completed"
    CANCELLED = "cancelled"


def empty_structure() -> dict[str, Any]:
    """Return the tree of a project without documents."""
    return {"version": 1, "root": []}


class Project(models.Model):
    """A piece of work of the workspace, open to all of its members.

    `doc_structure` is the hierarchy of its documents: {version, root: [{id, order, children}]} (seed 003,
    section 9.1). `changes` grows with each change of anything in it, which invalidates caches.
    `meaning_search` allows a model to embed its contents.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="projects")
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    name = EncryptedTextField()
    description = EncryptedTextField(blank=True)
    state = models.CharField(max_length=10, choices=ProjectState.choices, default=ProjectState.ACTIVE)
    doc_structure = models.JSONField(default=empty_structure)
    version = models.PositiveIntegerField(default=1)
    changes = models.PositiveIntegerField(default=0)
    meaning_search = models.BooleanField(default=False)
    deleted_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [
            models.Index(
                fields=["tenant", "-updated_at", "-id"], name="projects_newest", condition=Q(deleted_at=None)
            )
        ]

    def __str__(self) -> str:
        return str(self.id)
