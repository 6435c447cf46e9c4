"""Which second factors a person has."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from omniforge.tenants.models import Membership, User
from omniforge.tenants.second_factor.models import AuthenticatorApp, Passkey


def find_app(person: User) -> AuthenticatorApp | None:
    """Return the app that a person's codes come from, if they have set one up."""
    return _apps_of(person).first()


def has_second_factor(person: User) -> bool:
    """Return whether a person is asked for more than their password."""
    return count_factors(person) > 0


def count_factors(person: User) -> int:
    """Return how many second factors a person has: an app, and each passkey."""
    return _apps_of(person).count() + Passkey.objects.filter(user=person).count()


def is_satisfied_by(person: User) -> Q:
    """Return which tenants ask this person for nothing that they lack."""
    has_any = Q(Exists(_apps_of(person))) | Q(Exists(Passkey.objects.filter(user=person)))
    return Q(requires_second_factor=False) | has_any


def with_second_factor(members: QuerySet[Membership]) -> QuerySet[Membership]:
    """Return the members, each with whether they have one, as `has_second_factor`."""
    apps = AuthenticatorApp.objects.filter(user=OuterRef("user")).exclude(confirmed_at=None)
    passkeys = Passkey.objects.filter(user=OuterRef("user"))
    return members.annotate(has_second_factor=Q(Exists(apps)) | Q(Exists(passkeys)))


def _apps_of(person: User) -> QuerySet[AuthenticatorApp]:
    return AuthenticatorApp.objects.filter(user=person).exclude(confirmed_at=None)
