"""Outside systems that a tenant has connected."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from omniforge.storage.fields import EncryptedJSONField, EncryptedTextField
from omniforge.storage.ids import new_id
from omniforge.tenants.models import Tenant


class McpTransport(models.TextChoices):
    """The transport of a Model Context Protocol server."""

    HTTP = "http"
    STDIO = "stdio"


class SignIn(models.TextChoices):
    """Who signs in to a server. `nobody`: it is open, or takes a key with each request."""

    NOBODY = "nobody"
    WORKSPACE = "workspace"  # an admin, for everyone
    PERSON = "person"  # each person


class McpServer(models.Model):
    """A server of the Model Context Protocol, whose tools are offered beside our own."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="mcp_servers")
    slug = models.SlugField(max_length=40)
    name = models.CharField(max_length=80, default="", blank=True)
    # its name in the directory of public servers
    known = models.CharField(max_length=40, default="", blank=True)
    transport = models.CharField(max_length=5, choices=McpTransport.choices, default=McpTransport.HTTP)
    settings = EncryptedJSONField(default=dict)  # address and headers, or command, arguments and environment
    sign_in = models.CharField(max_length=9, choices=SignIn.choices, default=SignIn.NOBODY)
    # our client registration and the server's metadata, as of the last sign-in
    registration = EncryptedJSONField(default=dict)
    tools = EncryptedJSONField(default=list)  # as last listed
    read_only = models.JSONField(default=list, blank=True)  # tools known to change nothing
    enabled = models.BooleanField(default=True)
    listed_at = models.DateTimeField(null=True)
    failure = EncryptedTextField(default="", blank=True)  # the last error; empty once it answers
    failed_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)
    grant: "McpGrant | None" = None  # the sign-in used now; not a column, set by the caller

    class Meta:
        verbose_name = "MCP server"
        constraints = [models.UniqueConstraint(fields=["tenant", "slug"], name="one_mcp_server_per_slug")]

    def __str__(self) -> str:
        return self.slug

    @property
    def title(self) -> str:
        """Return the name that people see."""
        return self.name or self.slug


class McpGrant(models.Model):
    """The tokens of a sign-in to a server, by a person or, without one, for the whole workspace.

    `registration` is the client that they were issued to. If they are refused, they are deleted and
    `ended_at` is set. Whoever renews them holds the lease `renewing_until`, because a refresh token may
    work only once.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="+")
    server = models.ForeignKey(McpServer, models.CASCADE, related_name="grants")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    tokens = EncryptedJSONField(default=dict)
    registration = EncryptedJSONField(default=dict)
    expires_at = models.DateTimeField(null=True)
    renewing_until = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = "MCP sign-in"
        constraints = [
            models.UniqueConstraint(fields=["server", "user"], name="one_mcp_grant_per_person"),
            models.UniqueConstraint(
                fields=["server"], condition=models.Q(user=None), name="one_mcp_grant_per_workspace"
            ),
        ]

    def __str__(self) -> str:
        return str(self.pk)


class McpSignIn(models.Model):
    """A pending sign-in. `flow` is what its answer is checked and redeemed with."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="+")
    server = models.ForeignKey(McpServer, models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    state_hash = models.CharField(max_length=64, unique=True)
    flow = EncryptedJSONField(default=dict)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = "begun MCP sign-in"

    def __str__(self) -> str:
        return str(self.pk)


class WebHook(models.Model):
    """An address that takes messages in the format of Slack's incoming web hooks.

    With a `secret`, messages are signed. `failure` is the last error, at `failed_at`.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="web_hooks")
    slug = models.SlugField(max_length=40)
    url = EncryptedTextField()
    secret = EncryptedTextField(blank=True)
    delivered_at = models.DateTimeField(null=True)
    failed_at = models.DateTimeField(null=True)
    failure = EncryptedTextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "slug"], name="one_web_hook_per_slug")]

    def __str__(self) -> str:
        return self.slug
