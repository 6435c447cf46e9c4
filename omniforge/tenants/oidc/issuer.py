"""The issuer's metadata: its endpoints (OpenID Connect Discovery 1.0) and its keys (RFC 7517)."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast
from urllib.parse import urlsplit

import orjson
from asgiref.sync import async_to_sync
from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext_noop

from omniforge.errors import OmniForgeError
from omniforge.net.client import fetch
from omniforge.net.errors import RequestFailed, RequestRefused
from omniforge.net.guard import Guard
from omniforge.tenants.limits import count

logger = logging.getLogger(__name__)
_DISCOVERY = "/.well-known/openid-configuration"
_SECONDS = 10.0
_MOST_BYTES = 500_000
_ENDPOINTS_FOR, _KEYS_FOR = 3600, 300  # seconds
_NEW_KEYS_A_MINUTE = 5  # lookups of unknown key ids


class IssuerFailed(OmniForgeError):
    """The issuer is unavailable, or its response is invalid. The log has the details."""

    code = "issuer_failed"
    status = 502
    message = gettext_noop("Single sign-on doesn't work at the moment. Try again, or sign in another way.")
    retryable = True


@dataclass(frozen=True, slots=True)
class Endpoints:
    """The issuer's endpoints and its client authentication method.

    `about` is the userinfo endpoint, empty if the issuer has none.
    """

    authorization: str
    token: str
    keys: str
    about: str
    takes_basic: bool


def is_set_up() -> bool:
    """Return whether an issuer is configured."""
    return bool(settings.OIDC_ISSUER)


def endpoints() -> Endpoints:
    """Return the issuer's endpoints, cached for an hour. Raises IssuerFailed."""
    found: Endpoints | None = cache.get(_slot("addresses"))
    if found is None:
        found = _read_endpoints(ask("GET", f"{settings.OIDC_ISSUER.rstrip('/')}{_DISCOVERY}"))
        cache.set(_slot("addresses"), found, _ENDPOINTS_FOR)
    return found


def find_key(key_id: str | None) -> dict[str, Any]:
    """Return the issuer's key of this id, without one, its only key. Raises IssuerFailed.

    An unknown id reloads the keys: issuers rotate them at any time.
    """
    found = _choose(cache.get(_slot("keys")) or [], key_id)
    if found is None and not count("oidc-keys", settings.OIDC_ISSUER, _NEW_KEYS_A_MINUTE, 60).exceeded:
        listed = ask("GET", endpoints().keys).get("keys")
        keys = [key for key in listed if isinstance(key, dict)] if isinstance(listed, list) else []
        cache.set(_slot("keys"), keys, _KEYS_FOR)
        found = _choose(keys, key_id)
    if found is None:
        raise log_failure("it signs with a key that it doesn't list")
    return found


def ask(
    method: str, url: str, *, headers: Mapping[str, str] | None = None, content: bytes | None = None
) -> dict[str, Any]:
    """Request a URL of the issuer and return its JSON object. Raises IssuerFailed."""
    asking = partial(fetch, max_bytes=_MOST_BYTES, seconds=_SECONDS, guard=_guard(), content=content)
    try:
        answer = async_to_sync(asking)(method, url, headers={"accept": "application/json", **(headers or {})})
    except (RequestFailed, RequestRefused) as error:
        raise log_failure(error.message) from error
    if not answer.ok:
        raise log_failure(f"{urlsplit(url).path} answers {answer.status}")
    try:
        said = orjson.loads(answer.body)
    except orjson.JSONDecodeError as error:
        raise log_failure(f"{urlsplit(url).path} answers what is no JSON") from error
    return cast(dict[str, Any], said) if isinstance(said, dict) else {}


def log_failure(why: str) -> IssuerFailed:
    """Log the issuer's failure, and return the error for people."""
    logger.warning("single sign-on: %s: %s", settings.OIDC_ISSUER, why)
    return IssuerFailed()


def _read_endpoints(said: dict[str, Any]) -> Endpoints:
    if said.get("issuer") != settings.OIDC_ISSUER:
        name = str(said.get("issuer"))[:200]
        raise log_failure(f"it calls itself {name}: set OMNIFORGE_OIDC_ISSUER to exactly that")
    methods = said.get("token_endpoint_auth_methods_supported") or ["client_secret_basic"]
    found = [said.get(name) for name in ("authorization_endpoint", "token_endpoint", "jwks_uri")]
    authorization, token, keys = (str(one) for one in found)
    about = str(said.get("userinfo_endpoint") or "")
    schemes = ("https:",) if settings.OIDC_ISSUER.startswith("https:") else ("https:", "http:")
    if not all(one.startswith(schemes) for one in (authorization, token, keys, about or keys)):
        raise log_failure("one of its endpoints is missing, or less protected than itself")
    return Endpoints(authorization, token, keys, about, "client_secret_basic" in methods)


def _choose(keys: list[dict[str, Any]], key_id: str | None) -> dict[str, Any] | None:
    signing = [key for key in keys if key.get("use", "sig") == "sig"]
    if key_id is None:
        return signing[0] if len(signing) == 1 else None
    return next((key for key in signing if key.get("kid") == key_id), None)


def _guard() -> Guard:
    """Return the SSRF filter with an exception for the issuer's own host, which may be private."""
    issuer, guard = urlsplit(settings.OIDC_ISSUER), Guard.of_settings()
    port = issuer.port or (443 if issuer.scheme == "https" else 80)
    return replace(guard, allowed=guard.allowed | {(issuer.hostname or "", port)})


def _slot(what: str) -> str:
    return f"oidc:{what}:{settings.OIDC_ISSUER}"
