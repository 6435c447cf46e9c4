"""The site's settings for tests: state in a temporary folder, independent of the developer's environment."""

import atexit
import os
import shutil
import tempfile

STATE = tempfile.mkdtemp(prefix="omniforge-test-")
_MAKER = os.getpid()


def _remove_state() -> None:
    if os.getpid() == _MAKER:  # a worker, which is a fork, ends while others still need it
        shutil.rmtree(STATE, ignore_errors=True)


atexit.register(_remove_state)

# A developer's keys, from the shell or from .env, must not reach a test: set and empty, they count as unset.
for vendor in ("OPENAI", "ANTHROPIC"):
    os.environ[f"{vendor}_API_KEY"] = os.environ[f"{vendor}_BASE_URL"] = ""
for role in ("INTENT", "REPLY", "PLAN", "SUMMARY", "GRADE", "EMBED"):
    os.environ[f"OMNIFORGE_MODEL_{role}"] = (
        "rules" if role == "EMBED" else ""
    )  # tests don't depend on installed extras
for name in ("OIDC_ISSUER", "ALLOWED_HOSTS_OUT", "SEARCH", "SEARCH_KEY", "MAIL_ANYONE"):
    os.environ[f"OMNIFORGE_{name}"] = ""
os.environ.update(
    OMNIFORGE_ENV="development",
    OMNIFORGE_VAR=STATE,
    REDIS_URL="",
    EMAIL_URL="",
    OTEL_EXPORTER_OTLP_ENDPOINT="",
    DEBUG="0",
    WEB_CONCURRENCY="1",
    OMNIFORGE_WRITES_PER_MINUTE="0",
)
os.environ["DATABASE_URL"] = os.environ.get("TEST_DATABASE_URL") or f"sqlite:///{STATE}/omniforge.sqlite3"

on_postgres = "postgres" in os.environ["DATABASE_URL"]
os.environ["OMNIFORGE_ROW_SECURITY"] = "true" if on_postgres else ""  # see tests/row_security.py

from omniforge.settings import *  # noqa: E402, F403
from omniforge.settings import DATABASES, STORAGES  # noqa: E402

os.environ.pop("OMNIFORGE_ROW_SECURITY", None)  # sites started by tests have their own database

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the real one takes 0.2 s per sign-in
# Pages that a test asks for in its own process name the files as they stand; no collection comes before.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}

if not on_postgres:  # test data needn't survive a power loss
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"

MODEL_PAUSES = (0.01, 0.02, 0.03)
