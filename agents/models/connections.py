"""The outside systems that a tenant has connected."""

from django.db import models
from django.utils import timezone

from omniforge.storage.fields import EncryptedJSONField, EncryptedTextField
from omniforge.storage.ids import new_id
from omniforge.tenants.models import Tenant


class McpTransport(models.TextChoices):
    """How a server of the Model Context Protocol is spoken to."""

    HTTP = "http"
    STDIO = "stdio"


class McpServer(models.Model):
    """A server of the Model Context Protocol, whose tools are offered beside our own.

    `settings` are its address and headers, or its command, arguments and environment. `tools` is what it
    listed when it was last asked. `read_only` names those tools that are known to change nothing.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="mcp_servers")
    slug = models.SlugField(max_length=40)
    transport = models.CharField(max_length=5, choices=McpTransport.choices, default=McpTransport.HTTP)
    settings = EncryptedJSONField(default=dict)
    tools = EncryptedJSONField(default=list)
    read_only = models.JSONField(default=list, blank=True)
    enabled = models.BooleanField(default=True)
    listed_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = "MCP server"
        constraints = [models.UniqueConstraint(fields=["tenant", "slug"], name="one_mcp_server_per_slug")]

    def __str__(self) -> str:
        return self.slug


class WebHook(models.Model):
    """An address that takes messages shaped like Slack's incoming web hooks."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(Tenant, models.CASCADE, related_name="web_hooks")
    slug = models.SlugField(max_length=40)
    url = EncryptedTextField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "slug"], name="one_web_hook_per_slug")]

    def __str__(self) -> str:
        return self.slug
