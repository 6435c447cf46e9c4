"""SNI and certificate checks use the name, although the connection goes to an address."""

import ssl
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from omniforge.net import Guard, GuardedTransport
from tests.net.pages import Page, PageServer, serving


def write_certificate(folder: Path, name: str) -> Path:
    """Write a key and a certificate that it signs itself, for one name, into one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now - timedelta(1)).not_valid_after(now + timedelta(1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
    path = folder / "certificate.pem"
    path.write_bytes(private + made.sign(key, hashes.SHA256()).public_bytes(pem))
    return path


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    return write_certificate(tmp_path, "secure.example")


@pytest.fixture
def named(certificate: Path) -> Iterator[tuple[PageServer, list[str]]]:
    """A server with TLS for secure.example, and the names that its clients ask for."""
    asked: list[str] = []
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)
    tls.sni_callback = lambda _, name, __: asked.append(name)
    with serving(tls=tls) as server:
        server.pages["/"] = Page(b"hello")
        yield server, asked


async def _to_loopback(host: str, port: int) -> Sequence[str]:
    return ["127.0.0.1"]


async def _get(url: str, server: PageServer, certificate: Path) -> httpx2.Response:
    host = httpx2.URL(url).host
    guard = Guard(frozenset({(host, server.port)}), resolve=_to_loopback)
    transport = GuardedTransport(guard, tls=ssl.create_default_context(cafile=str(certificate)))
    async with httpx2.AsyncClient(transport=transport) as client:
        return await client.get(url)


async def test_sni_and_host_header_carry_the_host_name(named, certificate):
    server, asked = named
    page = await _get(f"https://secure.example:{server.port}/", server, certificate)
    assert (page.content, asked) == (b"hello", ["secure.example"])
    assert server.requests[0].headers["Host"] == f"secure.example:{server.port}"


async def test_certificate_of_another_host_is_refused(named, certificate):
    server, _ = named
    with pytest.raises(httpx2.ConnectError, match="certificate"):
        await _get(f"https://other.example:{server.port}/", server, certificate)
    assert server.requests == []
