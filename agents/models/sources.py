"""Sources: feeds, pages, mailboxes and files that agents check for news."""

from django.db import models
from django.utils import timezone

from omniforge.storage.fields import EncryptedJSONField, EncryptedTextField
from omniforge.storage.ids import new_id
from omniforge.tenants.models import Tenant, User


class Source(models.Model):
    """A place that agents check for news. Its `kind` is a module of `agents/tools/sources/kinds/`.

    `settings` say how it is reached. `seen` holds its newest items, and the state for the kind's next
    check. `error` is why the last check failed, since `failing_since`.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="sources")
    added_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    slug = models.SlugField(max_length=40)
    kind = models.CharField(max_length=20)
    settings = EncryptedJSONField(default=dict)
    seen = EncryptedJSONField(default=dict)
    error = EncryptedTextField(blank=True)
    failing_since = models.DateTimeField(null=True)
    checked_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "slug"], name="one_source_per_slug")]

    def __str__(self) -> str:
        return self.slug
