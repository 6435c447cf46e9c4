"""Which second factors a person has."""

from django.db.models import Exists, Q, QuerySet
from django.db.models.expressions import Combinable

from omniforge.tenants.models import User
from omniforge.tenants.second_factor.models import AuthenticatorApp


def find_app(person: User) -> AuthenticatorApp | None:
    """Return the app that a person's codes come from, if they have set one up."""
    return _apps_of(person).first()


def has_second_factor(person: User) -> bool:
    """Return whether a person is asked for more than their password."""
    return find_app(person) is not None


def is_satisfied_by(person: User) -> Combinable:
    """Return which tenants ask this person for nothing that they lack."""
    return Q(requires_second_factor=False) | Exists(_apps_of(person))


def _apps_of(person: User) -> QuerySet[AuthenticatorApp]:
    return AuthenticatorApp.objects.filter(user=person).exclude(confirmed_at=None)
