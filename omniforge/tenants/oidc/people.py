"""Finds or creates the account for a sign-in at the issuer.

Only `IssuerAccount` links an account here to one at the issuer, never the address. An address decides who may
get a new account. An existing account is connected only by somebody who is signed in to it.
"""

import logging
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from omniforge.errors import Conflict, InvalidInput, NotAllowed, NotFound
from omniforge.storage.workspace_scope import across_workspaces
from omniforge.tenants import audit
from omniforge.tenants.access import Access
from omniforge.tenants.invitations import accept_addressed, accept_invitation
from omniforge.tenants.models import Role, Tenant, User
from omniforge.tenants.oidc.models import IssuerAccount
from omniforge.tenants.oidc.tokens import Claims
from omniforge.tenants.people import create_person_without_password, find_person
from omniforge.tenants.second_factor.models import Passkey
from omniforge.tenants.services import add_member

logger = logging.getLogger(__name__)


def list_issuer_accounts(person: User) -> QuerySet[IssuerAccount]:
    """Return a person's accounts at issuers."""
    return IssuerAccount.objects.filter(user=person).order_by("created_at")


def find_known(claims: Claims) -> User | None:
    """Return the person of this issuer account, or None. Raises NotAllowed if they are inactive."""
    known = _accounts_of(claims).select_related("user").first()
    if known and not known.user.is_active:
        raise NotAllowed(gettext("Your account here is off. Ask your site's administrator."))
    return known.user if known else None


@across_workspaces()
@transaction.atomic
def make_person(claims: Claims, *, invitation: str) -> tuple[User, UUID]:
    """Create an account for somebody new, and return it with their workspace.

    They need an `invitation` (its token), an open one for their address, or the workspace
    that the operator has set. Raises NotAllowed otherwise, Conflict for an address that has an account, and
    InvalidInput without an address that the issuer has verified.
    """
    email = _trusted_address(claims)
    if find_person(email):
        raise Conflict(
            gettext(
                "%(email)s already has an account here. Sign in to it another way, then connect "
                "%(issuer)s under Your account in Settings."
            )
            % {"email": email, "issuer": settings.OIDC_LABEL}
        )
    person = create_person_without_password(email=email, name=claims.name)
    tenant_id = _join(person, invitation)
    _connect(person, claims)
    return person, tenant_id


@transaction.atomic
def connect(person: User, claims: Claims) -> None:
    """Connect a signed-in person's account to the issuer. Its address for them must be the same.

    Otherwise a page that redirects them to the issuer could connect a stranger's account.
    Raises Conflict for an account that is another person's, and InvalidInput for another address.
    """
    known = _accounts_of(claims).first()
    if known and known.user_id == person.pk:
        return
    if known:
        raise Conflict(
            gettext("That account at %(issuer)s belongs to somebody else here.")
            % {"issuer": settings.OIDC_LABEL}
        )
    if _trusted_address(claims) != person.email:
        raise InvalidInput(
            gettext("%(issuer)s knows you by another address. It has to be %(email)s.")
            % {"issuer": settings.OIDC_LABEL, "email": person.email}
        )
    _connect(person, claims)


@transaction.atomic
def disconnect(*, access: Access, account_id: UUID) -> None:
    """Disconnect a person from the issuer. Raises NotFound, and Conflict if they have no other way in."""
    person = User.objects.get(pk=access.user_id)
    account = list_issuer_accounts(person).filter(pk=account_id).first()
    if account is None:
        raise NotFound
    if not person.has_usable_password() and not Passkey.objects.filter(user=person).exists():
        raise Conflict(gettext("You couldn't sign in any more. Add a passkey first."))
    account.delete()
    audit.record_of_account(person, action="account.issuer_disconnected", reason=str(account), by=person.pk)


def _connect(person: User, claims: Claims) -> None:
    account = IssuerAccount.objects.create(user=person, issuer=settings.OIDC_ISSUER, subject=claims.subject)
    audit.record_of_account(person, action="account.issuer_connected", reason=str(account), by=person.pk)


def _accounts_of(claims: Claims) -> QuerySet[IssuerAccount]:
    return IssuerAccount.objects.filter(issuer=settings.OIDC_ISSUER, subject=claims.subject)


def _trusted_address(claims: Claims) -> str:
    if not claims.email:
        raise InvalidInput(
            gettext("%(issuer)s hasn't verified your email address. Verify it there first.")
            % {"issuer": settings.OIDC_LABEL}
        )
    domains = [domain.lower().lstrip("@") for domain in settings.OIDC_DOMAINS]
    if domains and claims.email.rpartition("@")[2] not in domains:
        raise NotAllowed(
            gettext("%(email)s can't be used here. Sign in with your work address.") % {"email": claims.email}
        )
    return claims.email


def _join(person: User, invitation: str) -> UUID:
    if invitation:
        return accept_invitation(token=invitation, user=person).tenant_id
    if membership := accept_addressed(person):
        return membership.tenant_id
    if settings.OIDC_WORKSPACE:
        return _join_set_workspace(person)
    raise NotAllowed(
        gettext("Nobody has invited %(email)s yet. Ask an owner of your workspace.") % {"email": person.email}
    )


def _join_set_workspace(person: User) -> UUID:
    tenant = Tenant.objects.filter(slug=settings.OIDC_WORKSPACE).first()
    if tenant is None:
        logger.error("OMNIFORGE_OIDC_WORKSPACE=%s is no workspace's short name", settings.OIDC_WORKSPACE)
        raise NotAllowed(gettext("Single sign-on isn't set up completely. Ask your site's administrator."))
    membership = add_member(tenant_id=tenant.pk, user=person, role=Role(settings.OIDC_ROLE))
    access = Access(tenant.pk, person.pk, Role(membership.role))
    audit.record(access=access, action="member.joined", target=membership, reason=membership.role)
    return tenant.pk
