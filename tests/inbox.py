"""A real mail server on loopback, used by this site."""

import email
from collections.abc import Iterator
from email.message import Message
from email.policy import default
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.ports import free_port


class Inbox:
    """Accepts mail for everybody except `refused`; `hangs_up` disconnects before the end."""

    def __init__(self) -> None:
        self.mails: list[Message] = []
        self.refused: set[str] = set()
        self.hangs_up = False

    async def handle_RCPT(self, _: SMTP, __: Session, envelope: Envelope, to: str, *___: Any) -> str:
        if to in self.refused:
            return "550 no such person"
        envelope.rcpt_tos.append(to)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, _: Session, envelope: Envelope) -> str:
        self.mails.append(email.message_from_bytes(envelope.content, policy=default))
        if self.hangs_up:
            server.transport.abort()
        return "250 OK"


@pytest.fixture
def inbox(settings) -> Iterator[Inbox]:
    """A mail server that this site sends through."""
    taking = Inbox()
    controller = Controller(taking, hostname="127.0.0.1", port=free_port(), ready_timeout=120)
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"  # tests have another by default
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", controller.port
    yield taking
    controller.stop()
