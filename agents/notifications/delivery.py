"""Sends signed messages to a workspace's web hooks, and records the last outcome with the hook."""

import hashlib

from agents.failures import ToolFailed
from agents.models import WebHook
from agents.notifications.post import Post, post_message
from agents.notifications.services import record_outcome
from omniforge.net import RequestRefused
from omniforge.storage.database import in_database


async def deliver(hook: WebHook, text: str, key: str) -> None:
    """Post a message to a web hook. `key` is the same for a retry of the same message.

    Raises ToolFailed and RequestRefused.
    """
    delivery = hashlib.sha256(key.encode()).hexdigest()[:32]
    try:
        await post_message(Post(hook.url, text, delivery, hook.secret))
    except (ToolFailed, RequestRefused) as error:
        await in_database(record_outcome, hook, error.message)
        raise
    await in_database(record_outcome, hook)
