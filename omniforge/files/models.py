"""Files that people attach and agents write. Their bytes are encrypted on disk."""

from django.db import models
from django.utils import timezone

from omniforge.storage.fields import EncryptedTextField
from omniforge.storage.ids import new_id
from omniforge.tenants.models import Tenant, User


class StoredFile(models.Model):
    """A file of one person: attached to a message, or written by a tool in a turn.

    `path` is relative to the folder of files. `size` is that of the plain bytes.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="files")
    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    turn_id = models.UUIDField(null=True, db_index=True)
    conversation_id = models.UUIDField(null=True, db_index=True)
    name = EncryptedTextField()
    media_type = models.CharField(max_length=120)
    size = models.PositiveBigIntegerField()
    sha256 = models.CharField(max_length=64)
    path = models.CharField(max_length=120)
    written_by_agent = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        app_label = "agents"  # its table was made there
        indexes = [models.Index(fields=["tenant", "user", "-created_at"], name="files_by_user")]

    def __str__(self) -> str:
        return str(self.id)


class DeletedFile(models.Model):
    """The name of a file that its person deleted, kept as long as a file without a conversation."""

    id = models.UUIDField(primary_key=True, editable=False)  # the file's
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="+")
    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    name = EncryptedTextField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        app_label = "agents"  # beside the files
        indexes = [models.Index(fields=["tenant", "created_at"], name="deleted_files_by_age")]

    def __str__(self) -> str:
        return str(self.id)
