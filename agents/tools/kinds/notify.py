"""The tools that send something out of the house. A person says yes to each call first."""

import asyncio

from pydantic import Field

from agents.notify.mail import Mail, check_recipient, require_mail_server, send
from agents.notify.posting import post_message
from agents.notify.selectors import get_web_hook
from agents.notify.services import LONGEST_NAME
from agents.tools.context import CallContext
from agents.tools.tool import Effect, ToolArguments, ToolResult, tool
from omniforge.database import in_database


class HookMessage(ToolArguments):
    web_hook: str = Field(description="The name of the web hook.", min_length=1, max_length=LONGEST_NAME)
    text: str = Field(description="Plain text.", min_length=1, max_length=4000)


class Email(ToolArguments):
    to: str = Field(description="One address, as a rule of a member of this workspace.", max_length=254)
    subject: str = Field(description="One line.", min_length=1, max_length=200, pattern=r"^[^\r\n]*$")
    text: str = Field(description="Plain text.", min_length=1, max_length=20_000)


class Delivered(ToolResult):
    """To whom it went."""

    to: str

    def summary(self) -> str:
        return f"Delivered to {self.to}"


# The tries of both are within them, where it is known what has left the house: the gate makes none.
@tool(said="Sending a message to {web_hook}", effect=Effect.IRREVERSIBLE, timeout=45)
async def send_message(arguments: HookMessage, context: CallContext) -> Delivered:
    """Post a message to a channel of the workspace, by the name of its web hook (Slack and the like).

    A person is asked first. It cannot be taken back.
    """
    hook = await in_database(get_web_hook, context.access, arguments.web_hook)
    await post_message(hook.url, arguments.text)
    return Delivered(to=hook.slug)


@tool(said="Sending mail to {to}", effect=Effect.IRREVERSIBLE, timeout=60, needs="EMAIL_HOST")
async def send_email(arguments: Email, context: CallContext) -> Delivered:
    """Send one mail in plain text to one person; answers to it go to the person who asked for it.

    A person is asked first. It cannot be taken back.
    """
    require_mail_server()
    reply_to = await in_database(check_recipient, context.access, arguments.to)
    mail = Mail(arguments.to, reply_to, arguments.subject, arguments.text, context.key)
    await asyncio.to_thread(send, mail)
    return Delivered(to=arguments.to)
