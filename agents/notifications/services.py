"""Changes to a workspace's web hooks, by owners and admins. Each is audited in its transaction."""

import logging

from django.db import DatabaseError, IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext

from agents.definitions.validation import check_name
from agents.models import WebHook
from agents.notifications.selectors import get_web_hook, masked_address
from omniforge.errors import Conflict, InvalidInput
from omniforge.tenants import audit
from omniforge.tenants.access import Access
from omniforge.web.signatures import new_secret

logger = logging.getLogger(__name__)
LONGEST_NAME = 40
LONGEST_URL = 2_000


def add_web_hook(*, access: Access, slug: str, url: str) -> WebHook:
    """Add a web hook. `url` takes messages like Slack's incoming web hooks, signed with the hook's secret.

    Resolves its host first, within two seconds. Raises NotAllowed, InvalidInput by field, and Conflict if
    the name is taken.
    """
    access.require_administrator()
    slug, url = check_name(slug, longest=LONGEST_NAME), url.strip()
    _check_url(url)
    try:
        with transaction.atomic():
            own = {"tenant_id": access.tenant_id, "secret": new_secret()}
            hook = WebHook.objects.create(**own, slug=slug, url=url)
            _note(access, "web_hook.added", hook)
    except IntegrityError as error:
        raise Conflict(
            gettext("There is a web hook %(slug)s already. Choose another name.") % {"slug": slug}
        ) from error
    return hook


@transaction.atomic
def renew_secret(*, access: Access, web_hook: str) -> WebHook:
    """Replace a web hook's secret. The old one signs nothing any more. Raises NotFound and NotAllowed."""
    access.require_administrator()
    hook = get_web_hook(access, web_hook)
    hook.secret = new_secret()
    hook.save(update_fields=["secret"])
    _note(access, "web_hook.secret_renewed", hook)
    return hook


@transaction.atomic
def remove_web_hook(*, access: Access, web_hook: str) -> None:
    """Remove a web hook, by its name or id. Raises NotFound and NotAllowed."""
    access.require_administrator()
    hook = get_web_hook(access, web_hook)
    _note(access, "web_hook.removed", hook)
    hook.delete()


def record_outcome(hook: WebHook, failure: str = "") -> None:
    """Record a successful delivery, or a failure and its reason. Never fails itself."""
    now = timezone.now()
    changed = {"failed_at": now, "failure": failure} if failure else {"delivered_at": now}
    try:
        WebHook.objects.filter(pk=hook.pk).update(**changed)
    except DatabaseError as error:
        logger.warning("web hook %s: an outcome is not noted: %s", hook.pk, type(error).__name__)


def _check_url(url: str) -> None:
    """Refuse an address that the SSRF filter would refuse later, as far as is known now."""
    from omniforge.net import RequestRefused, check_saved  # loads the HTTP client

    if len(url) > LONGEST_URL:
        raise InvalidInput.of(
            "url",
            gettext("An address has at most %(longest)s characters.") % {"longest": f"{LONGEST_URL:,}"},
        )
    try:
        check_saved(url)
    except RequestRefused as error:
        raise InvalidInput.of("url", error.message) from error


def _note(access: Access, action: str, hook: WebHook) -> None:
    audit.record(access=access, action=action, target=hook, reason=f"{hook.slug}: {masked_address(hook)}")
