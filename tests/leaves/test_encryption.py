"""Encrypting text with a key, and errors without one."""

import pytest
from cryptography.fernet import Fernet, MultiFernet
from hypothesis import given
from hypothesis import strategies as st

from omniforge.storage import encryption
from omniforge.storage.encryption import CannotDecrypt, decrypt, encrypt, reencrypt


@given(st.text())
def test_what_is_encrypted_is_opened_again_and_cannot_be_read(text):
    token = encrypt(text)
    assert decrypt(token) == text
    assert len(text) < 4 or text not in token


def test_encrypting_twice_gives_different_tokens():
    assert encrypt("text") != encrypt("text")


@pytest.mark.parametrize(
    "token",
    ["", "gAAAA", "plain text", Fernet(Fernet.generate_key()).encrypt(b"x").decode()],
    ids=["nothing", "cut short", "never encrypted", "under another key"],
)
def test_undecryptable_token_error_names_the_field_only(token):
    with pytest.raises(CannotDecrypt) as failed:
        decrypt(token, name="conversations.Message.content")
    assert str(failed.value) == "conversations.Message.content: no configured key opens this value"


def test_reencrypt_moves_a_token_to_the_first_key_once(monkeypatch, settings):
    old, new = Fernet.generate_key().decode(), Fernet.generate_key().decode()
    token = Fernet(old).encrypt("grüße".encode()).decode()
    settings.FIELD_ENCRYPTION_KEY = [new, old]
    monkeypatch.setattr(encryption, "CRYPTER", MultiFernet([Fernet(new), Fernet(old)]))
    anew = reencrypt(token)
    assert Fernet(new).decrypt(anew.encode()).decode() == "grüße"
    assert reencrypt(anew) == anew
