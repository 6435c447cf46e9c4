"""A mailbox as a source: read over IMAP under TLS without a trace, and each failure."""

import asyncio
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import reverse

from agents.models import Source
from agents.tools.sources import imap
from agents.tools.sources.checks import check_source
from agents.tools.sources.kinds import mailbox
from agents.tools.sources.services import add_source
from agents.tools.sources.storage import items_of
from omniforge.errors import InvalidInput, NotAllowed, OmniForgeError
from omniforge.net.tls import tls_context
from omniforge.tenants.access import Access
from omniforge.tenants.models import AuditEntry
from tests.agents.sources.imap_server import PASSWORD, USERNAME, ImapServer, imap_server
from tests.clients import browser, program
from tests.net.names import Names
from tests.net.test_transport import write_certificate
from tests.waiting import until

pytestmark = pytest.mark.django_db
HOST = "mail.example"
PAGE = "/settings/connections/"


@pytest.fixture(autouse=True)
def trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A certificate of mail.example that this process trusts."""
    path = write_certificate(tmp_path, HOST)
    monkeypatch.setenv("SSL_CERT_FILE", str(path))
    tls_context.cache_clear()
    yield path
    tls_context.cache_clear()


@pytest.fixture
def tls(trusted: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(trusted)
    return context


@pytest.fixture
def server(tls: ssl.SSLContext, names: Names, settings) -> Iterator[ImapServer]:
    """A mailbox with a mail, at a host that the operator allows."""
    names.known = {HOST: ["127.0.0.1"], "other.example": ["127.0.0.1"]}
    with imap_server(tls) as running:
        settings.ALLOWED_HOSTS_OUT = [f"{HOST}:{running.port}", f"other.example:{running.port}"]
        running.deliver("Order 17", "Please send ten chairs.")
        yield running


def given(server: ImapServer, **changes: object) -> dict[str, object]:
    usual = {"host": HOST, "port": server.port, "username": USERNAME, "password": PASSWORD}
    return {"kind": "mailbox", **usual, **changes}


def connect(access: Access, server: ImapServer, **changes: object) -> Source:
    return add_source(access=access, **given(server, **changes))


def refusal(access: Access, server: ImapServer, **changes: object) -> str:
    """Return why a mailbox is refused; asserts that nothing was stored, and no secret shown."""
    with pytest.raises(InvalidInput) as refused:
        connect(access, server, **changes)
    assert not Source.objects.exists() and PASSWORD not in refused.value.message
    return refused.value.message


# -- what is read ----------------------------------------------------------------------------------


def test_mail_item_has_subject_sender_and_text(ann: Access, server: ImapServer):
    source = connect(ann, server)
    [mail] = items_of(source)
    assert source.slug == "info" and mail.title == "Order 17, from Amy <amy@acme.example>"
    assert mail.text == "Please send ten chairs." and mail.at and mail.at.day == 25


def test_reading_the_mailbox_changes_nothing_on_the_server(ann: Access, server: ImapServer):
    connect(ann, server)
    said = " ".join(server.commands)
    assert 'EXAMINE "INBOX"' in said and "BODY.PEEK[]" in said
    assert not any(word in said for word in ("SELECT", "STORE", "BODY[", "EXPUNGE", "COPY", "APPEND"))


def test_mail_since_the_last_check_is_new(ann: Access, server: ImapServer):
    connect(ann, server)
    server.deliver("Order 18")
    titles = [item.title.partition(",")[0] for item in items_of(check_source(access=ann, source="info"))]
    assert titles == ["Order 18", "Order 17"]


def test_encoded_subjects_and_html_texts_are_decoded(ann: Access, server: ImapServer):
    html = "<style>p {color: red}</style><p>Zehn&nbsp;St&uuml;hle</p>"
    server.deliver("=?utf-8?q?St=C3=BChle?=", html, head="Content-Type: text/html; charset=utf-8\r\n")
    server.deliver("=?unknown-8bit?q?x?=", "x", head="Content-Type: text/plain; charset=klingon\r\n")
    odd, mail, _ = items_of(connect(ann, server))
    assert mail.title.startswith("Stühle, from") and mail.text == "Zehn Stühle"
    assert odd.text == "x"


@pytest.mark.parametrize(
    ("subject", "charset"),
    [("=?utf-8?b?a?=", "utf-8"), ("x", "idna"), ("x", "punycode"), ("x", "undefined")],
)
def test_undecodable_mail_does_not_hide_others(ann: Access, server: ImapServer, subject, charset):
    server.deliver(subject, "t\xe9xt", head=f"Content-Type: text/plain; charset={charset}\r\n")
    odd, mail = items_of(connect(ann, server))
    assert odd.title.startswith(f"{subject}, from Amy") and odd.text[:1] == "t"
    assert mail.title.startswith("Order 17")


def test_folder_with_a_non_ascii_name_is_read(ann: Access, server: ImapServer):
    server.deliver("Auftrag", folder="Auftr&AOQ-ge &- mehr")
    source = connect(ann, server, folder="Aufträge & mehr", slug="orders")
    assert [item.title.partition(",")[0] for item in items_of(source)] == ["Auftrag"]


def test_empty_folder_has_no_items(ann: Access, server: ImapServer):
    server.folders["Empty"] = {}
    assert items_of(connect(ann, server, folder="Empty")) == []


def test_only_the_newest_fifty_mails_are_read(ann: Access, server: ImapServer):
    for number in range(60):
        server.deliver(f"Mail {number}")
    items = items_of(connect(ann, server))
    assert len(items) == 50 and items[0].title.startswith("Mail 59,")


def test_mailbox_password_is_never_shown(ann: Access, server: ImapServer):
    source = connect(ann, server)
    shown = browser(ann).get(PAGE).content.decode() + program(ann).get("/api/v1/sources/").content.decode()
    assert f"{USERNAME} at {HOST}, INBOX" in shown and PASSWORD not in shown
    assert PASSWORD not in AuditEntry.objects.get(action="source.added").reason
    stored = str(Source.objects.filter(pk=source.pk).extra(select={"raw": "settings"}).values_list("raw"))
    assert PASSWORD not in stored


# -- who may ---------------------------------------------------------------------------------------


def test_only_owners_and_admins_connect_a_mailbox(amy: Access, server: ImapServer):
    with pytest.raises(NotAllowed):
        connect(amy, server)
    assert not server.commands
    assert "Connect mailbox" not in browser(amy).get(PAGE).content.decode()


def test_mailbox_is_connected_on_the_page_and_over_rest(
    ann: Access, server: ImapServer, settings, monkeypatch
):
    monkeypatch.setattr(mailbox, "PORT", server.port)
    form = {"mailbox-host": HOST, "mailbox-username": USERNAME, "mailbox-password": PASSWORD}
    shown = browser(ann).post(reverse("connect-mailbox"), form, follow=True).content.decode()
    assert "Mailbox connected." in shown and PASSWORD not in shown
    wanted = given(server, slug="second")
    made = program(ann).post("/api/v1/sources/", wanted, content_type="application/json")
    assert (made.status_code, made.json()["kind"], made.json()["items"]) == (201, "mailbox", 1)
    assert PASSWORD not in made.content.decode()


def test_missing_host_is_a_field_error(ann: Access):
    answer = program(ann).post("/api/v1/sources/", {"kind": "mailbox"}, content_type="application/json")
    assert answer.json()["errors"] == {"host": ["Fill in the server's name."]}


# -- what fails ------------------------------------------------------------------------------------


def test_wrong_password_is_refused(ann: Access, server: ImapServer):
    said = refusal(ann, server, password="wrong")
    assert "mail.example didn't take this user name and password" in said and "password for apps" in said


def test_unknown_folder_is_refused_with_the_existing_ones(ann: Access, server: ImapServer):
    server.deliver("x", folder="Sent")
    assert refusal(ann, server, folder="Orders").endswith(
        "no folder Orders in this mailbox. Those that are: INBOX, Sent."
    )


def test_closed_port_is_refused(ann: Access, server: ImapServer, settings):
    settings.ALLOWED_HOSTS_OUT = [f"{HOST}:1"]
    assert (
        refusal(ann, server, port=1) == "mail.example takes no connection on port 1. Check the server's name."
    )


def test_unknown_host_is_refused(ann: Access, server: ImapServer, settings):
    settings.ALLOWED_HOSTS_OUT = [f"nowhere.example:{server.port}"]
    assert "There is no host nowhere.example" in refusal(ann, server, host="nowhere.example")


def test_private_host_is_refused(ann: Access, server: ImapServer, names: Names, settings):
    settings.ALLOWED_HOSTS_OUT = []
    names.known = {HOST: ["10.0.0.8"]}
    said = refusal(ann, server, port=993)
    assert "mail.example is not on the public Internet" in said and "10.0.0.8" not in said


def test_non_mail_port_is_refused(ann: Access, server: ImapServer, settings):
    settings.ALLOWED_HOSTS_OUT = []
    assert "Port 22 of mail.example is not reached" in refusal(ann, server, port=22)


def test_certificate_of_another_host_is_refused(ann: Access, server: ImapServer):
    said = refusal(ann, server, host="other.example")
    assert said == "The certificate of other.example isn't trusted. Check the server's name."
    assert not server.commands


def test_server_without_tls_is_refused(ann: Access, names: Names, settings):
    names.known = {HOST: ["127.0.0.1"]}
    with imap_server(None) as plain:
        settings.ALLOWED_HOSTS_OUT = [f"{HOST}:{plain.port}"]
        assert "doesn't speak TLS" in refusal(ann, plain)
        assert not any(PASSWORD in command for command in plain.commands)


@pytest.mark.parametrize("command", ["LOGIN", "EXAMINE", "SEARCH", "FETCH"])
def test_server_closing_the_connection_is_reported(ann: Access, server: ImapServer, command: str):
    server.breaks = command
    assert "broke off or sent what is no IMAP" in refusal(ann, server)


def test_silent_server_times_out(ann: Access, server: ImapServer, monkeypatch):
    monkeypatch.setattr(imap, "_STEP", 0.3)
    server.hangs = "FETCH"
    assert refusal(ann, server) == "mail.example did not answer in time. Try again later."


def test_total_time_of_a_check_is_limited(ann: Access, server: ImapServer, monkeypatch):
    monkeypatch.setattr(mailbox, "_SECONDS", 0.5)
    server.hangs = "LOGIN"
    assert "did not answer within 0.5 seconds" in refusal(ann, server)


def test_slow_mailboxes_do_not_block_other_workspaces(
    ann: Access, bob: Access, server: ImapServer, tls: ssl.SSLContext, settings, monkeypatch
):
    monkeypatch.setattr(mailbox, "_SECONDS", 3)
    ready, slow = mailbox.prepare(given(server), bob), {}

    async def look() -> list[str]:
        looks = [asyncio.ensure_future(mailbox.MAILBOX.look(slow, ann)) for _ in range(6)]
        await asyncio.to_thread(until, lambda: len(hanging.commands) >= 2)
        found = await mailbox.MAILBOX.look(ready, bob)
        assert not any(one.done() for one in looks)
        for one in looks:
            one.cancel()
        await asyncio.gather(*looks, return_exceptions=True)
        return [item.title for item in found.items]

    with imap_server(tls) as hanging:
        hanging.hangs = "LOGIN"
        settings.ALLOWED_HOSTS_OUT += [f"{HOST}:{hanging.port}"]
        slow |= mailbox.prepare(given(hanging), ann)
        assert asyncio.run(look()) == ["Order 17, from Amy <amy@acme.example>"]


def test_oversized_mailbox_answer_is_refused(ann: Access, server: ImapServer):
    server.floods = "FETCH"
    assert "sends more than 4,000,000 bytes. Choose a smaller folder." in refusal(ann, server)


def test_later_mailbox_failure_is_stored_with_its_reason(ann: Access, server: ImapServer):
    connect(ann, server)
    server.breaks = "LOGIN"
    with pytest.raises(OmniForgeError, match="The source info can't be read"):
        check_source(access=ann, source="info")
    assert "broke off" in Source.objects.get().error
