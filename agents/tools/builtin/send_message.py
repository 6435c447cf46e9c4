"""The tool that sends messages by mail or to a web hook. A person approves each first."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import Field

from agents.events import Operation
from agents.failures import ToolFailed
from agents.notifications.delivery import deliver
from agents.notifications.mail import Mail, check_recipient, require_mail_server, send
from agents.notifications.selectors import get_web_hook
from agents.tools.context import CallContext
from agents.tools.tool import Effect, ToolArguments, ToolResult, tool
from agents.tools.workspace.scope import Scope
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access

_LONGEST_POST = 4_000  # characters, the limit of a channel
_TOLD = 80  # characters of a message that tell it apart from others


class Message(ToolArguments):
    """The recipient and the text."""

    to: str = Field(min_length=1, max_length=254, description="Web hook or mail address.")
    text: str = Field(min_length=1, max_length=20_000)
    subject: str = Field("", max_length=200, pattern=r"^[^\r\n]*$", description="Of a mail.")


class Delivered(ToolResult):
    """The recipient and the text that was sent."""

    to: str
    text: str

    def summary(self) -> str:
        return f"Delivered to {self.to}"

    def is_news(self) -> bool:
        return False

    def operations(self) -> Sequence[Operation]:
        return [Operation("send", "mail" if "@" in self.to else "message", self.to, "done")]


def _said(arguments: Mapping[str, Any]) -> str:
    mail = "mail" if "@" in arguments["to"] else "a message"
    words = " ".join((arguments.get("subject") or arguments.get("text") or "").split())
    begins = f': "{words[:_TOLD].rstrip()}{"…" if len(words) > _TOLD else ""}"' if words else ""
    return f"Sending {mail} to {arguments['to']}{begins}"


def _subject(arguments: Mapping[str, Any]) -> str:
    return str(arguments["to"]).casefold()


def _check(arguments: Message, scope: Scope) -> None:
    """Raise what sending would raise, before anybody is asked: no mail server, no such web hook."""
    if "@" in arguments.to:
        _require_mail(arguments, scope.access)
    else:
        get_web_hook(scope.access, arguments.to)
        if len(arguments.text) > _LONGEST_POST:
            raise ToolFailed(f"A channel takes {_LONGEST_POST:,} characters; shorten the text.")


# Retries happen inside, which knows whether anything was sent; the gate makes none.
@tool(said=_said, effect=Effect.IRREVERSIBLE, timeout=60, check=_check, rare=True, subject=_subject)
async def send_message(arguments: Message, context: CallContext) -> Delivered:
    """Post to a web hook (Slack and the like) or mail somebody, if the person says yes. They may edit it: the
    result says what was sent.
    """
    await in_database(_check, arguments, Scope.of(context))
    if "@" in arguments.to:
        reply_to = await in_database(_require_mail, arguments, context.access)
        mail = Mail(arguments.to, reply_to, arguments.subject, arguments.text, context.key)
        await asyncio.to_thread(send, mail)
        return Delivered(to=arguments.to, text=arguments.text)
    hook = await in_database(get_web_hook, context.access, arguments.to)
    await deliver(hook, arguments.text, context.key)
    return Delivered(to=hook.slug, text=arguments.text)


def _require_mail(arguments: Message, access: Access) -> str:
    """Return the Reply-To address. Raises what prevents this mail from being sent."""
    require_mail_server()
    if not arguments.subject:
        raise ToolFailed("A mail needs a subject.")
    return check_recipient(access, arguments.to)
