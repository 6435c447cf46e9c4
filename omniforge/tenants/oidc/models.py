"""Accounts at issuers, by person."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from omniforge.storage.ids import new_id


class IssuerAccount(models.Model):
    """A person's account at the issuer, identified by `subject`, which never changes, not by address."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="issuer_accounts")
    issuer = models.CharField(max_length=500)
    subject = models.CharField(max_length=255)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["issuer", "subject"], name="one_issuer_account")]

    def __str__(self) -> str:
        return self.issuer
