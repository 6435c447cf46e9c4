"""A simulated WebAuthn authenticator: it creates key pairs and signs challenges."""

import hashlib
import json
import secrets
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from django.test import Client
from django.urls import reverse
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

from tests.factories import PASSWORD

HOST = "localhost"
_FLAG = AuthenticatorData.FLAG


class Device:
    """One passkey. What a careless or hostile device would answer can be set on it."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(32)
        self.origin = f"http://{HOST}"
        self.rp_id = HOST
        self.is_verified = True
        self.uses = 0

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer `navigator.credentials.create`."""
        credential = AttestedCredentialData.create(
            Aaguid(bytes(16)), self.id, ES256.from_cryptography_key(self.key.public_key())
        )
        data = self._data(_FLAG.AT, credential)
        attested = AttestationObject.create("none", data, {})
        said = self._client_data(CollectedClientData.TYPE.CREATE, options)
        return self._answer({"clientDataJSON": said.b64, "attestationObject": websafe_encode(attested)})

    def use(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer `navigator.credentials.get`."""
        data, said = self._data(), self._client_data(CollectedClientData.TYPE.GET, options)
        signature = self.key.sign(data + said.hash, ec.ECDSA(SHA256()))
        fields = {"authenticatorData": data, "signature": signature}
        encoded = {name: websafe_encode(value) for name, value in fields.items()}
        return self._answer({"clientDataJSON": said.b64, **encoded})

    def _data(self, flags: int = 0, credential: Any = None) -> AuthenticatorData:
        flags |= _FLAG.UP | (_FLAG.UV if self.is_verified else 0)
        rp_hash = hashlib.sha256(self.rp_id.encode()).digest()
        return AuthenticatorData.create(rp_hash, flags, self.uses, credential or b"")

    def _client_data(self, kind: str, options: dict[str, Any]) -> CollectedClientData:
        return CollectedClientData.create(kind, options["publicKey"]["challenge"], self.origin)

    def _answer(self, response: dict[str, Any]) -> dict[str, Any]:
        name = websafe_encode(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response}


def here(**more: Any) -> dict[str, Any]:
    """Return what a request to the host of passkeys has."""
    return {"HTTP_HOST": HOST, **more}


def begin(client: Client, name: str = "Laptop", password: str = PASSWORD):
    return client.post(reverse("add-passkey"), {"name": name, "old_password": password}, **here())


def add(client: Client, device: Device, name: str = "Laptop"):
    """Add a passkey as the page's script does."""
    return finish(client, device.make(begin(client, name).json()))


def finish(client: Client, answer: object):
    return client.post(reverse("finish-passkey"), {"credential": json.dumps(answer)}, **here())


def ask(client: Client) -> dict[str, Any]:
    return client.post(reverse("passkey-options"), **here()).json()


def sign_in_with(client: Client, device: Device, *, to: str = ""):
    return use(client, device.use(ask(client)), to=to)


def use(client: Client, answer: object, *, to: str = ""):
    return client.post(reverse("use-passkey"), {"credential": json.dumps(answer), "next": to}, **here())
