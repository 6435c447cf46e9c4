"""Invitations: a link by which one person joins a workspace, once, within a week. Only its hash is stored."""

import logging
import secrets
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from omniforge.errors import InvalidInput, NotFound
from omniforge.storage.workspace_scope import across_workspaces
from omniforge.tenants import audit
from omniforge.tenants.access import Access
from omniforge.tenants.keys import hash_key
from omniforge.tenants.limits import count
from omniforge.tenants.mail import MailNotTaken, is_mail_set_up, send_mail
from omniforge.tenants.models import Invitation, Membership, Role, User
from omniforge.tenants.people import create_person
from omniforge.tenants.services import add_member

logger = logging.getLogger(__name__)
VALID_FOR = timedelta(days=7)
MAILS_AN_HOUR = 50  # per workspace; beyond that, the page shows the link to copy
_OVER = gettext_noop(
    "This invitation was already used, was withdrawn, or is more than 7 days old. Ask for a new one."
)


@transaction.atomic
def invite(*, access: Access, role: Role, email: str = "") -> tuple[Invitation, str]:
    """Create an invitation. Returns its row and the link's token, available only now.

    With `email`, only that person can accept it, and their earlier invitations are withdrawn. Raises
    NotAllowed for members and auditors, and for admins who would invite an owner, or InvalidInput for the
    address of a member.
    """
    access.require_administrator()
    access.require_rank_of(role)
    if email := email.strip().lower():
        _replace_earlier(access, email)
    token = secrets.token_urlsafe(32)
    invitation = Invitation.objects.create(
        tenant_id=access.tenant_id,
        invited_by_id=access.user_id,
        email=email,
        role=role,
        token_hash=hash_key(token),
        expires_at=timezone.now() + VALID_FOR,
    )
    audit.record(
        access=access, action="member.invited", target=invitation, reason=f"{email} as {role}".strip()
    )
    return invitation, token


def link_of(token: str, site: str | None = None) -> str:
    """Return the invitation's URL. Without a `site`, below OMNIFORGE_URL if that is set."""
    return (settings.SITE_URL if site is None else site) + reverse("invitation", args=[token])


def _replace_earlier(access: Access, email: str) -> None:
    if Membership.objects.filter(tenant_id=access.tenant_id, user__email=email).exists():
        raise InvalidInput.of("email", gettext("%(email)s is already a member.") % {"email": email})
    for earlier in list_invitations(access).filter(email=email):
        withdraw_invitation(access=access, invitation_id=earlier.pk)


def mail_invitation(invitation: Invitation, *, link: str, site: str) -> bool:
    """Mail an invitation to its address. Returns whether the mail server accepted it."""
    if not invitation.email or not is_mail_set_up():
        return False
    if count("invitation-mail", str(invitation.tenant_id), MAILS_AN_HOUR, 3600).exceeded:
        return False
    subject = gettext("%(person)s invited you to %(tenant)s on OmniForge") % {
        "person": invitation.invited_by,
        "tenant": invitation.tenant,
    }
    values = {"invitation": invitation, "link": link, "site": site}
    try:
        send_mail(to=invitation.email, subject=subject, template="invitation", **values)
    except MailNotTaken as error:
        logger.warning("an invitation was not mailed: %s", error)
        return False
    return True


def list_invitations(access: Access) -> QuerySet[Invitation]:
    """Return the workspace's open invitations, newest first. Only administrators see any."""
    mine = (
        _open().filter(tenant_id=access.tenant_id) if access.is_administrator else Invitation.objects.none()
    )
    return mine.order_by("-created_at")


@transaction.atomic
def withdraw_invitation(*, access: Access, invitation_id: UUID) -> None:
    """Invalidate an open invitation. Raises NotFound if the workspace has no such invitation."""
    access.require_administrator()
    invitation = list_invitations(access).filter(pk=invitation_id).first()
    if invitation is None:
        raise NotFound()
    audit.record(access=access, action="invitation.withdrawn", target=invitation, reason=invitation.email)
    invitation.delete()


@across_workspaces()
def find_invitation(token: str) -> Invitation:
    """Return the open invitation of a link. Raises NotFound if it is used, expired or unknown."""
    invitation = _open().select_related("tenant", "invited_by").filter(token_hash=hash_key(token)).first()
    if invitation is None:
        raise NotFound(gettext(_OVER))
    return invitation


@across_workspaces()
@transaction.atomic
def accept_invitation(*, token: str, user: User) -> Membership:
    """Add the person of an account to the workspace.

    Raises NotFound as `find_invitation`, Conflict for members, InvalidInput if it is for somebody else.
    """
    return _accept(find_invitation(token), user)


@across_workspaces()
@transaction.atomic
def accept_addressed(user: User) -> Membership | None:
    """Add a person to the workspace that last invited their address, which they have proven.

    None if no invitation for it is open.
    """
    invitation = _open().filter(email=user.email).order_by("-created_at").first()
    return _accept(invitation, user) if invitation else None


def _accept(invitation: Invitation, user: User) -> Membership:
    if invitation.email not in ("", user.email):
        raise InvalidInput(
            gettext("This invitation is for %(email)s. Sign in with that account to accept it.")
            % {"email": invitation.email}
        )
    taken = _open().filter(pk=invitation.pk).update(accepted_at=timezone.now())
    if not taken:  # by a concurrent request
        raise NotFound(gettext(_OVER))
    membership = add_member(tenant_id=invitation.tenant_id, user=user, role=Role(invitation.role))
    access = Access(membership.tenant_id, user.pk, Role(membership.role))
    audit.record(access=access, action="member.joined", target=membership, reason=membership.role)
    return membership


@across_workspaces()
@transaction.atomic
def accept_as_new_person(*, token: str, email: str, name: str, password: str) -> User:
    """Create an account and add it to the workspace. Raises as `accept_invitation` and `create_person`."""
    addressed = find_invitation(token).email
    given = {"password": password, "name": name}
    user = create_person(email=addressed or email, is_proven=bool(addressed), **given)
    accept_invitation(token=token, user=user)
    return user


def _open() -> QuerySet[Invitation]:
    """Return open invitations: not expired, unused, and their sender may still invite to that role.

    Otherwise somebody about to be removed could leave themselves a way back in.
    """
    inviting = Membership.objects.filter(tenant=OuterRef("tenant"), user=OuterRef("invited_by"))
    owners = Exists(inviting.filter(role=Role.OWNER))
    admins = Exists(inviting.filter(role=Role.ADMIN)) & ~Q(role=Role.OWNER)
    still = Invitation.objects.filter(accepted_at=None, expires_at__gt=timezone.now())
    return still.filter(owners | admins)
