"""Documents of projects."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from omniforge.projects.models.projects import Project
from omniforge.storage.fields import EncryptedTextField
from omniforge.storage.ids import new_id
from omniforge.tenants.models import Tenant, User


class DocumentRole(models.TextChoices):
    """A document's role in its project. `context` is its anchor: purpose and scope in a person's words."""

    CONTEXT = "context"
    PLAIN = "plain"


class Document(models.Model):
    """A text in Markdown. Its place is stored in its project's tree. `content_length` is in characters."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="documents")
    project = models.ForeignKey(Project, models.CASCADE, related_name="documents")
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    role = models.CharField(max_length=7, choices=DocumentRole.choices, default=DocumentRole.PLAIN)
    title = EncryptedTextField()
    description = EncryptedTextField(blank=True)
    content = EncryptedTextField(blank=True)
    content_length = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)
    deleted_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project"],
                condition=Q(role="context", deleted_at=None),
                name="one_context_document",
            )
        ]
        indexes = [models.Index(fields=["project", "-updated_at", "-id"], name="documents_newest")]

    def __str__(self) -> str:
        return str(self.id)
