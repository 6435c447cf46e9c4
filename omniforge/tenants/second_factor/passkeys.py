"""Adding, using and removing a person's passkeys. Every change is audited."""

from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext

from omniforge.errors import Conflict, InvalidInput
from omniforge.tenants import audit
from omniforge.tenants.limits import undo_count
from omniforge.tenants.models import User
from omniforge.tenants.second_factor.models import Passkey
from omniforge.tenants.second_factor.recovery import replace_codes
from omniforge.tenants.second_factor.selectors import has_second_factor
from omniforge.tenants.second_factor.services import forget_unneeded_codes, require_another
from omniforge.tenants.second_factor.webauthn import (
    begin_creation,
    begin_request,
    complete_creation,
    complete_request,
    credential_id_of,
    passkey_host,
)
from omniforge.tenants.tries import client_network, count_try

MOST = 20
ASKED_OF_NETWORK = 100  # in five minutes


def list_passkeys(person: User) -> QuerySet[Passkey]:
    """Return a person's passkeys, in the order in which they were added."""
    return Passkey.objects.filter(user=person).order_by("created_at")


def begin_passkey(request: HttpRequest, *, person: User, name: str) -> dict[str, Any]:
    """Return the creation options for the browser. Raises Conflict above the maximum number."""
    known = [bytes(one.credential) for one in list_passkeys(person)]
    if len(known) >= MOST:
        raise Conflict(
            gettext("You have %(most)s passkeys. Remove one before you add another.") % {"most": MOST}
        )
    return begin_creation(request, person=person, known=known, name=name)


@transaction.atomic
def add_passkey(request: HttpRequest, *, person: User, answer: dict[str, Any]) -> list[str]:
    """Store a new passkey. Returns recovery codes if it is the person's first second factor.

    Raises InvalidInput if it doesn't answer `begin_passkey`.
    """
    credential_id, credential, name = complete_creation(request, answer)
    is_first = not has_second_factor(person)
    try:
        with transaction.atomic():
            Passkey.objects.create(
                user=person,
                name=name,
                host=passkey_host(request),
                credential_id=credential_id,
                credential=credential,
            )
    except IntegrityError as error:
        raise InvalidInput(gettext("This passkey is in use already. Choose another device.")) from error
    audit.record_of_account(person, action="account.passkey_added", reason=name, by=person.pk)
    return replace_codes(person) if is_first else []


def ask_for_passkey(request: HttpRequest) -> dict[str, Any]:
    """Return the request options for the browser. Raises TooManyRequests per network."""
    count_try("passkey", client_network(request), ASKED_OF_NETWORK)
    return begin_request(request)


def person_of_passkey(request: HttpRequest, answer: dict[str, Any]) -> User:
    """Return the owner of the responding passkey. Raises InvalidInput for an unknown or cloned one."""
    found = Passkey.objects.select_related("user").filter(credential_id=credential_id_of(answer))
    passkey = found.filter(user__is_active=True).first()
    if passkey is None:
        raise InvalidInput(gettext("This passkey isn't known here. It may have been removed."))
    uses = complete_request(request, answer, bytes(passkey.credential))
    if passkey.uses and uses <= passkey.uses:  # the counter of a genuine device increases
        audit.record_of_account(passkey.user, action="account.passkey_refused", reason=passkey.name, by=None)
        raise InvalidInput(gettext("That passkey didn't work. It may have been copied. Sign in another way."))
    undo_count("passkey", client_network(request))
    Passkey.objects.filter(pk=passkey.pk).update(uses=uses, last_used_at=timezone.now())
    return passkey.user


@transaction.atomic
def remove_passkey(person: User, passkey: Passkey) -> None:
    """Remove a passkey. The caller has checked the person's password and a code.

    Raises Conflict if it is the last second factor, and a workspace requires one.
    """
    require_another(person)
    passkey.delete()
    forget_unneeded_codes(person)
    audit.record_of_account(person, action="account.passkey_removed", reason=passkey.name, by=person.pk)
