"""The second factors of a person."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from omniforge.storage.fields import EncryptedTextField
from omniforge.storage.ids import new_id


class AuthenticatorApp(models.Model):
    """An authenticator app, confirmed by a code. `last_step` is the time step of the last used code."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="authenticator_app"
    )
    secret = EncryptedTextField()
    last_step = models.PositiveBigIntegerField(default=0)
    confirmed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return "Authenticator app"


class RecoveryCode(models.Model):
    """A code that works once, for a person whose app or key is lost. Only its hash is stored."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="recovery_codes")
    code_hash = models.CharField(max_length=64)
    used_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "code_hash"], name="one_recovery_code")]

    def __str__(self) -> str:
        return "Recovery code"


class Passkey(models.Model):
    """The public key of a person's device or security key (WebAuthn).

    It works only at `host`. `credential` is the data from the device.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="passkeys")
    name = models.CharField(max_length=80)
    host = models.CharField(max_length=253)
    credential_id = models.CharField(max_length=1400, unique=True)
    credential = models.BinaryField()
    uses = models.PositiveBigIntegerField(default=0)  # the device's signature counter; many always send 0
    last_used_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name
