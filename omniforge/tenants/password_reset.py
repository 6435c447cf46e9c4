"""Password reset by a link that works once and expires in an hour.

The page can't reveal whether an address has an account: only the worker looks it up.
"""

from django.contrib.auth.tokens import default_token_generator
from django.http import HttpRequest
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext, override

from omniforge.background.later import enqueue_encrypted
from omniforge.tenants import audit
from omniforge.tenants.languages import language_of
from omniforge.tenants.limits import count, reset_count
from omniforge.tenants.mail import MailNotTaken, send_mail, site_address
from omniforge.tenants.models import User
from omniforge.tenants.people import find_person
from omniforge.tenants.tries import client_address, client_network, count_try

ASKED_OF_NETWORK = 20  # in five minutes
MAILS = 3  # per account and hour; each link is valid as long, so whoever needs more still has one


def ask_for_reset(request: HttpRequest, *, email: str) -> None:
    """Queue a reset link for `email`, whether or not it has an account.

    Raises TooManyRequests if one network asks too often, and StorageUnavailable if nothing can be queued.
    """
    count_try("reset", client_network(request), ASKED_OF_NETWORK)
    enqueue_encrypted(
        "omniforge.tenants.tasks.send_reset_link",
        email=email.strip().lower(),
        site=site_address(request),
        asked_from=client_address(request),
    )


def send_reset_link(*, email: str, site: str, asked_from: str) -> None:
    """Mail a reset link to `email` if it has an account. Raises MailNotTaken."""
    person = find_person(email)
    if person is None or not may_reset(person) or count("reset-mail", email, MAILS, 3600).exceeded:
        return
    link = reset_link(person, site)
    try:
        with override(language_of(person)):
            subject = gettext("Reset your OmniForge password")
            send_mail(to=email, subject=subject, template="reset", link=link, site=site)
    except MailNotTaken:
        reset_count("reset-mail", email)  # only delivered mails count
        raise
    audit.record_of_account(person, action="account.reset_sent", reason=f"from {asked_from}", by=None)


def may_reset(person: User) -> bool:
    """Return whether this person may reset a password."""
    return person.is_active and person.has_usable_password()


def reset_link(person: User, site: str) -> str:
    """Return the reset link of `person`. It becomes invalid once used, or after a sign-in."""
    name = urlsafe_base64_encode(force_bytes(person.pk))
    return site + reverse("choose-password", args=[name, default_token_generator.make_token(person)])
