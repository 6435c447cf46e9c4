"""Mail, through the server of EMAIL_URL. Uncertain deliveries are never reported as sent."""

import hashlib
import smtplib
from dataclasses import dataclass

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage, get_connection
from django.core.validators import validate_email

from agents.failures import ToolFailed
from omniforge.errors import InvalidInput, NotAllowed
from omniforge.tenants.access import Access
from omniforge.tenants.models import Membership
from omniforge.tenants.selectors import get_membership

_NO_SERVER = (
    "No mail server is set up here, so nothing was sent. Whoever runs this server sets EMAIL_URL, "
    "for example smtp+tls://user:password@mail.example.com:587."
)


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail to send. Replies go to `reply_to`. Equal `key` means equal Message-ID."""

    to: str
    reply_to: str
    subject: str
    text: str
    key: str

    def message(self) -> EmailMessage:
        """Return it in RFC 5322 form, marked as automatic (RFC 3834)."""
        identifier = hashlib.sha256(self.key.encode()).hexdigest()[:32]
        headers = {"Message-ID": f"<{identifier}@omniforge>", "Auto-Submitted": "auto-generated"}
        return EmailMessage(self.subject, self.text, to=[self.to], reply_to=[self.reply_to], headers=headers)


def require_mail_server() -> None:
    """Raise ToolFailed if mail would go nowhere, for example to the console."""
    if not settings.EMAIL_HOST:
        raise ToolFailed(_NO_SERVER)


def check_recipient(access: Access, address: str) -> str:
    """Return the sender's address, to which replies go.

    Raises InvalidInput for an invalid address, and NotAllowed if it isn't a member's, unless the operator
    allows mail to anyone (OMNIFORGE_MAIL_ANYONE).
    """
    try:
        validate_email(address)
    except ValidationError as error:
        raise InvalidInput(f"{address} is no e-mail address.") from error
    members = Membership.objects.filter(tenant_id=access.tenant_id)
    if not settings.MAIL_ANYONE and not members.filter(user__email__iexact=address).exists():
        raise NotAllowed(f"Mail goes to members of this workspace only, and {address} belongs to none.")
    return get_membership(access).user.email


def send(mail: Mail) -> None:
    """Send a mail. Raises ToolFailed, which says whether it may have been sent all the same."""
    connection = get_connection()
    try:
        connection.open()
    except (OSError, smtplib.SMTPException) as error:
        raise ToolFailed(
            "The mail server did not let us in, so nothing was sent. Tell the operator."
        ) from error
    try:
        connection.send_messages([mail.message()])
    except (smtplib.SMTPResponseException, smtplib.SMTPRecipientsRefused) as error:
        raise ToolFailed(f"The mail server refused the mail to {mail.to}. Nothing was sent.") from error
    except (OSError, smtplib.SMTPException) as error:
        raise ToolFailed(
            f"The mail server broke off. The mail to {mail.to} may be on its way; check that first.",
            unsure=True,
        ) from error
    finally:
        connection.close()
