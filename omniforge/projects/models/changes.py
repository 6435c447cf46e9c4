"""The history of everything in a project: one row per change, which describes and undoes it."""

from django.db import models
from django.utils import timezone

from omniforge.projects.models.projects import Project
from omniforge.storage.fields import EncryptedJSONField, EncryptedTextField
from omniforge.storage.ids import new_id
from omniforge.tenants.models import Tenant, User


class Action(models.TextChoices):
    """What was done to a thing."""

    CREATE = "create"
    UPDATE = "update"
    MOVE = "move"
    DELETE = "delete"
    RESTORE = "restore"


class Version(models.Model):
    """One change of one thing: `patch` leads to version `number` of it, `inverse` back (RFC 6902).

    `batch` identifies the call that made it together with others, `turn_id` the turn of that call. `place` is
    a document's former place in the tree: {parent, position}.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="versions")
    project = models.ForeignKey(Project, models.CASCADE, related_name="versions")
    changed_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    batch = models.UUIDField()
    turn_id = models.UUIDField(null=True)
    entity_type = models.CharField(max_length=12)
    entity_id = models.UUIDField()
    number = models.PositiveIntegerField()
    action = models.CharField(max_length=7, choices=Action.choices)
    name = EncryptedTextField()
    patch = EncryptedJSONField(default=list)
    inverse = EncryptedJSONField(default=list)
    place = EncryptedJSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entity_id", "entity_type", "number"], name="one_row_per_version_of_a_thing"
            )
        ]
        indexes = [
            models.Index(fields=["project", "-id"], name="versions_newest"),
            models.Index(
                fields=["turn_id"], name="versions_of_turn", condition=models.Q(turn_id__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.entity_type} v{self.number}"
