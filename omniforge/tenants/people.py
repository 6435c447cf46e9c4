"""Accounts: making a person, and what they may enter."""

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from omniforge.errors import InvalidInput
from omniforge.tenants.models import Membership, Role, User

OVERSEERS = (Role.OWNER, Role.ADMIN, Role.AUDITOR)


def has_nobody() -> bool:
    """Return whether nobody has an account here yet."""
    return not User.objects.exists()


def find_person(email: str) -> User | None:
    """Return the person with this address, in whatever case it was typed."""
    return User.objects.filter(email=email.strip().lower()).first()


def create_person(*, email: str, password: str, name: str = "") -> User:
    """Make an account. The first one of the site is its superuser.

    Raises InvalidInput, with the field's name, where the address is taken or the password is weak.
    """
    if find_person(email):
        raise InvalidInput(
            "There is an account with this address. Sign in with it.",
            fields={"email": ["This address is taken."]},
        )
    person = User(email=email.strip().lower(), name=name.strip())
    _check(person, password)
    person.is_superuser = person.is_staff = has_nobody()
    person.set_password(password)
    person.save()
    return person


def _check(person: User, password: str) -> None:
    field = "email"
    try:
        validate_email(person.email)
        field = "password"
        validate_password(password, person)
    except ValidationError as error:
        raise InvalidInput(" ".join(error.messages), fields={field: error.messages}) from error


def rename_person(*, person: User, name: str) -> None:
    """Give `person` the name that others see."""
    person.name = name.strip()
    person.save(update_fields=["name"])


def change_password(*, person: User, old_password: str, password: str) -> None:
    """Set another password, which ends the person's other sessions.

    Raises InvalidInput where the old one is wrong or the new one weak.
    """
    if not person.check_password(old_password):
        raise InvalidInput(fields={"old_password": ["This is not your password. Type the one you use now."]})
    _check(person, password)
    person.set_password(password)
    person.save(update_fields=["password"])


def refresh_admin_entry(person: User) -> None:
    """Let `person` enter the admin site as long as they own, administer or audit a workspace."""
    oversees = Membership.objects.filter(user=person, role__in=OVERSEERS).exists()
    person.is_staff = person.is_superuser or oversees
    person.save(update_fields=["is_staff"])
