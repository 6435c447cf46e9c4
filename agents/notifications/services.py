"""What changes the web hooks of a workspace: owners and admins do, and each change is audited with it."""

from django.db import IntegrityError, transaction

from agents.definitions.validation import check_name
from agents.models import WebHook
from agents.notifications.selectors import get_web_hook, masked
from omniforge.errors import Conflict, InvalidInput
from omniforge.tenants import audit
from omniforge.tenants.access import Access

LONGEST_NAME = 40
LONGEST_URL = 2_000


def add_web_hook(*, access: Access, slug: str, url: str) -> WebHook:
    """Add a web hook; `url` takes messages as Slack's incoming web hooks do.

    Its host is looked up first, for two seconds at most. Raises NotAllowed, InvalidInput by field, and
    Conflict if the name is taken.
    """
    access.require_administrator()
    slug, url = check_name(slug, longest=LONGEST_NAME), url.strip()
    _check_url(url)
    try:
        with transaction.atomic():
            hook = WebHook.objects.create(tenant_id=access.tenant_id, slug=slug, url=url)
            _note(access, "web_hook.added", hook)
    except IntegrityError as error:
        raise Conflict(f"There is a web hook {slug} already. Choose another name.") from error
    return hook


@transaction.atomic
def remove_web_hook(*, access: Access, web_hook: str) -> None:
    """Remove a web hook, by its name or id. Raises NotFound, and NotAllowed."""
    access.require_administrator()
    hook = get_web_hook(access, web_hook)
    _note(access, "web_hook.removed", hook)
    hook.delete()


def _check_url(url: str) -> None:
    """Refuse what the guard would refuse when a message is sent, as far as that can be seen now."""
    from omniforge.net import RequestRefused, check_saved  # loads the HTTP client

    if len(url) > LONGEST_URL:
        raise InvalidInput.of("url", f"An address has at most {LONGEST_URL:,} characters.")
    try:
        check_saved(url)
    except RequestRefused as error:
        raise InvalidInput.of("url", error.message) from error


def _note(access: Access, action: str, hook: WebHook) -> None:
    audit.record(access=access, action=action, target=hook, reason=f"{hook.slug}: {masked(hook)}")
