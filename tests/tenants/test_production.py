"""Settings required in production, each in its own process; and .env.example lists all of them."""

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass

import pytest
from cryptography.fernet import Fernet

from tests.site import ROOT, Site

RIGHT = {
    "OMNIFORGE_ENV": "production",
    "SECRET_KEY": "x7" * 30,
    "FIELD_ENCRYPTION_KEY": Fernet.generate_key().decode(),
    "ALLOWED_HOSTS": "omniforge.example.com",
}
SERVERS = {"DATABASE_URL": "postgres://u:p@127.0.0.1/x", "REDIS_URL": "redis://127.0.0.1:6379/0"}
MAIL = {"EMAIL_URL": "smtp://mail.example.com"}
CASES = {
    "right": {},
    "no secret key": {"SECRET_KEY": ""},
    "no encryption key": {"FIELD_ENCRYPTION_KEY": ""},
    "no hosts": {"ALLOWED_HOSTS": ""},
    "mail from any host": {**MAIL, "ALLOWED_HOSTS": ".example.com"},
    "mail from one address": {
        **MAIL,
        "ALLOWED_HOSTS": ".example.com",
        "OMNIFORGE_URL": "https://example.com",
    },
    "two processes on SQLite": {"WEB_CONCURRENCY": "2", "REDIS_URL": SERVERS["REDIS_URL"]},
    "two processes without Redis": {"WEB_CONCURRENCY": "2", "DATABASE_URL": SERVERS["DATABASE_URL"]},
    "row security with bindings on the server": {
        "DATABASE_URL": f"{SERVERS['DATABASE_URL']}?server_side_binding=true",
        "OMNIFORGE_ROW_SECURITY": "true",
    },
    "two processes with both": {"WEB_CONCURRENCY": "2", **SERVERS},
}
TELL = """
import json
from django.conf import settings as s
from django.test import Client
ask = Client(headers={"Host": "omniforge.example.com"}).get
names = [n for n in dir(s) if n.startswith(("SECURE_", "SESSION_COOKIE_", "CSRF_COOKIE"))]
plain, probe, secure = ask("/sign-in/"), ask("/healthz"), ask("/healthz", secure=True)
inside = Client(headers={"Host": "127.0.0.1:8001"})
paths = ("/healthz", "/readyz", "/sign-in/", "/healthz/")
answers = {"inside": [inside.get(path).status_code for path in paths]}
answers |= {"plain": plain.url, "probe": probe.status_code, "hsts": secure["Strict-Transport-Security"]}
print(json.dumps({n: getattr(s, n) for n in names} | answers))
"""


@dataclass(frozen=True)
class Start:
    code: int
    told: str


@pytest.fixture(scope="module")
def starts(tmp_path_factory) -> dict[str, Start]:
    """How each case starts."""

    def start(case: str) -> Start:
        site = Site(tmp_path_factory.mktemp("var"), **RIGHT | CASES[case])
        module = ["manage", "shell", "-v", "0", "-c", TELL] if case == "right" else ["omniforge.settings"]
        with site.beside(*module) as process:
            code = process.wait(120)
        return Start(code, (site.var / f"{module[0]}.log").read_text())

    return {case: start(case) for case in CASES}


@pytest.mark.parametrize("case", ["right", "mail from one address", "two processes with both"])
def test_production_starts_with_required_settings(starts, case):
    assert starts[case].code == 0, starts[case].told


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ("no secret key", "Set SECRET_KEY in production"),
        ("no encryption key", "Set FIELD_ENCRYPTION_KEY in production"),
        ("no hosts", "Set ALLOWED_HOSTS in production, for example ALLOWED_HOSTS=omniforge.example.com"),
        ("mail from any host", "Set OMNIFORGE_URL=https://"),
        ("two processes on SQLite", "set DATABASE_URL=postgres://"),
        ("two processes without Redis", "REDIS_URL=redis://"),
        ("row security with bindings on the server", "take that out of DATABASE_URL"),
    ],
)
def test_missing_production_setting_is_named(starts, case, said):
    assert starts[case].code != 0
    assert said in starts[case].told.splitlines()[-1]


def test_cookies_and_transport_are_secure_in_production(starts):
    told = json.loads(starts["right"].told.splitlines()[-1])
    assert told["SESSION_COOKIE_SECURE"] and told["CSRF_COOKIE_SECURE"] and told["SECURE_SSL_REDIRECT"]
    assert told["SECURE_HSTS_SECONDS"] >= 31_536_000
    assert told["plain"] == "https://omniforge.example.com/sign-in/" and told["probe"] == 200
    assert told["hsts"] == "max-age=31536000; includeSubDomains"
    assert (told["SESSION_COOKIE_AGE"], told["SESSION_COOKIE_SAMESITE"]) == (43_200, "Lax")


def test_only_health_probes_may_use_an_unknown_host_name(starts):
    assert json.loads(starts["right"].told.splitlines()[-1])["inside"] == [
        200,
        503,
        400,
        400,
    ]  # it has no tables


def test_content_security_policy_allows_no_inline_code(client, db):
    policy = client.get("/sign-in/", follow=True)["Content-Security-Policy"]
    assert "script-src 'self';" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy


@pytest.mark.parametrize("path", ["/sign-in/", "/settings/", "/api/v1/me/", "/nothing/"])
def test_pages_are_not_stored_in_the_browser_cache(client, db, path):
    assert "no-store" in client.get(path)["Cache-Control"]


def test_env_example_lists_exactly_the_variables_read():
    read = re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (ROOT / "omniforge/settings.py").read_text())
    named = re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    assert sorted(named) == sorted(set(read))


def test_settings_load_with_env_example_unchanged(tmp_path):
    example = dict(re.findall(r"^([A-Z_]+)=(.*)$", (ROOT / ".env.example").read_text(), re.MULTILINE))
    env = {"PATH": os.environ["PATH"], **example, "OMNIFORGE_VAR": str(tmp_path)}
    command = [sys.executable, "-c", "import omniforge.settings"]
    started = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert started.returncode == 0, started.stderr
