"""The site's own mail to people, through the server of EMAIL_URL."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.template.loader import render_to_string


class MailNotTaken(OSError):
    """The mail server didn't accept a mail. The message never names the recipient: errors end up in logs."""


def is_mail_set_up() -> bool:
    """Return whether a mail server is configured."""
    return bool(settings.EMAIL_HOST)


def send_mail(*, to: str, subject: str, template: str, **values: object) -> None:
    """Send a plain text mail. Raises MailNotTaken.

    Newlines are removed from the subject, since it contains names that people chose.
    """
    text = render_to_string(f"mail/{template}.txt", values)
    headers = {"Auto-Submitted": "auto-generated"}  # RFC 3834: prevents automatic replies
    mail = EmailMessage(" ".join(subject.split()), text, to=[to], headers=headers)
    try:
        mail.send()
    except OSError as error:
        raise MailNotTaken(type(error).__name__) from None


def site_address(request: HttpRequest) -> str:
    """Return the base URL of links in mails: OMNIFORGE_URL, else the host of the request."""
    return settings.SITE_URL or request.build_absolute_uri("/").rstrip("/")
