"""Queries for people's second factors."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from omniforge.tenants.models import Membership, User
from omniforge.tenants.second_factor.models import AuthenticatorApp, Passkey


def find_app(person: User) -> AuthenticatorApp | None:
    """Return a person's authenticator app, if they have one."""
    return _apps_of(person).first()


def has_second_factor(person: User) -> bool:
    """Return whether a person has a second factor."""
    return count_factors(person) > 0


def count_factors(person: User) -> int:
    """Return the number of a person's second factors: the app and each passkey."""
    return _apps_of(person).count() + Passkey.objects.filter(user=person).count()


def is_satisfied_by(person: User) -> Q:
    """Return a filter for tenants whose second factor policy this person satisfies."""
    has_any = Q(Exists(_apps_of(person))) | Q(Exists(Passkey.objects.filter(user=person)))
    return Q(requires_second_factor=False) | has_any


def with_second_factor(members: QuerySet[Membership]) -> QuerySet[Membership]:
    """Annotate members with `has_second_factor`."""
    apps = AuthenticatorApp.objects.filter(user=OuterRef("user")).exclude(confirmed_at=None)
    passkeys = Passkey.objects.filter(user=OuterRef("user"))
    return members.annotate(has_second_factor=Q(Exists(apps)) | Q(Exists(passkeys)))


def _apps_of(person: User) -> QuerySet[AuthenticatorApp]:
    return AuthenticatorApp.objects.filter(user=person).exclude(confirmed_at=None)
