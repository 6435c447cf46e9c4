"""The web hooks of a workspace. Their addresses are secrets: whoever knows one can write to the channel."""

from urllib.parse import urlsplit

from django.db.models import QuerySet

from agents.definitions.selectors import get_row
from agents.models import WebHook
from omniforge.errors import NotFound
from omniforge.storage.prepared import Given, PreparedRows
from omniforge.storage.together import Question
from omniforge.tenants.access import Access

_names = PreparedRows(
    lambda: WebHook.objects.filter(tenant_id=Given("tenant_id")).order_by("slug").values_list("slug")
)


def list_web_hooks(access: Access) -> QuerySet[WebHook]:
    """Return the workspace's web hooks, sorted by name."""
    return WebHook.objects.filter(tenant_id=access.tenant_id).order_by("slug")


def query_web_hooks(access: Access) -> Question[list[str]]:
    """Ask for the names of the workspace's web hooks, sorted."""
    return Question(_names, lambda rows: [slug for (slug,) in rows], tenant_id=access.tenant_id)


def list_web_hook_names(access: Access) -> list[str]:
    """Return the names of the workspace's web hooks, sorted."""
    return query_web_hooks(access).answer


def get_web_hook(access: Access, web_hook: str) -> WebHook:
    """Return a web hook by its name or id. Raises NotFound that lists the existing ones."""
    hooks = list_web_hooks(access)
    try:
        return get_row(hooks, web_hook)
    except NotFound as error:
        raise NotFound(_which(list_web_hook_names(access))) from error


def masked_address(hook: WebHook) -> str:
    """Return a web hook's address without its secret part, for display."""
    parts = urlsplit(hook.url)
    return f"{parts.scheme}://{parts.netloc}/…"


def _which(names: list[str]) -> str:
    if not names:
        return "This workspace has no web hook yet. An owner or admin can add one in its settings."
    return f"There is no such web hook here. Those that are: {', '.join(names)}."
