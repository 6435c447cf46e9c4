"""The site's own mail to people, through the server of EMAIL_URL."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.template.loader import render_to_string


def is_mail_set_up() -> bool:
    """Return whether there is a server to take mail."""
    return bool(settings.EMAIL_HOST)


def send_mail(*, to: str, subject: str, template: str, **values: object) -> None:
    """Send a plain text mail. Raises OSError, as smtplib does, where the server does not take it.

    The subject becomes one line: names in it are people's.
    """
    text = render_to_string(f"mail/{template}.txt", values)
    headers = {"Auto-Submitted": "auto-generated"}  # RFC 3834: no holiday notes in return
    EmailMessage(" ".join(subject.split()), text, to=[to], headers=headers).send()


def site_address(request: HttpRequest) -> str:
    """Return what the links in mails begin with: the operator's word, else the address of the request."""
    return settings.SITE_URL or request.build_absolute_uri("/").rstrip("/")
