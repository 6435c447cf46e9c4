"""Exchanges a code for an id_token and validates it (OpenID Connect Core, 3.1.3)."""

from base64 import b64encode
from dataclasses import dataclass
from hmac import compare_digest
from typing import Any
from urllib.parse import quote, urlencode

from django.conf import settings
from django.utils.translation import gettext, gettext_noop

from omniforge.errors import InvalidInput
from omniforge.tenants.oidc.issuer import ask, endpoints, find_key, log_failure

# Only asymmetric signatures: neither none, nor HMAC with a shared secret.
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
_LEEWAY = 60  # seconds of allowed clock skew
_NOT_OURS = gettext_noop("That sign-in isn't valid. Try again.")


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a code. `access` is for the userinfo endpoint, or empty."""

    identity: str
    access: str


@dataclass(frozen=True, slots=True)
class Claims:
    """Who signed in at the issuer. `email` is empty unless the issuer verified it."""

    subject: str
    email: str
    name: str


def redeem(code: str, *, verifier: str, redirect_uri: str) -> Tokens:
    """Return the tokens for a code, which works once. Raises IssuerFailed."""
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": redirect_uri,
        "code_verifier": verifier,
    }
    given = ask("POST", endpoints().token, **_as_client(form))
    identity, access = given.get("id_token"), given.get("access_token")
    if not isinstance(identity, str):
        raise log_failure("it gives no id_token for a code")
    return Tokens(identity, access if isinstance(access, str) else "")


def read_claims(tokens: Tokens, *, nonce: str) -> Claims:
    """Return an id_token's claims, completed by those of the userinfo if it has no address.

    Raises InvalidInput unless the issuer signed the token for this site, it is valid now, and it answers this
    `nonce`. Raises IssuerFailed.
    """
    said = _verified(tokens.identity)
    audience = said["aud"]
    if isinstance(audience, list) and len(audience) > 1 and said.get("azp") != settings.OIDC_CLIENT_ID:
        raise InvalidInput(gettext(_NOT_OURS))
    if not compare_digest(str(said.get("nonce")).encode(), nonce.encode()):
        raise InvalidInput(gettext(_NOT_OURS))
    if "email" not in said and endpoints().about and tokens.access:
        said = _told_of(said["sub"], tokens.access) | said
    is_verified = said.get("email_verified") in (True, "true")  # some send it as text
    email = str(said.get("email") or "").strip().lower() if is_verified else ""
    if not 0 < len(said["sub"]) <= 255:
        raise InvalidInput(gettext(_NOT_OURS))
    return Claims(said["sub"], email, str(said.get("name") or "")[:120])


def _told_of(subject: str, access: str) -> dict[str, Any]:
    """Return the userinfo of `subject`, nothing if it is about somebody else (Core, 5.3.2)."""
    told = ask("GET", endpoints().about, headers={"authorization": f"Bearer {access}"})
    return told if told.get("sub") == subject else {}


def _verified(token: str) -> dict[str, Any]:
    import jwt

    try:
        header = jwt.get_unverified_header(token)
        if header.get("alg") not in ALGORITHMS:
            raise InvalidInput(gettext(_NOT_OURS))
        key = jwt.PyJWK.from_dict(find_key(header.get("kid")), algorithm=header["alg"])
        return jwt.decode(
            token,
            key,
            algorithms=[header["alg"]],
            audience=settings.OIDC_CLIENT_ID,
            issuer=settings.OIDC_ISSUER,
            leeway=_LEEWAY,
            options={"require": ["iss", "sub", "aud", "exp", "iat"]},
        )
    except jwt.PyJWTError as error:
        raise InvalidInput(gettext(_NOT_OURS)) from error


def _as_client(form: dict[str, str]) -> dict[str, Any]:
    """Add client authentication to the form, in the issuer's way (RFC 6749, 2.3.1)."""
    client, secret = settings.OIDC_CLIENT_ID, settings.OIDC_CLIENT_SECRET
    headers = {"content-type": "application/x-www-form-urlencoded"}
    if secret and endpoints().takes_basic:
        pair = f"{quote(client, safe='')}:{quote(secret, safe='')}"
        headers["authorization"] = f"Basic {b64encode(pair.encode()).decode()}"
    else:
        form = form | {"client_id": client} | ({"client_secret": secret} if secret else {})
    return {"content": urlencode(form).encode(), "headers": headers}
