"""Accounts: creating people, changing passwords, superusers."""

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from omniforge.errors import Conflict, InvalidInput
from omniforge.storage.workspace_scope import across_workspaces
from omniforge.tenants import audit
from omniforge.tenants.browser_sessions import end_all_sessions
from omniforge.tenants.keys import revoke_all_keys_of
from omniforge.tenants.models import Membership, Role, User
from omniforge.tenants.second_factor.services import reset_second_factor

OVERSEERS = (Role.OWNER, Role.ADMIN, Role.AUDITOR)


def has_nobody() -> bool:
    """Return whether there are no accounts yet."""
    return not User.objects.exists()


def find_person(email: str) -> User | None:
    """Return the person with this address, case-insensitively."""
    return User.objects.filter(email=email.strip().lower()).first()


def create_person(*, email: str, password: str, name: str = "", is_proven: bool = True) -> User:
    """Create an account. Unless `is_proven`, the address may be a stranger's. The first is the superuser.

    Raises InvalidInput by field if the address is taken or the password is weak.
    """
    if find_person(email):
        raise _taken()
    person = User(email=email.strip().lower(), name=name.strip(), is_proven=is_proven)
    check_account(person, password)
    person.is_superuser = person.is_staff = has_nobody()
    person.set_password(password)
    return _stored(person)


def create_person_without_password(*, email: str, name: str) -> User:
    """Create the account of somebody who signs in another way. It's never the site's first.

    Raises Conflict if there are no accounts yet, and InvalidInput if the address is taken.
    """
    if has_nobody():
        raise Conflict(gettext("Nobody has an account here yet. Create the first one with a password."))
    person = User(email=email, name=name.strip())
    person.set_unusable_password()
    return _stored(person)


def _stored(person: User) -> User:
    try:
        with transaction.atomic():
            person.save()
    except IntegrityError as error:  # created concurrently
        raise _taken() from error
    return person


def _taken() -> InvalidInput:
    return InvalidInput(
        gettext("This address already has an account. Sign in with it."),
        fields={"email": [gettext("This address is taken.")]},
    )


def check_account(person: User, password: str) -> None:
    """Raise InvalidInput by field for an invalid address or a weak password."""
    field = "email"
    try:
        validate_email(person.email)
        field = "password"
        validate_password(password, person)
    except ValidationError as error:
        raise InvalidInput(" ".join(error.messages), fields={field: error.messages}) from error


def change_profile(*, person: User, name: str, language: str) -> None:
    """Set a person's display name and page language."""
    person.name, person.language = name.strip(), language
    person.save(update_fields=["name", "language"])


def change_password(*, person: User, password: str, revoke_keys: bool = False) -> None:
    """Set a new password, which ends the person's sessions and, if asked to, their API keys.

    The caller has checked the old one. Raises InvalidInput if the new one is weak.
    """
    _set_password(person, password, "account.password_changed", revoke_keys)


def reset_password(*, person: User, password: str, revoke_keys: bool = False) -> None:
    """Set a new password without the old one, and end all sessions. Otherwise it works as `change_password`.

    Whoever follows the link proves that the mailbox is theirs. If nobody had proven it before, the account's
    other credentials (passkeys and keys) may belong to a stranger who was here first. They are removed.
    """
    with transaction.atomic():
        _set_password(person, password, "account.password_reset", revoke_keys or not person.is_proven)
        if not person.is_proven:
            reset_second_factor(person, reason="The address was not proven before.")
            User.objects.filter(pk=person.pk).update(is_proven=True)


@transaction.atomic
def _set_password(person: User, password: str, action: str, revoke_keys: bool) -> None:
    check_account(person, password)
    person.set_password(password)
    person.save(update_fields=["password"])
    end_all_sessions(person)
    audit.record_of_account(person, action=action, by=person.pk)
    if revoke_keys:
        revoke_all_keys_of(person)


@across_workspaces()
def refresh_admin_entry(person: User) -> None:
    """Set whether `person` may open the admin site: if they own, administer or audit a workspace."""
    oversees = Membership.objects.filter(user=person, role__in=OVERSEERS).exists()
    person.is_staff = person.is_superuser or oversees
    person.save(update_fields=["is_staff"])


@transaction.atomic
@across_workspaces()
def revoke_superuser(person: User) -> bool:
    """Revoke a person's right to oversee all workspaces. Returns whether they had it."""
    if not person.is_superuser:
        return False
    person.is_superuser = False
    person.save(update_fields=["is_superuser"])
    refresh_admin_entry(person)
    audit.record_of_account(person, action="account.superuser_revoked", by=None)
    return True
