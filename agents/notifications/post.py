"""Posts a message to a web hook. Retries only if certainly nothing arrived."""

import asyncio
from dataclasses import dataclass
from urllib.parse import urlsplit

import orjson

from agents.failures import ToolFailed
from omniforge.net import Fetched, RequestFailed, fetch
from omniforge.web.signatures import signed_headers

TRIES = 3
SECONDS = 10.0  # per try
_PAUSE = 0.3  # seconds before the first retry; twice that before the second
_TOO_MANY = 429
_SLACK = "slack.com"
_UNCERTAIN = "The message may have arrived all the same. Check that before it is sent again."


@dataclass(frozen=True, slots=True)
class Post:
    """A message for an address. `delivery` stays the same when the message is posted again.

    With a `secret` it is signed, with a new timestamp for each try.
    """

    url: str
    text: str
    delivery: str
    secret: str = ""


async def post_message(post: Post) -> None:
    """Post a message in the format of Slack's incoming web hooks. Raises ToolFailed and RequestRefused.

    Retries if no connection was made, or the other side is rate limiting.
    """
    tries = 0
    while failure := await _try_once(post):
        tries += 1
        if tries == TRIES:
            raise failure
        await asyncio.sleep(_PAUSE * tries)


async def post_once(post: Post) -> Fetched:
    """Post a message and return the response. Raises RequestFailed and RequestRefused."""
    body = orjson.dumps({"text": plain_for(post.text, post.url)})
    headers = {"Content-Type": "application/json", **signed_headers(post.secret, post.delivery, body)}
    return await fetch("POST", post.url, content=body, headers=headers, seconds=SECONDS)


async def _try_once(post: Post) -> ToolFailed | None:
    """Return why nothing arrived, if a retry may help, or None if the message arrived."""
    try:
        answer = await post_once(post)
    except RequestFailed as error:
        if error.sent:
            raise ToolFailed(f"{error.message} {_UNCERTAIN}", unsure=True) from error
        return ToolFailed(f"{error.message} Nothing was sent.")
    if answer.status == _TOO_MANY:
        return ToolFailed("The web hook takes no more messages now. Nothing was sent; try again later.")
    if not answer.ok:
        raise _refusal(answer)
    return None


def _refusal(answer: Fetched) -> ToolFailed:
    if answer.status >= 500:
        return ToolFailed(f"The web hook answered {answer.status}. {_UNCERTAIN}", unsure=True)
    return ToolFailed(
        f"The web hook answered {answer.status} and did not take the message. "
        "An owner or admin can test its address under Settings, Web hooks."
    )


def plain_for(text: str, url: str) -> str:
    """Return text without chat commands, such as <!channel>, and without disguised links.

    Slack decodes entities. Other chats show them literally, so there a zero-width character breaks up
    possible commands.
    """
    host = urlsplit(url).hostname or ""
    if host == _SLACK or host.endswith(f".{_SLACK}"):
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("<", "<\u200b")
