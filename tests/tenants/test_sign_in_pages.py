"""The pages before sign-in, used like a browser."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from omniforge.tenants.access import Access
from omniforge.tenants.invitations import invite
from omniforge.tenants.models import AuditEntry, Invitation, Membership, Role, Tenant, User
from omniforge.tenants.services import change_role, remove_member
from tests.factories import PASSWORD, make_member, make_user

FIRST = {
    "workspace": "Larkfield",
    "name": "Derek Obi",
    "email": "Derek@Larkfield.example",
    "password": "a short sentence",
}
pytestmark = pytest.mark.django_db


@pytest.fixture
def visitor() -> Client:
    return Client(enforce_csrf_checks=False)


def sign_in(visitor: Client, email: str, password: str = PASSWORD, **extra: str):
    return visitor.post(reverse("sign-in"), {"email": email, "password": password, **extra})


def link(access: Access, *, email: str = "", role: Role = Role.MEMBER) -> str:
    return reverse("invitation", args=[invite(access=access, role=role, email=email)[1]])


@pytest.mark.parametrize(
    "odd", ["sign-out", "nowhere", "/a\nb", "//evil.example", "\x00/", "https:///x", "é"]
)
def test_invalid_next_address_does_not_leave_the_site(ann, visitor, odd):
    answer = sign_in(visitor, "ann@acme.example", next=odd)
    assert answer.status_code == 302
    assert "evil" not in answer.url and "\n" not in answer.url


class TestFirstAccount:
    def test_new_site_redirects_to_the_first_account(self, visitor):
        landed = visitor.get(reverse("settings"), follow=True)
        assert landed.redirect_chain[-1][0] == reverse("first-account")
        assert b"Make this server yours" in landed.content

    def test_first_account_creates_owner_and_workspace(self, visitor):
        answer = visitor.post(reverse("first-account"), FIRST)
        owner, tenant = User.objects.get(), Tenant.objects.get()
        assert answer.url == reverse("first-model")
        assert (owner.email, owner.is_superuser, owner.is_staff) == ("derek@larkfield.example", True, True)
        assert (tenant.slug, tenant.name) == ("larkfield", "Larkfield")
        assert Membership.objects.get().role == Role.OWNER
        assert visitor.get(reverse("settings")).status_code == 200

    def test_weak_first_password_is_a_field_error_and_input_is_kept(self, visitor):
        answer = visitor.post(reverse("first-account"), FIRST | {"password": "short"})
        form = answer.context["form"]
        assert "at least 12 characters" in form.errors["password"][0]
        assert b'value="Larkfield"' in answer.content and b'value="short"' not in answer.content
        assert b'aria-describedby="id_password_helptext id_password_error"' in answer.content
        assert not User.objects.exists()

    def test_first_account_is_closed_once_an_account_exists(self, visitor):
        make_user("first@example.org")
        assert visitor.post(reverse("first-account"), FIRST).url == reverse("sign-in")
        assert User.objects.count() == 1


class TestSignIn:
    def test_sign_in_opens_the_requested_page(self, visitor, ann):
        asked = visitor.get(reverse("settings"))
        answer = visitor.post(asked.url, {"email": " ANN@acme.example", "password": PASSWORD})
        assert answer.url == reverse("settings")

    def test_sign_in_does_not_redirect_to_another_site(self, visitor, ann):
        assert sign_in(visitor, "ann@acme.example", next="https://evil.example/").url == "/"

    def test_session_lasts_twelve_hours(self, visitor, ann):
        sign_in(visitor, "ann@acme.example")
        assert visitor.session.get_expiry_age() == 12 * 3600

    def test_wrong_password_and_unknown_email_get_the_same_error(self, visitor, ann):
        wrong = sign_in(visitor, "ann@acme.example", "not the password").context["form"].errors
        nobody = sign_in(visitor, "nobody@acme.example").context["form"].errors
        assert wrong == nobody
        assert "4 tries left" in wrong["__all__"][0]

    def test_sixth_try_is_refused_even_with_the_right_password(self, visitor, ann):
        for _ in range(5):
            sign_in(visitor, "ann@acme.example", "not the password")
        answer = sign_in(visitor, "Ann@acme.example")
        assert answer.status_code == 429
        assert 0 < int(answer["Retry-After"]) <= 301
        assert "Too many tries" in answer.content.decode()
        assert "_auth_user_id" not in visitor.session

    def test_blocked_account_does_not_block_others(self, visitor, ann, amy):
        for _ in range(6):
            sign_in(visitor, "ann@acme.example", "not the password")
        assert sign_in(visitor, "amy@acme.example").status_code == 302

    def test_many_tries_from_one_address_block_it_for_all_accounts(self, visitor, ann):
        for number in range(50):
            sign_in(visitor, f"person{number}@acme.example")
        assert sign_in(visitor, "ann@acme.example").status_code == 429

    def test_successful_sign_in_resets_the_tries(self, visitor, ann):
        for _ in range(4):
            sign_in(visitor, "ann@acme.example", "not the password")
        sign_in(visitor, "ann@acme.example")
        visitor.post(reverse("sign-out"))
        assert "4 tries left" in str(sign_in(visitor, "ann@acme.example", "wrong").context["form"].errors)

    def test_inactive_person_cannot_sign_in(self, visitor):
        make_user("gone@acme.example", is_active=False)
        assert sign_in(visitor, "gone@acme.example").status_code == 200

    def test_sign_out_requires_post_and_ends_the_session(self, visitor, ann):
        sign_in(visitor, "ann@acme.example")
        assert visitor.get(reverse("sign-out")).status_code == 405
        assert visitor.post(reverse("sign-out")).url == reverse("sign-in")
        assert visitor.get(reverse("settings")).status_code == 302

    def test_sign_in_requires_the_csrf_token(self, ann):
        assert sign_in(Client(enforce_csrf_checks=True), "ann@acme.example").status_code == 403

    def test_person_without_a_workspace_is_told_what_to_do(self, visitor, ann):
        make_user("lone@example.org")
        sign_in(visitor, "lone@example.org")
        answer = visitor.get(reverse("settings"))
        assert answer.status_code == 403
        assert "Ask an owner for an invitation link" in answer.content.decode()


class TestInvitation:
    def test_invited_person_creates_an_account_and_is_signed_in(self, visitor, ann):
        path = link(ann, role=Role.ADMIN)
        page = visitor.get(path).content.decode()
        assert "Join Acme" in page and "as admin" in page
        new = {"name": "Nia", "email": "nia@acme.example", "password": "a short sentence"}
        assert visitor.post(path, new).url == "/"
        joined = Membership.objects.get(user__email="nia@acme.example")
        assert (joined.tenant_id, joined.role, joined.user.is_staff) == (ann.tenant_id, Role.ADMIN, True)
        assert not joined.user.is_superuser
        assert visitor.get(reverse("settings")).status_code == 200

    def test_invitation_works_once(self, visitor, ann):
        path = link(ann)
        visitor.post(path, {"name": "Nia", "email": "nia@acme.example", "password": "a short sentence"})
        other = Client()
        new = {"name": "Mo", "email": "mo@acme.example", "password": "a short sentence"}
        assert other.post(path, new).status_code == 404
        assert "more than 7 days old" in other.get(path).content.decode()
        assert not User.objects.filter(email="mo@acme.example").exists()

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.parametrize("address", ["nia{}@acme.example", "nia@acme.example"])
    def test_concurrent_acceptances_let_in_one_person(self, ann, address):
        path, start = link(ann), Barrier(6)

        def take(number: int):
            new = {"name": "Nia", "email": address.format(number), "password": "a short sentence"}
            start.wait(timeout=60)
            try:
                return Client(raise_request_exception=False).post(path, new)
            finally:
                connection.close()

        with ThreadPoolExecutor(6) as pool:
            answers = list(pool.map(take, range(6)))
        others = [answer for answer in answers if answer.status_code != 302]
        assert len(others) == 5
        for answer in others:  # of those with one address the slower may hear of that first
            assert answer.status_code == 404 or "address is taken" in answer.content.decode()
            assert answer.status_code == 200 or "This invitation was already used" in answer.content.decode()
        assert Membership.objects.filter(tenant_id=ann.tenant_id).count() == 2

    def test_expired_invitation_is_not_found(self, visitor, ann):
        path = link(ann)
        Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        assert visitor.get(path).status_code == 404

    def test_invitation_for_an_email_ignores_another_email(self, visitor, ann):
        path = link(ann, email="nia@acme.example")
        visitor.post(path, {"name": "N", "email": "evil@example.org", "password": "a short sentence"})
        assert not User.objects.filter(email="evil@example.org").exists()
        assert Membership.objects.filter(user__email="nia@acme.example").exists()

    def test_invitation_for_an_email_refuses_another_person(self, visitor, ann, bob):
        path = link(ann, email="nia@acme.example")
        sign_in(visitor, "bob@globex.example")
        assert "is for nia@acme.example" in visitor.post(path).content.decode()
        assert not Membership.objects.filter(tenant_id=ann.tenant_id, user_id=bob.user_id).exists()

    def test_person_with_an_account_signs_in_and_joins(self, visitor, ann, bob):
        path = link(ann)
        to_sign_in = re.search(r'href="(/sign-in/[^"]+)"', visitor.get(path).content.decode()).group(1)
        assert visitor.post(to_sign_in, {"email": "bob@globex.example", "password": PASSWORD}).url == path
        assert "Join as bob@globex.example" in visitor.get(path).content.decode()
        assert visitor.post(path).url == "/"
        assert "Acme" in visitor.get(reverse("settings")).content.decode()
        visitor.post(reverse("switch-workspace"), {"tenant": bob.tenant_id})
        assert 'value="Globex"' in visitor.get(reverse("settings")).content.decode()

    def test_invitation_cannot_reset_an_existing_password(self, visitor, ann, bob):
        path = link(ann)
        taken = {"name": "B", "email": "bob@globex.example", "password": "another sentence"}
        assert "address is taken" in visitor.post(path, taken).content.decode()
        assert User.objects.get(email="bob@globex.example").check_password(PASSWORD)
        assert Invitation.objects.get().accepted_at is None

    def test_member_accepting_an_invitation_keeps_their_role(self, visitor, ann, amy):
        path = link(ann, role=Role.ADMIN)
        sign_in(visitor, "amy@acme.example")
        assert "already" in visitor.post(path).content.decode()
        assert Membership.objects.get(user_id=amy.user_id).role == Role.MEMBER

    def test_joining_is_audited(self, visitor, ann):
        visitor.post(link(ann), {"name": "N", "email": "n@acme.example", "password": "a short sentence"})
        assert list(AuditEntry.objects.order_by("created_at").values_list("action", flat=True)) == [
            "member.invited",
            "member.joined",
        ]


@pytest.mark.parametrize("role", [None, Role.MEMBER])
def test_invitations_of_a_demoted_or_removed_admin_are_void(ann: Access, acme: Tenant, visitor: Client, role):
    admin = make_member(acme, role=Role.ADMIN)
    kept, way_back = link(ann, role=Role.OWNER), link(admin, role=Role.ADMIN)
    assert visitor.get(way_back).status_code == 200
    member = Membership.objects.get(tenant=acme, user_id=admin.user_id)
    if role:
        change_role(access=ann, membership_id=member.pk, role=role)
    else:
        remove_member(access=ann, membership_id=member.pk)
    assert visitor.get(way_back).status_code == 404 and visitor.get(kept).status_code == 200
