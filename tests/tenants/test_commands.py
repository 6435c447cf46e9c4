"""Management commands for workspaces and keys, and the canary."""

import re
from io import StringIO

import pytest
from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import connection

from omniforge.tenants.canary import check_canary
from omniforge.tenants.keys import find_key_holder
from omniforge.tenants.models import AuditEntry, EncryptionCanary, Membership, Role, User
from omniforge.tenants.oversight import tenants_overseen_by

ACME = ("--slug", "acme", "--owner", "ann@example.org", "--password", "a short sentence")


def run(*arguments: str) -> str:
    output = StringIO()
    call_command(*arguments, stdout=output)
    return output.getvalue()


@pytest.mark.django_db
class TestCreateTenant:
    def test_create_tenant_creates_workspace_and_owner(self):
        run("create_tenant", *ACME)
        membership = Membership.objects.get()
        assert (membership.tenant.slug, membership.tenant.name, membership.role) == (
            "acme",
            "acme",
            Role.OWNER,
        )
        assert membership.user.check_password("a short sentence")

    def test_existing_owner_keeps_their_password(self):
        run("create_tenant", *ACME)
        run("create_tenant", "--slug", "second", "--name", "Second", "--owner", "ANN@example.org")
        assert User.objects.get().check_password("a short sentence")
        assert Membership.objects.count() == 2

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (ACME, "There is a workspace 'acme' already"),
            (("--slug", "new", "--owner", "new@example.org"), "too short"),
        ],
    )
    def test_create_tenant_refuses_invalid_arguments(self, arguments, said):
        run("create_tenant", *ACME)
        with pytest.raises(CommandError, match=said):
            run("create_tenant", *arguments)


@pytest.mark.django_db
def test_first_owner_is_superuser_until_revoked():
    run("create_tenant", *ACME)
    run("create_tenant", "--slug", "other", "--owner", "bob@example.org", "--password", "a short sentence")
    ann, bob = (User.objects.get(email=f"{name}@example.org") for name in ("ann", "bob"))
    assert [tenants_overseen_by(one).count() for one in (ann, bob)] == [2, 1]
    run("revoke_superuser", "Ann@example.org")
    assert [one.slug for one in tenants_overseen_by(User.objects.get(pk=ann.pk))] == ["acme"]
    assert User.objects.get(pk=ann.pk).is_staff
    assert AuditEntry.objects.filter(action="account.superuser_revoked").count() == 1
    with pytest.raises(CommandError, match="oversees every workspace"):
        run("revoke_superuser", "bob@example.org")
    run("createsuperuser", "--noinput", "--email", "root@example.org")
    assert tenants_overseen_by(User.objects.get(email="root@example.org")).count() == 2


@pytest.mark.django_db
class TestCreateApiKey:
    def test_last_line_of_output_is_the_api_key(self):
        run("create_tenant", *ACME)
        wanted = (
            "--tenant",
            "acme",
            "--user",
            "Ann@example.org",
            "--scopes",
            "chat,read,admin",
            "--days",
            "3",
        )
        key = run("create_api_key", *wanted).splitlines()[-1]
        holder = find_key_holder(key)
        assert re.fullmatch(r"of_[\w-]{43}", key)
        assert holder.access.scopes == {"chat", "read", "admin"} and holder.expires_at

    @pytest.mark.parametrize(
        "wrong",
        [("--tenant", "other"), ("--user", "nobody@example.org"), ("--scopes", "root"), ("--days", "0")],
    )
    def test_create_api_key_refuses_unknown_arguments(self, wrong):
        run("create_tenant", *ACME)
        wanted = dict([("--tenant", "acme"), ("--user", "ann@example.org"), wrong])
        with pytest.raises(CommandError):
            run("create_api_key", *(part for pair in wanted.items() for part in pair))


def test_generated_encryption_keys_differ_and_work():
    first, second = (run("generate_encryption_key").strip() for _ in range(2))
    assert first != second
    assert Fernet(first).decrypt(Fernet(first).encrypt(b"text")) == b"text"


@pytest.mark.django_db
def test_canary_is_stored_once():
    check_canary()
    check_canary()
    assert EncryptionCanary.objects.count() == 1


@pytest.mark.django_db
def test_unreadable_canary_names_the_setting():
    check_canary()
    foreign = Fernet(Fernet.generate_key()).encrypt(b"x").decode()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tenants_encryptioncanary SET value = %s", [foreign])
    with pytest.raises(ImproperlyConfigured, match="FIELD_ENCRYPTION_KEY"):
        check_canary()
