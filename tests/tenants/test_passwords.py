"""Password rules, hashing, and rate limits that lock out nobody else."""

import pytest
from django.contrib.auth.hashers import identify_hasher
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from omniforge.tenants import account_tries
from omniforge.tenants.models import User
from omniforge.tenants.second_factor import passkeys
from tests.factories import PASSWORD, make_user
from tests.tenants.device import Device, add, ask, here, use
from tests.tenants.second_factors import password_given
from tests.tenants.test_sign_in import ELSEWHERE, WRONG, attack, sign_in, strangers_use_up_all_tries

pytestmark = pytest.mark.django_db
SCRYPT = "django.contrib.auth.hashers.ScryptPasswordHasher"
PBKDF2 = "django.contrib.auth.hashers.PBKDF2PasswordHasher"


@pytest.mark.parametrize(
    "weak",
    [
        "short",
        "aaaaaaaaaaaa",
        "abababababab",
        "passwordpassword",
        "Password1234",
        "P@ssw0rd2026!",
        "!!!Dragon2026!!!",
        "omniforge2026",
        "0mn1f0rge-2026",
        "qwertyuiopas",
        "abcdefghijkl",
        "lkjihgfedcba",
        "1234567890qwerty",
        "981273645501928",
        "123abc123abc123abc",
        "ann.acme.example",
    ],
)
def test_weak_password_is_refused(weak):
    with pytest.raises(ValidationError):
        validate_password(weak, User(email="ann@acme.example", name="Ann"))


@pytest.mark.parametrize(
    "strong",
    [
        PASSWORD,
        "a short sentence",
        "correct horse battery staple",
        "Tr0ub4dor&3-and-more",
        "xK9#mQ2$vL5p",
        "dragons eat 14 apples",
        "ein kurzer Satz über Äpfel",
        "パスワードは長い文にする",
    ],
)
def test_strong_password_is_accepted(strong):
    validate_password(strong, User(email="ann@acme.example", name="Ann"))


class TestHashing:
    """With the hashers that a site has; other tests have a faster one."""

    @pytest.fixture(autouse=True)
    def _real(self, settings):
        settings.PASSWORD_HASHERS = [PBKDF2]

    def test_old_hash_is_upgraded_only_by_a_correct_sign_in(self, settings):
        person = make_user("ann@acme.example")
        assert person.password.startswith("pbkdf2_sha256$")
        settings.PASSWORD_HASHERS = [SCRYPT, PBKDF2]
        client = Client()
        sign_in(client, WRONG)
        assert User.objects.get().password == person.password
        assert sign_in(client).status_code == 302
        person.refresh_from_db()
        assert identify_hasher(person.password).algorithm == "scrypt"
        assert person.check_password(PASSWORD)
        assert client.get("/settings/account/").status_code != 302, "it is the session of the new hash"


def test_passwords_are_hashed_by_scrypt_and_pbkdf2_is_accepted():
    from omniforge import settings

    assert settings.PASSWORD_HASHERS == [SCRYPT, PBKDF2]


class TestOthers:
    """An office behind one address: successful sign-ins don't count. Here the limit is ten attempts."""

    @pytest.fixture(autouse=True)
    def _small_office(self, monkeypatch):
        monkeypatch.setattr(account_tries, "TRIES_OF_ADDRESS", 10)

    def test_many_people_can_sign_in_from_one_address(self, acme):
        people = [make_user().email for _ in range(12)]
        assert {sign_in(Client(), email=one).status_code for one in people} == {302}

    def test_repeated_sign_ins_do_not_block_others(self, ann, amy):
        for _ in range(12):
            sign_in(Client())
        assert sign_in(Client(), email="amy@acme.example").status_code == 302

    def test_failed_sign_ins_count_against_their_address(self, ann):
        for number in range(10):
            sign_in(Client(), email=f"nobody{number}@acme.example", address=ELSEWHERE)
        assert attack(ELSEWHERE) == [429]

    def test_used_passkey_challenges_do_not_count(self, ann, monkeypatch):
        monkeypatch.setattr(passkeys, "ASKED_OF_NETWORK", 10)
        device = Device()
        add(password_given(ann), device)
        for _ in range(12):
            client = Client()
            assert use(client, device.use(ask(client))).url == "/"
        assert Client().post(reverse("passkey-options"), **here()).status_code == 200

    def test_reset_link_works_while_the_account_is_blocked(self, ann):
        from omniforge.tenants.password_reset import reset_link

        strangers_use_up_all_tries()
        assert sign_in(Client()).status_code == 429
        client = Client()
        form = client.get(reset_link(User.objects.get(pk=ann.user_id), ""), follow=True)
        new = "quite another sentence"
        client.post(form.redirect_chain[-1][0], {"password": new})
        assert sign_in(client, new).status_code == 302
