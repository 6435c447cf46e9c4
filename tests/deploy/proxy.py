"""nginx with the shipped configuration, on separate ports and with a test certificate."""

import os
import re
import shutil
import signal
import ssl
import subprocess
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.ports import free_port, wait_for_port
from tests.site import ROOT

PROGRAM = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
CONFIGURATION = ROOT / "deploy/nginx"
_WRITTEN = (
    "client_body",
    "proxy",
    "fastcgi",
    "uwsgi",
    "scgi",
)  # what is too long for memory


class Proxy:
    """nginx before web processes at `ports`."""

    def __init__(self, folder: Path, ports: list[int]) -> None:
        self.folder, self.port, self.plain_port = folder, free_port(), free_port()
        self.url = f"https://localhost:{self.port}"
        (folder / "log").mkdir(parents=True)
        (folder / "tls").mkdir()
        _write_certificate(folder / "tls")
        (folder / "nginx.conf").write_text(self._configuration())
        (folder / "upstream.conf").write_text(_upstream(ports))
        self.trust = ssl.create_default_context(cafile=str(folder / "tls/fullchain.pem"))
        self._command = [str(PROGRAM), "-p", str(folder), "-c", "nginx.conf", "-e", "log/error.log"]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def logged(self) -> str:
        """All that it has written so far."""
        return "".join(path.read_text() for path in (self.folder / "log").glob("*.log"))

    def refusal(self) -> str:
        """Return nginx's errors about its configuration."""
        ended = subprocess.run([*self._command, "-t"], capture_output=True, text=True)
        return ended.stderr if ended.returncode else ""

    def start(self) -> None:
        """Start it, and return when it listens."""
        self._process = subprocess.Popen([*self._command, "-g", "daemon off;"])
        wait_for_port(self.port, self._process)

    def reload(self) -> None:
        """Reload the configuration."""
        if self._process:
            self._process.send_signal(signal.SIGHUP)

    def stop(self) -> None:
        """End it."""
        if self._process:
            self._process.terminate()
            self._process.wait(timeout=60)

    def _configuration(self) -> str:
        text = (CONFIGURATION / "nginx.conf").read_text()
        text = text.replace("omniforge.example.com", "localhost")
        for outside in ("/run/", "/var/log/nginx/", "/var/cache/"):
            text = text.replace(outside, "log/")
        text = re.sub(r"listen 443\b", f"listen 127.0.0.1:{self.port}", text)
        text = re.sub(r"listen 80\b", f"listen 127.0.0.1:{self.plain_port}", text)
        kept = " ".join(f"{name}_temp_path temp_{name};" for name in _WRITTEN)
        user = "user root;\n" if os.geteuid() == 0 else ""  # whose folders those of a test are
        return user + text.replace("http {", f"http {{ {kept}", 1)


def _upstream(ports: list[int]) -> str:
    text = (CONFIGURATION / "upstream.conf").read_text()
    for shipped, port in zip(("8001", "8002"), ports, strict=True):
        text = text.replace(f"127.0.0.1:{shipped}", f"127.0.0.1:{port}")
    return text


def _write_certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    names = x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))])
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    (folder / "fullchain.pem").write_bytes(certificate.public_bytes(pem))
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "privkey.pem").write_bytes(private)
