"""The search tables: passages of all objects in projects, and each tenant's key for blinding words."""

from django.db import models

from omniforge.projects.kinds import Kind
from omniforge.projects.models.projects import Project
from omniforge.storage.fields import EncryptedTextField
from omniforge.tenants.models import Tenant


class SearchKey(models.Model):
    """The HMAC key, in hexadecimal, for a tenant's words in the index."""

    tenant = models.OneToOneField(Tenant, models.CASCADE, primary_key=True, related_name="+")
    key = EncryptedTextField()

    def __str__(self) -> str:
        return f"search key of {self.tenant_id}"


class Passage(models.Model):
    """A part of a document, about 1,000 characters long, or the whole of an entity.

    `heading` is the thing's title and the headings above the passage, one per line. `version` is the version
    of the thing from which the passage was cut. `vector` is the passage's embedding by the model
    `embedded_by`, if it is stored here. `sentence_vectors` are the embeddings of its sentences, by the local
    model only. The database has its own index of the passages' blinded words, which migration 0002 creates.
    """

    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="+")
    project = models.ForeignKey(Project, models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=12, choices=[(kind.value, kind.value) for kind in Kind])
    entity_id = models.UUIDField()
    version = models.PositiveIntegerField()
    number = models.PositiveSmallIntegerField()
    embedded_by = models.CharField(max_length=80, blank=True)
    heading = EncryptedTextField()
    text = EncryptedTextField(blank=True)
    vector = EncryptedTextField(blank=True)
    sentence_vectors = EncryptedTextField(blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["entity_id", "version"], name="passages_of_thing"),
            models.Index(fields=["project", "embedded_by"], name="passages_by_embedding"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.entity_id} #{self.number}"
