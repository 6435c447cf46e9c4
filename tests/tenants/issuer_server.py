"""An OpenID provider on loopback with real HTTP: discovery, authorization, token, keys."""

import json
import secrets
import threading
import time
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT, SECRET = "omniforge at acme", "s3cret:of the client"


@cache
def _first_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(65537, 2048)


class Issuer:
    """One provider, at which the person of `claims` is signed in. What it does wrong can be set on it."""

    def __init__(self) -> None:
        self.claims: dict[str, Any] = {"sub": "ann-1", "email": "ann@acme.example", "email_verified": True}
        self.wrong: dict[str, Any] = {}  # overridden claims; None omits one
        self.told: dict[str, Any] = {}  # claims of the userinfo endpoint; empty if there is none
        self.discovered: dict[str, Any] = {}  # overrides of the discovery document
        self.refuses = False
        self.asked: list[str] = []
        self.authorizations: list[dict[str, str]] = []
        self._codes: dict[str, dict[str, str]] = {}
        self.key_id, self.key, self.algorithm = "first", _first_key(), "RS256"
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self._http.server_port}/realms/acme"

    def rotate(self) -> None:
        """Rotate to a new key, and list only that."""
        self.key_id, self.key = secrets.token_hex(4), rsa.generate_private_key(65537, 2048)

    def signed(self, claims: dict[str, Any]) -> str:
        return jwt.encode(claims, self.key, self.algorithm, headers={"kid": self.key_id})

    def listed_key(self) -> dict[str, Any]:
        listed = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
        return listed | {"kid": self.key_id, "use": "sig"}

    def sign_in(self, address: str) -> str:
        """Return the redirect of the provider for a browser at `address`."""
        asked = urlsplit(address)
        assert f"{asked.scheme}://{asked.netloc}{asked.path}" == f"{self.url}/authorize"
        given = {name: values[0] for name, values in parse_qs(asked.query).items()}
        self.authorizations.append(given)
        if self.refuses:
            return self._back(given, error="access_denied")
        code = secrets.token_urlsafe(16)
        self._codes[code] = given
        return self._back(given, code=code, iss=self.url)

    def _back(self, given: dict[str, str], **said: str) -> str:
        return f"{given['redirect_uri']}?{urlencode({'state': given['state'], **said})}"

    def discovery(self) -> dict[str, Any]:
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys",
            **({"userinfo_endpoint": f"{self.url}/userinfo"} if self.told else {}),
            **self.discovered,
        }

    def token(self, form: dict[str, str], authorization: str) -> tuple[int, dict[str, Any]]:
        """Redeem a code once, for the client that it was given to and that knows its verifier."""
        if not self._is_client(form, authorization):
            return 401, {"error": "invalid_client"}
        given = self._codes.pop(form.get("code", ""), None)
        if given is None or form["redirect_uri"] != given["redirect_uri"]:
            return 400, {"error": "invalid_grant"}
        challenge = urlsafe_b64encode(sha256(form["code_verifier"].encode()).digest()).rstrip(b"=").decode()
        if (given["code_challenge_method"], given["code_challenge"]) != ("S256", challenge):
            return 400, {"error": "invalid_grant"}
        return 200, {"token_type": "Bearer", "access_token": "x", "id_token": self._id_token(given)}

    def _id_token(self, given: dict[str, str]) -> str:
        now = int(time.time())
        right = {"iss": self.url, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": given["nonce"]}
        said = right | self.claims | self.wrong
        return self.signed({name: value for name, value in said.items() if value is not None})

    def _is_client(self, form: dict[str, str], authorization: str) -> bool:
        if "client_secret_post" in self.discovered.get("token_endpoint_auth_methods_supported", ()):
            return (form.get("client_id"), form.get("client_secret")) == (CLIENT, SECRET)
        name, _, secret = b64decode(authorization.removeprefix("Basic ")).decode().partition(":")
        return (unquote(name), unquote(secret)) == (CLIENT, SECRET)


def _handler(issuer: Issuer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            issuer.asked.append(self.path)
            said = {
                "/realms/acme/.well-known/openid-configuration": issuer.discovery(),
                "/realms/acme/keys": {"keys": [issuer.listed_key()]},
            }
            if self.headers.get("Authorization") == "Bearer x":
                said["/realms/acme/userinfo"] = issuer.told
            if self.path.startswith("/realms/acme/authorize?"):
                self.send_response(302)
                self.send_header("Location", issuer.sign_in(f"{issuer.url}{self.path[12:]}"))
                self.end_headers()
            else:
                self._say(200 if self.path in said else 404, said.get(self.path, {}))

        def do_POST(self) -> None:
            issuer.asked.append(self.path)
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            form = {name: values[0] for name, values in parse_qs(body).items()}
            self._say(*issuer.token(form, self.headers.get("Authorization", "")))

        def _say(self, status: int, said: dict[str, Any]) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(said).encode())

        def log_message(self, *_: object) -> None:
            pass

    return Handler


@contextmanager
def running_issuer() -> Iterator[Issuer]:
    """Run a provider until the block ends."""
    issuer = Issuer()
    thread = threading.Thread(target=issuer._http.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield issuer
    finally:
        issuer._http.shutdown()
        issuer._http.server_close()
        thread.join()
