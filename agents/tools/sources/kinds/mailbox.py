"""A mailbox over IMAP with TLS, read in a thread with limits on size and time."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import replace
from functools import partial
from typing import Any

from django.utils.translation import gettext, gettext_noop

from agents.failures import ToolFailed
from agents.tools.sources.imap import Mailbox, MailboxFailed, read_newest
from agents.tools.sources.items import CheckResult, Item
from agents.tools.sources.kinds.base import Kind, Settings
from omniforge.errors import InvalidInput
from omniforge.net import Guard
from omniforge.net.client import too_slow
from omniforge.shares import Shares
from omniforge.tenants.access import Access

PORT = 993  # IMAP over TLS from the first byte
_SECONDS = 40.0  # for a whole check
_THREADS = ThreadPoolExecutor(4, thread_name_prefix="mail")
_at_once = Shares(each=2, total=4)  # keeps a workspace with slow servers from using up all threads
_NEEDS = {
    "host": gettext_noop("Fill in the server's name."),
    "username": gettext_noop("Fill in the user name."),
    "password": gettext_noop("Fill in the password."),
}


def prepare(given: dict[str, Any], access: Access) -> dict[str, Any]:
    """Return the settings of a mailbox. Raises InvalidInput by field."""
    for field, said in _NEEDS.items():
        if not str(given.get(field) or "").strip():
            raise InvalidInput.of(field, gettext(said))
    host = str(given["host"]).strip().lower()
    settings = {"host": host, "port": given.get("port") or PORT, "folder": given.get("folder") or "INBOX"}
    return settings | {"username": str(given["username"]).strip(), "password": str(given["password"])}


async def _look(settings: Settings, access: Access) -> CheckResult:
    host, port = str(settings["host"]), int(settings["port"])
    guard = replace(Guard.of_settings(), ports=frozenset((PORT,)))
    guard.check(f"https://[{host}]:{port}" if ":" in host else f"https://{host}:{port}")
    mailbox = Mailbox(host, port, await guard.find(host, port))
    username, password, folder = (str(settings[name]) for name in ("username", "password", "folder"))
    async with _at_once.slot(access.tenant_id):
        items = await _read(mailbox, username, password, folder)
    return CheckResult(items, title=username.partition("@")[0])


async def _read(mailbox: Mailbox, username: str, password: str, folder: str) -> list[Item]:
    """Return the newest mails. Raises ToolFailed, and RequestFailed if that takes too long."""
    loop = asyncio.get_running_loop()
    read = partial(read_newest, mailbox, username, password, folder)
    reading = loop.run_in_executor(_THREADS, copy_context().run, read)  # errors in the active language
    try:
        async with asyncio.timeout(_SECONDS):
            return await reading
    except MailboxFailed as error:
        raise ToolFailed(str(error), transient=error.transient) from error
    except TimeoutError as error:
        raise too_slow(mailbox.host, _SECONDS) from error
    finally:
        mailbox.cut()


def _where(settings: Settings) -> str:
    return gettext("%(username)s at %(host)s, %(folder)s") % {
        name: settings[name] for name in ("username", "host", "folder")
    }


MAILBOX = Kind("mailbox", gettext_noop("Mailbox"), _look, _where, prepare=prepare, for_administrators=True)
