"""Posts a message to a web hook, again only where it is certain that nothing arrived."""

import asyncio
from dataclasses import dataclass
from urllib.parse import urlsplit

import orjson

from agents.failures import ToolFailed
from omniforge.net import Fetched, RequestFailed, fetch
from omniforge.web.signatures import signed_headers

TRIES = 3
SECONDS = 10.0  # for one try
_PAUSE = 0.3  # seconds before the second try; twice that before the third
_TOO_MANY = 429
_SLACK = "slack.com"
_UNCERTAIN = "The message may have arrived all the same. Check that before it is sent again."


@dataclass(frozen=True, slots=True)
class Post:
    """A message for an address. `delivery` is the same whenever the same message is posted again.

    With a `secret` it is signed, each try at its own time.
    """

    url: str
    text: str
    delivery: str
    secret: str = ""


async def post_message(post: Post) -> None:
    """Post a message as Slack's incoming web hooks want it. Raises ToolFailed, and RequestRefused.

    It is tried again where no connection came about, or the other side says that it takes no more now.
    """
    tries = 0
    while failure := await _try_once(post):
        tries += 1
        if tries == TRIES:
            raise failure
        await asyncio.sleep(_PAUSE * tries)


async def post_once(post: Post) -> Fetched:
    """Post a message and return what came back. Raises RequestFailed, and RequestRefused."""
    body = orjson.dumps({"text": plain_for(post.text, post.url)})
    headers = {"Content-Type": "application/json", **signed_headers(post.secret, post.delivery, body)}
    return await fetch("POST", post.url, content=body, headers=headers, seconds=SECONDS)


async def _try_once(post: Post) -> ToolFailed | None:
    """Return why nothing arrived, where another try can help; None where the message arrived."""
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
    """Return text in which a chat finds no commands, such as <!channel>, and no links under other names.

    Slack turns entities back into signs. Others show them as they are, so there a sign of no width parts what
    would be a command.
    """
    host = urlsplit(url).hostname or ""
    if host == _SLACK or host.endswith(f".{_SLACK}"):
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("<", "<\u200b")
