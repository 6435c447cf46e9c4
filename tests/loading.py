"""Preloads for the forks of tests/forking.py what doesn't depend on settings: Django, modules, grammars.

Models need settings to be loaded, so a placeholder site's settings are used. At the end, code may have
read only settings that are the same for all sites, and those that each process reads again.
"""

import gc
import os
import sys
import tempfile
from importlib import import_module
from typing import Any

import django
from django.conf import Settings, settings
from django.utils.functional import empty

_MODULES = (
    "celery.apps.worker",
    "celery.beat",
    "celery.bin.celery",
    "celery.concurrency.thread",
    "celery.fixups.django",
    "celery.worker.consumer",
    "conversations.live.routing",
    "django.contrib.admin.templatetags.base",
    "django.contrib.auth.backends",
    "django.contrib.auth.middleware",
    "django.contrib.messages.middleware",
    "django.contrib.messages.storage.fallback",
    "django.contrib.sessions.middleware",
    "django.core.management.commands.migrate",
    "django.core.management.commands.shell",
    "django.db.backends.sqlite3.base",
    "django.middleware.clickjacking",
    "django.middleware.security",
    "kombu.transport.virtual",
    "omniforge.llm.anthropic",
    "omniforge.llm.openai",
    "omniforge.management.commands.serve",
    "omniforge.management.server",
    "omniforge.storage.redis_cache",
    "omniforge.tenants.sockets",
    "omniforge.tenants.throttling",
    "omniforge.urls",
    "omniforge.web.bounded_bodies",
    "omniforge.web.request_handler",
    "omniforge.web.observed",
    "omniforge.web.static_collection",
    "omniforge.web.static_files",
    "omniforge.web.waiting_requests",
    "uvicorn.lifespan.on",
    "uvicorn.loops.asyncio",
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
    "whitenoise.storage",
)
_OF_ALL_SITES = {
    "ABSOLUTE_URL_OVERRIDES",
    "AUTH_USER_MODEL",
    "DEFAULT_AUTO_FIELD",
    "DEFAULT_EXCEPTION_REPORTER",
    "DEFAULT_INDEX_TABLESPACE",
    "DEFAULT_TABLESPACE",
    "FORCE_SCRIPT_NAME",
    "INSTALLED_APPS",
    "LANGUAGES",
    "LANGUAGE_CODE",
    "LOCALE_PATHS",
    "MIGRATION_MODULES",
    "REST_FRAMEWORK",
    "SPECTACULAR_SETTINGS",
    "USE_I18N",
    "USE_TZ",
}
_READ_ANEW = {"DATABASES", "DEBUG", "FIELD_ENCRYPTION_KEY", "LOGGING", "LOGGING_CONFIG"}


class _Watched(Settings):
    """Settings that record which of them are read."""

    seen: set[str] = set()

    def __getattribute__(self, name: str) -> Any:
        if name.isupper():
            _Watched.seen.add(name)
        return super().__getattribute__(name)


def load() -> None:
    """Import everything that a site needs. RuntimeError if code read a setting that differs between sites."""
    with tempfile.TemporaryDirectory() as var:
        os.environ |= {"OMNIFORGE_VAR": var, "DATABASE_URL": f"sqlite:///{var}/none"}
        settings.__dict__["_wrapped"] = _Watched("omniforge.settings")
        _Watched.seen.clear()  # of Django's own checks
        django.setup()
        _map_tokens()
        _spare_passwords()
        for name in _MODULES:
            import_module(name)
        warm()
    if surplus := _Watched.seen - _OF_ALL_SITES - _READ_ANEW:
        raise RuntimeError(f"{surplus} may differ between sites: look at them later than at import.")
    gc.collect()
    gc.freeze()


def _map_tokens() -> None:
    """Map the table of tokens, which is the same for all sites, wherever its file is."""
    from omniforge.llm.tokens.table import load_table

    load_table()
    _Watched.seen.discard("VAR")


def _spare_passwords() -> None:
    """Use a fast hasher: test passwords protect nothing, and a sign-in would take 0.2 s."""
    from django.contrib.auth.hashers import ScryptPasswordHasher

    ScryptPasswordHasher.work_factor = 2


def warm() -> None:
    """Load the parsers, all handlers and tools, the secret patterns, the migration graph."""
    from django.db.migrations.loader import MigrationLoader

    from agents.handlers.registry import handlers
    from agents.tools.registry import our_tools
    from conversations.turns.warm_up import load_readers
    from omniforge.redaction import redact

    load_readers()
    handlers()
    our_tools()
    redact("nothing")
    MigrationLoader(None)


def forget() -> None:
    """Reset the settings, so that the process reads its own environment.

    The preloaded state is for SQLite; sites with another database are started normally.
    """
    if not os.environ["DATABASE_URL"].startswith("sqlite"):
        os.execv(sys.executable, [sys.executable, *sys.argv])
    from django.db import connections
    from encrypted_model_fields import fields

    from omniforge.storage import encryption

    sys.modules.pop("omniforge.settings")
    settings.__dict__.clear()
    settings.__dict__["_wrapped"] = empty
    for connection in connections.all(initialized_only=True):
        del connections[connection.alias]
    del connections.settings
    connections._settings = None
    encryption.CRYPTER = fields.CRYPTER = fields.get_crypter()
