"""Own origins: by scheme, host and port, from the proxy if it is trusted."""

import pytest

from omniforge.tenants.origins import is_own_origin


def handshake(origin: bytes, host: bytes, forwarded: bytes = b"", **scope: object) -> dict[str, object]:
    headers = [(b"host", host), (b"origin", origin), (b"x-forwarded-proto", forwarded)]
    return {"type": "websocket", "path": "/ws/chat/", "query_string": b"", "headers": headers, **scope}


@pytest.mark.parametrize(
    ("origin", "host", "forwarded", "own"),
    [
        (b"https://site.example", b"site.example", b"https", True),
        (b"http://site.example", b"site.example", b"https", False),
        (b"https://site.example", b"site.example", b"http", False),
        (b"https://site.example:8443", b"site.example", b"https", False),
        (b"https://site.example:8443", b"site.example:8443", b"https", True),
        (b"https://other.example", b"other.example", b"https", False),
        (b"https://a.partner.example", b"site.example", b"https", True),
        (b"http://a.partner.example", b"site.example", b"https", False),
        (b"https://[", b"site.example", b"https", False),
    ],
)
def test_origin_is_compared_with_the_forwarded_scheme(settings, origin, host, forwarded, own):
    settings.ALLOWED_HOSTS = ["site.example"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.CSRF_TRUSTED_ORIGINS = ["https://*.partner.example"]
    assert is_own_origin(handshake(origin, host, forwarded)) is own


def test_forwarded_scheme_is_ignored_without_a_proxy(settings):
    settings.ALLOWED_HOSTS = ["site.example"]
    assert not is_own_origin(handshake(b"https://site.example", b"site.example", b"https"))
    assert is_own_origin(handshake(b"http://site.example", b"site.example", b"https"))
    assert is_own_origin(handshake(b"https://site.example", b"site.example", scheme="wss"))
