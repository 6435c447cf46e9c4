"""Links between the objects of a project."""

from uuid import UUID

from django.db import models
from django.utils import timezone

from omniforge.projects.kinds import Kind, Relation
from omniforge.projects.models.projects import Project
from omniforge.storage.ids import new_id
from omniforge.tenants.models import Tenant, User

_KINDS = [(kind.value, kind.value) for kind in Kind]


class Edge(models.Model):
    """One link, stored once and read from both ends. It is deleted with either end."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="edges")
    project = models.ForeignKey(Project, models.CASCADE, related_name="edges")
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    source_kind = models.CharField(max_length=12, choices=_KINDS)
    source_id = models.UUIDField()
    relation = models.CharField(max_length=14, choices=[(one.value, one.value) for one in Relation])
    target_kind = models.CharField(max_length=12, choices=_KINDS)
    target_id = models.UUIDField()
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["source_id", "relation", "target_id"], name="one_edge_per_relation"
            )
        ]
        indexes = [
            models.Index(fields=["project", "source_id"], name="edges_by_source"),
            models.Index(fields=["project", "target_id"], name="edges_by_target"),
        ]

    def __str__(self) -> str:
        return f"{self.source_kind} {self.relation} {self.target_kind}"

    def other_end(self, thing_id: UUID) -> tuple[Kind, UUID]:
        """Return the end opposite to `thing_id`."""
        if self.source_id == thing_id:
            return Kind(self.target_kind), self.target_id
        return Kind(self.source_kind), self.source_id
