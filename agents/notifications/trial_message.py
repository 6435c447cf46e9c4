"""A test message to a web hook, which shows at once whether address and secret are right."""

import asyncio

from django.conf import settings
from django.utils.translation import gettext, override

from agents.models import WebHook
from agents.notifications.selectors import get_web_hook
from agents.notifications.services import record_outcome
from omniforge.errors import OmniForgeError
from omniforge.storage.ids import new_id
from omniforge.tenants import audit
from omniforge.tenants.access import Access

_TEXT = "This is a test message from OmniForge. Agents can post here."
_SHOWN = 200  # bytes shown of a response


class TestMessageFailed(OmniForgeError):
    """A test message was refused. The message says what came back."""

    code = "test_message_failed"
    status = 422


def send_test(*, access: Access, web_hook: str) -> str:
    """Post a test message once and report the response. It blocks. Needs a thread without an event loop.

    Raises NotAllowed, NotFound, and TestMessageFailed if the message was refused.
    """
    access.require_administrator()
    hook = get_web_hook(access, web_hook)
    audit.record(access=access, action="web_hook.tested", target=hook, reason=hook.slug)
    status, said = _posted(hook)
    is_taken = 200 <= status < 300
    record_outcome(hook, "" if is_taken else f"It answered a test message with {status}.")
    told = gettext("%(name)s answered with %(status)s") % {"name": hook.slug, "status": status}
    told = f"{told}: {said}" if said else told
    if not is_taken:
        raise TestMessageFailed(gettext("The test message wasn't taken. %(told)s") % {"told": told})
    return gettext("Test message sent. %(told)s") % {"told": told}


def _posted(hook: WebHook) -> tuple[int, str]:
    """Return the status and the beginning of the response. Raises TestMessageFailed if there is none."""
    from agents.notifications.post import Post, post_once  # loads the HTTP client
    from omniforge.net import RequestFailed, RequestRefused

    try:
        with override(settings.LANGUAGE_CODE):  # others read the stored failure too
            answer = asyncio.run(post_once(Post(hook.url, _TEXT, new_id().hex, hook.secret)))
    except (RequestFailed, RequestRefused) as error:
        record_outcome(hook, error.message)
        raise TestMessageFailed(
            gettext("The test message wasn't delivered. %(told)s") % {"told": error.message}
        ) from error
    return answer.status, " ".join(answer.body[:_SHOWN].decode(errors="replace").split())
