"""The tools that send something, against a real web hook and a real mail server on loopback."""

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from pydantic import ValidationError

from agents.failures import ToolFailed
from agents.models import ToolCallRecord, WebHook
from agents.notifications.post import plain_for
from agents.tools.builtin.send_message import Message as Letter
from agents.tools.builtin.send_message import send_message
from agents.tools.gate import call_tool
from agents.tools.tool import Effect
from omniforge.errors import InvalidInput, NotAllowed, NotFound
from omniforge.llm.types import ToolRequest
from omniforge.net import RequestRefused
from omniforge.tenants.access import Access
from omniforge.tenants.models import User
from tests.agents.tools.contexts import call_context, run_context
from tests.inbox import Inbox
from tests.net.pages import Page, PageServer, redirect, serving
from tests.ports import free_port

pytestmark = pytest.mark.django_db(transaction=True)  # tools read the database in a separate thread


@pytest.fixture
def hook(acme, page_server: PageServer) -> WebHook:
    """The web hook 'team' of acme, which accepts everything."""
    page_server.pages["/services/T0/B0/secret"] = Page(b"ok", content_type="text/plain")
    return WebHook.objects.create(tenant=acme, slug="team", url=page_server.url("/services/T0/B0/secret"))


async def post(access: Access, text: str, web_hook: str = "team") -> Any:
    return await send_message.run(Letter(to=web_hook, text=text), call_context(access))


async def mail(access: Access, to: str, subject: str = "Tea", text: str = "At four.") -> Any:
    return await send_message.run(Letter(to=to, subject=subject, text=text), call_context(access))


def bodies(server: PageServer) -> list[Any]:
    return [json.loads(asked.body) for asked in server.requests]


async def test_message_is_posted_verbatim(ann, hook, page_server: PageServer):
    done = await post(ann, "Tea at four & cake")
    assert done.summary() == "Delivered to team"
    assert (page_server.requests[0].method, bodies(page_server)) == (
        "POST",
        [{"text": "Tea at four & cake"}],
    )


async def test_channel_commands_in_a_message_are_defused(ann, hook, page_server: PageServer):
    await post(ann, "<!channel> <https://evil.example|your bank>")
    assert bodies(page_server)[0]["text"] == "<\u200b!channel> <\u200bhttps://evil.example|your bank>"


def test_slack_message_is_entity_escaped():
    assert (
        plain_for("Tea & <!channel>", "https://hooks.slack.com/services/T1") == "Tea &amp; &lt;!channel&gt;"
    )


async def test_web_hook_of_another_workspace_is_not_found(bob, hook, page_server: PageServer):
    with pytest.raises(NotFound, match="no web hook yet"):
        await post(bob, "hello")
    assert page_server.requests == []


async def test_unknown_web_hook_lists_the_existing_ones(ann, hook):
    with pytest.raises(NotFound, match="Those that are: team"):
        await post(ann, "hello", web_hook="everyone")


async def test_failed_connection_reports_nothing_sent(ann, acme, settings):
    with serving() as gone:
        settings.ALLOWED_HOSTS_OUT = [gone.host]
    hook = await WebHook.objects.acreate(tenant=acme, slug="team", url=gone.url("/secret"))
    with pytest.raises(ToolFailed, match="Nothing was sent") as failed:
        await post(ann, "hello")
    assert "secret" not in failed.value.message and hook.url not in failed.value.message


async def test_busy_web_hook_is_retried(ann, hook, page_server: PageServer):
    page_server.pages["/services/T0/B0/secret"] = Page(b"slow down", status=429)
    with pytest.raises(ToolFailed, match="takes no more messages now"):
        await post(ann, "hello")
    assert len(page_server.requests) == 3


@pytest.mark.parametrize(
    ("page", "says"),
    [
        (Page(b"no_service", status=404), "answered 404 and did not take"),
        (redirect("/sign-in"), "answered 302 and did not take"),
        (Page(b"oops", status=500), "may have arrived"),
        (Page(b"short", headers={"Content-Length": "100"}), "may have arrived"),
    ],
    ids=["gone", "sends on to a page", "failed", "broke off"],
)
async def test_message_that_may_have_arrived_is_not_retried(page, says, ann, hook, page_server: PageServer):
    page_server.pages |= {"/services/T0/B0/secret": page, "/sign-in": Page(b"welcome")}
    with pytest.raises(ToolFailed, match=says) as failed:
        await post(ann, "hello")
    assert len(page_server.requests) == 1
    assert failed.value.unsure == (says == "may have arrived")


async def test_web_hook_to_a_private_address_is_refused(ann, acme, inner_server: PageServer):
    await WebHook.objects.acreate(tenant=acme, slug="team", url=inner_server.url())
    with pytest.raises(RequestRefused):
        await post(ann, "hello")
    assert inner_server.requests == []


def test_send_message_is_irreversible_and_not_retried():
    assert (send_message.effect, send_message.retries) == (Effect.IRREVERSIBLE, 0)


async def test_impossible_message_fails_without_asking(ann, hook, settings):
    settings.EMAIL_HOST = ""
    run = await sync_to_async(run_context)(ann)
    for arguments in ('{"to": "crew", "text": "hello"}', '{"to": "amy@acme.example", "text": "hello"}'):
        outcome = await call_tool(run, ToolRequest("call_1", "send_message", arguments))
        assert not outcome.ok and not outcome.waits


async def test_message_waits_for_approval(ann, hook, page_server: PageServer):
    run = await sync_to_async(run_context)(ann)
    request = ToolRequest("call_1", "send_message", '{"to": "team", "text": "hello"}')
    assert (await call_tool(run, request)).waits
    assert page_server.requests == []
    assert not await ToolCallRecord.objects.aexists()


async def test_mail_is_sent_to_a_member(ann, amy, inbox: Inbox):
    done = await mail(ann, "amy@acme.example", "Tea ☕", "At four, under the oak.")
    [sent] = inbox.mails
    assert done.summary() == "Delivered to amy@acme.example"
    assert (sent["To"], sent["Reply-To"], sent["Subject"]) == (
        "amy@acme.example",
        "ann@acme.example",
        "Tea ☕",
    )
    assert sent.get_content().strip() == "At four, under the oak."
    assert sent["Auto-Submitted"] == "auto-generated"


async def test_the_same_call_gives_the_same_message_id(ann, inbox: Inbox):
    for _ in range(2):
        await mail(ann, "ann@acme.example")
    assert len({sent["Message-ID"] for sent in inbox.mails}) == 1


async def test_mail_goes_to_members_only(ann, bob, inbox: Inbox, settings):
    with pytest.raises(NotAllowed, match="members of this workspace only"):
        await mail(ann, "bob@globex.example")
    assert inbox.mails == []
    settings.MAIL_ANYONE = True
    await mail(ann, "bob@globex.example")
    assert [sent["To"] for sent in inbox.mails] == ["bob@globex.example"]


@pytest.mark.parametrize(
    "address",
    [
        "amy@acme.example, eve@evil.example",
        "amy@acme.example\r\nBcc: eve@evil.example",
        "amy@acme.example\nBcc: eve@evil.example",
        "Amy <amy@acme.example>",
        "amy@acme.example\0",
    ],
)
async def test_multiple_or_malformed_mail_address_is_refused(address, ann, inbox: Inbox, settings):
    settings.MAIL_ANYONE = True
    with pytest.raises(InvalidInput):
        await mail(ann, address)
    assert inbox.mails == []


@pytest.mark.parametrize("subject", ["Tea\r\nBcc: eve@evil.example", "Tea\nX-Admin: yes", "Tea\rX: y"])
def test_multi_line_subject_is_refused(subject):
    with pytest.raises(ValidationError):
        Letter(to="amy@acme.example", subject=subject, text="hello")


async def test_smtp_commands_in_a_mail_text_stay_text(ann, inbox: Inbox):
    await mail(ann, "ann@acme.example", text="hello\r\n.\r\nMAIL FROM:<eve@evil.example>\r\n")
    [sent] = inbox.mails
    assert "MAIL FROM:<eve@evil.example>" in sent.get_content()
    assert "Bcc" not in sent


async def test_mail_without_a_mail_server_fails(ann, settings, capsys):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    settings.EMAIL_HOST = ""
    with pytest.raises(ToolFailed, match=r"No mail server is set up here.*EMAIL_URL"):
        await mail(ann, "ann@acme.example")
    assert capsys.readouterr().out == ""


async def test_unreachable_mail_server_reports_nothing_sent(ann, inbox: Inbox, settings):
    settings.EMAIL_PORT = free_port()
    with pytest.raises(ToolFailed, match="nothing was sent"):
        await mail(ann, "ann@acme.example")


async def test_refused_recipient_reports_the_mail_as_refused(ann, inbox: Inbox):
    inbox.refused.add("ann@acme.example")
    with pytest.raises(ToolFailed, match="refused the mail to ann@acme"):
        await mail(ann, "ann@acme.example")


async def test_interrupted_mail_is_reported_as_unsure(ann, inbox: Inbox):
    inbox.hangs_up = True
    with pytest.raises(ToolFailed, match="may be on its way") as failed:
        await mail(ann, "ann@acme.example")
    assert len(inbox.mails) == 1 and failed.value.unsure


async def test_mail_to_a_former_member_is_refused(ann, amy, inbox: Inbox):
    await User.objects.filter(email="amy@acme.example").adelete()
    with pytest.raises(NotAllowed):
        await mail(ann, "amy@acme.example")
