"""The two ceremonies of passkeys (WebAuthn level 3): creating a key pair, and proving its possession.

Each challenge is stored in the visitor's session for five minutes, and valid once. A passkey verifies its
person by finger, face or PIN, so it replaces password and second factor together.
"""

import struct
import time
from functools import partial
from typing import TYPE_CHECKING, Any

from cryptography.exceptions import UnsupportedAlgorithm
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.translation import gettext

from omniforge.errors import InvalidInput, NotAllowed
from omniforge.net.addresses import read_address
from omniforge.tenants.models import User
from omniforge.tenants.origins import is_origin_of

if TYPE_CHECKING:
    from fido2.server import Fido2Server

# fido2 is imported lazily: 10 MB, half of it a list of domains, needed only for passkeys.

_NAME = "passkey_challenge"
_SECONDS = 5 * 60
# The errors of fido2 for malformed and for wrong responses.
_UNREADABLE = (
    *(ValueError, TypeError, KeyError, IndexError, AttributeError, AssertionError),
    *(OverflowError, RecursionError, struct.error),
)


def passkey_host(request: HttpRequest) -> str:
    """Return the host for passkeys at this address, empty if browsers don't allow any.

    They don't at an IP address, or without https, except on localhost.
    """
    host = split_domain_port(request.get_host())[0]
    is_trusted = request.is_secure() or host == "localhost" or host.endswith(".localhost")
    return host if is_trusted and not read_address(host.strip("[]")) else ""


def begin_creation(request: HttpRequest, *, person: User, known: list[bytes], name: str) -> dict[str, Any]:
    """Return the creation options. `known` are the person's existing credentials."""
    from fido2.webauthn import (
        AttestedCredentialData,
        PublicKeyCredentialUserEntity,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options, state = _server(request).register_begin(
        PublicKeyCredentialUserEntity(id=person.pk.bytes, name=person.email, display_name=str(person)),
        [AttestedCredentialData(one) for one in known],
        ResidentKeyRequirement.REQUIRED,
        UserVerificationRequirement.REQUIRED,
    )
    _keep(request, "create", state, name)
    return dict(options)


def complete_creation(request: HttpRequest, answer: dict[str, Any]) -> tuple[str, bytes, str]:
    """Return the new credential's id, the credential, and the name given at the start.

    Raises InvalidInput if it doesn't answer this visitor's challenge.
    """
    state, name = _take(request, "create")
    try:
        made = _server(request).register_complete(state, answer).credential_data
        assert made is not None
    except (*_UNREADABLE, UnsupportedAlgorithm) as error:
        raise InvalidInput(gettext("The passkey wasn't created. Try again.")) from error
    return made.credential_id.hex(), bytes(made), name


def begin_request(request: HttpRequest) -> dict[str, Any]:
    """Return the request options: any passkey for this site."""
    from fido2.webauthn import UserVerificationRequirement

    options, state = _server(request).authenticate_begin(None, UserVerificationRequirement.REQUIRED)
    _keep(request, "get", state)
    return dict(options)


def credential_id_of(answer: dict[str, Any]) -> str:
    """Return the credential id in a response."""
    from fido2.utils import websafe_decode

    try:
        return websafe_decode(answer["id"]).hex()
    except _UNREADABLE:
        return ""


def complete_request(request: HttpRequest, answer: dict[str, Any], credential: bytes) -> int:
    """Verify the credential's signature of the challenge, and return the device's use counter.

    Raises InvalidInput if the signature is wrong.
    """
    from fido2.webauthn import AttestedCredentialData, AuthenticationResponse

    state, _ = _take(request, "get")
    try:
        _server(request).authenticate_complete(state, [AttestedCredentialData(credential)], answer)
        return int(AuthenticationResponse.from_dict(answer).response.authenticator_data.counter)
    except (*_UNREADABLE, UnsupportedAlgorithm) as error:
        raise InvalidInput(gettext("That passkey didn't work. Try again.")) from error


def _server(request: HttpRequest) -> "Fido2Server":
    from fido2.server import Fido2Server
    from fido2.webauthn import PublicKeyCredentialRpEntity

    host = passkey_host(request)
    if not host:
        raise NotAllowed(gettext("Passkeys need https and a host name. Open the site by its usual address."))
    entity = PublicKeyCredentialRpEntity(id=host, name="OmniForge")
    return Fido2Server(entity, verify_origin=partial(is_origin_of, request))


def _keep(request: HttpRequest, kind: str, state: dict[str, Any], name: str = "") -> None:
    kept = {"kind": kind, "state": dict(state), "name": name, "until": time.time() + _SECONDS}
    request.session[_NAME] = kept


def _take(request: HttpRequest, kind: str) -> tuple[dict[str, Any], str]:
    kept = request.session.pop(_NAME, None)
    if not kept or kept["kind"] != kind or kept["until"] < time.time():
        raise InvalidInput(gettext("That took more than five minutes. Try again."))
    return kept["state"], kept["name"]
