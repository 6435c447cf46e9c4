"""A mail to a person whose sign-in methods changed: what, when, from where, and what to do about it."""

import logging
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop, override

from omniforge.background.later import enqueue_encrypted
from omniforge.errors import StorageUnavailable
from omniforge.tenants import audit
from omniforge.tenants.languages import language_of
from omniforge.tenants.mail import is_mail_set_up, send_mail, site_address
from omniforge.tenants.models import User
from omniforge.tenants.tries import client_address
from omniforge.tenants.user_agents import browser_name

logger = logging.getLogger(__name__)
# By audit action.
_SAID = {
    "account.password_changed": gettext_noop("Your password was changed"),
    "account.password_reset": gettext_noop("Your password was reset"),
    "account.authenticator_added": gettext_noop("An authenticator app was added"),
    "account.authenticator_removed": gettext_noop("Your authenticator app was removed"),
    "account.passkey_added": gettext_noop("A passkey was added"),
    "account.passkey_removed": gettext_noop("A passkey was removed"),
    "account.recovery_codes_created": gettext_noop("New recovery codes were created"),
    "account.second_factor_reset": gettext_noop("Two-factor authentication was turned off"),
    "account.issuer_connected": gettext_noop("Single sign-on was connected"),
}


def mail_change_notice(person: User, change: str, request: HttpRequest | None = None) -> None:
    """Queue a mail about a change, if mail is set up. Without a request it was the operator's.

    If the queue is unavailable, that is only logged: the change stands.
    """
    if not is_mail_set_up():
        return
    try:
        enqueue_encrypted(
            "omniforge.tenants.tasks.send_notice",
            person=str(person.pk),
            change=change,
            at=timezone.now().isoformat(),
            place=_place(request) if request else "the server's command line",
            site=site_address(request) if request else settings.SITE_URL,
        )
    except StorageUnavailable:
        logger.warning("nobody is mailed about %s: nothing can be queued", change)


def send_notice(*, person: str, change: str, at: str, place: str, site: str) -> None:
    """Mail a person about a change, and audit that mail. Raises MailNotTaken."""
    told = User.objects.filter(pk=UUID(person)).first()
    if told is None:
        return
    values = {"at": datetime.fromisoformat(at), "place": place, "site": site, "person": told}
    with override(language_of(told)):
        what = gettext(_SAID[change])
        subject = gettext("%(what)s on OmniForge") % {"what": what}
        send_mail(to=told.email, subject=subject, template="account_changed", what=what, **values)
    reason = f"{change.removeprefix('account.')}, from {place}"
    audit.record_of_account(told, action="account.change_mailed", reason=reason, by=None)


def _place(request: HttpRequest) -> str:
    with override(settings.LANGUAGE_CODE):  # the audit's language
        return f"{client_address(request)}, {browser_name(request.headers.get('User-Agent', ''))}"
