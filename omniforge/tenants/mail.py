"""The site's own mail to people, through the server of EMAIL_URL."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.template.loader import render_to_string


class MailNotTaken(OSError):
    """The mail server didn't take a mail. It says how, and never to whom: errors end up in logs."""


def is_mail_set_up() -> bool:
    """Return whether there is a server to take mail."""
    return bool(settings.EMAIL_HOST)


def send_mail(*, to: str, subject: str, template: str, **values: object) -> None:
    """Send a plain text mail. Raises MailNotTaken.

    The subject is put on one line, since it holds names that people chose.
    """
    text = render_to_string(f"mail/{template}.txt", values)
    headers = {"Auto-Submitted": "auto-generated"}  # RFC 3834: no holiday notes in return
    mail = EmailMessage(" ".join(subject.split()), text, to=[to], headers=headers)
    try:
        mail.send()
    except OSError as error:
        raise MailNotTaken(type(error).__name__) from None


def site_address(request: HttpRequest) -> str:
    """Return what links in mails begin with: OMNIFORGE_URL, else the host of the request."""
    return settings.SITE_URL or request.build_absolute_uri("/").rstrip("/")
