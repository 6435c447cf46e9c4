"""Every setting of the site, read once from the environment. No variable is required.

`.env.example` names each variable that is read here. A test compares the two.
"""

import gc
import os
import sys
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from environ import Env

from omniforge.api_settings import REST_FRAMEWORK, SPECTACULAR_SETTINGS  # noqa: F401
from omniforge.installed import INSTALLED_APPS, MIDDLEWARE  # noqa: F401
from omniforge.logging_settings import logging_settings
from omniforge.storage.keys import load_keys
from omniforge.storage.private_files import create_private_folder

BASE_DIR = Path(__file__).resolve().parent.parent
env = Env()
Env.read_env(BASE_DIR / ".env")
for name in [name for name, value in os.environ.items() if not value]:
    del os.environ[name]  # an empty variable, as in .env.example, counts as unset

# --- Where we are -------------------------------------------------------------------------------

OMNIFORGE_ENV = env.str("OMNIFORGE_ENV", "development")
PRODUCTION = OMNIFORGE_ENV == "production"
DEBUG = env.bool("DEBUG", False)
VAR = Path(env.str("OMNIFORGE_VAR", str(BASE_DIR / "var"))).resolve()
create_private_folder(VAR)
# Modules, templates and patterns are hundreds of thousands of long-lived objects; at Python's default of 700,
# the garbage collector spends more time on them than everything else takes.
gc.set_threshold(20_000)


def require(name: str, example: str) -> None:
    """Refuse to start in production without the variable `name`."""
    if PRODUCTION and not env.str(name, ""):
        raise ImproperlyConfigured(f"Set {name} in production, for example {name}={example}")


require("SECRET_KEY", "<50 random characters>")
require("FIELD_ENCRYPTION_KEY", "<a key from: manage.py generate_encryption_key>")
require("ALLOWED_HOSTS", "omniforge.example.com")
if not PRODUCTION:
    load_keys(VAR)

SECRET_KEY = env.str("SECRET_KEY")
FIELD_ENCRYPTION_KEY = env.list("FIELD_ENCRYPTION_KEY")  # the first encrypts, all decrypt
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
WEB_PROCESSES = env.int("WEB_CONCURRENCY", 1)
DATABASE_URL = env.str("DATABASE_URL", f"sqlite:///{VAR / 'omniforge.sqlite3'}")
REDIS_URL = env.str("REDIS_URL", "")

if PRODUCTION and WEB_PROCESSES > 1 and (DATABASE_URL.startswith("sqlite") or not REDIS_URL):
    raise ImproperlyConfigured(
        "More than one web process (WEB_CONCURRENCY) needs PostgreSQL and Redis: "
        "set DATABASE_URL=postgres://... and REDIS_URL=redis://..."
    )

# --- What is installed --------------------------------------------------------------------------

ROOT_URLCONF = "omniforge.urls"
ASGI_APPLICATION = "omniforge.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "tenants.User"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# --- Storage ------------------------------------------------------------------------------------

DATABASES = {"default": env.db_url_config(DATABASE_URL)}
if "sqlite" in DATABASES["default"]["ENGINE"]:
    # IMMEDIATE keeps writers from failing with 'database is locked'; the rest is for speed.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,  # seconds; a web process waits less: omniforge/storage/sqlite_lock.py
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA journal_size_limit=27103364;"
        ),
    }
    # REST framework imports PostgreSQL's driver if it is installed: 9 MB that nothing here uses.
    sys.modules.setdefault("django.contrib.postgres.fields", None)  # type: ignore[arg-type]
    DATABASES["default"]["CONN_MAX_AGE"] = None  # opening one takes longer than most queries
    DATABASES["default"]["TEST"] = {"NAME": str(VAR / "test.sqlite3")}
else:
    pool = {"min_size": 1, "max_size": 12, "timeout": 4}
    options = DATABASES["default"].setdefault("OPTIONS", {})  # those of the URL: sslmode, host
    options |= {"pool": pool, "connect_timeout": options.get("connect_timeout", 2)}
    options.setdefault("tcp_user_timeout", 10_000)  # milliseconds; a vanished host sends no reset
    options.setdefault("options", "-c statement_timeout=30s")
ROW_SECURITY = env.bool("OMNIFORGE_ROW_SECURITY", False)
if ROW_SECURITY:
    if "postgresql" not in DATABASES["default"]["ENGINE"]:
        raise ImproperlyConfigured("OMNIFORGE_ROW_SECURITY needs PostgreSQL: set DATABASE_URL=postgres://...")
    if options.get("server_side_binding"):  # row security sends two statements in one message
        raise ImproperlyConfigured(
            "OMNIFORGE_ROW_SECURITY does not work with server_side_binding: take that out of DATABASE_URL."
        )
    DATABASES["default"]["ENGINE"] = "omniforge.storage.row_security.backend"

CACHES = {
    "default": {"BACKEND": "omniforge.storage.redis_cache.TolerantRedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}
CHANNEL_LAYERS = {
    "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [REDIS_URL]}}
    if REDIS_URL
    else {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {"capacity": 10_000}}
}

# --- Background work ----------------------------------------------------------------------------

QUEUE = VAR / "celery" / "messages"  # if there is no Redis
QUEUE.mkdir(parents=True, exist_ok=True)
CELERY_BROKER_URL = REDIS_URL or "folder://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 3600} if REDIS_URL else {"folder": QUEUE}
CELERY_TASK_DEFAULT_QUEUE = "celery"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_ENABLE_REMOTE_CONTROL = bool(REDIS_URL)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_BEAT_SCHEDULER = "omniforge.background.clock:Clock"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "celery" / "clock.json")
CELERY_BEAT_SCHEDULE = {
    "beat": {"task": "omniforge.beat", "schedule": 5.0},
    "drain-spool": {"task": "conversations.tasks.drain_spool", "schedule": 5.0},
    "index-said": {"task": "conversations.tasks.index_said", "schedule": 20.0},
    "run-due": {"task": "conversations.tasks.run_due", "schedule": 30.0},
    "repair-search-index": {"task": "omniforge.projects.tasks.repair_search_index", "schedule": 300.0},
    "embed-passages": {"task": "omniforge.projects.tasks.embed_passages", "schedule": 15.0},
    "seal-audit": {"task": "omniforge.tenants.tasks.seal_audit", "schedule": 300.0},
    "clear-sessions": {"task": "omniforge.tenants.tasks.clear_expired_sessions", "schedule": 86_400.0},
    "purge-expired": {"task": "conversations.tasks.purge_expired", "schedule": 3600.0},
    "purge-trash": {"task": "omniforge.projects.tasks.purge_trash", "schedule": 86_400.0},
}

# --- Single sign-on ---------------------------------------------------------------------------

OIDC_ISSUER = env.str("OMNIFORGE_OIDC_ISSUER", "")  # empty: no single sign-on
OIDC_CLIENT_ID = env.str("OMNIFORGE_OIDC_CLIENT_ID", "")
OIDC_CLIENT_SECRET = env.str("OMNIFORGE_OIDC_CLIENT_SECRET", "")
OIDC_LABEL = env.str("OMNIFORGE_OIDC_LABEL", "single sign-on")
OIDC_DOMAINS = env.list("OMNIFORGE_OIDC_DOMAINS", default=[])  # of new people's addresses; empty: all
OIDC_WORKSPACE = env.str("OMNIFORGE_OIDC_WORKSPACE", "")  # that new people join; empty: only invited people
OIDC_ROLE = env.str("OMNIFORGE_OIDC_ROLE", "member")
if OIDC_ISSUER and not OIDC_CLIENT_ID:
    raise ImproperlyConfigured("Set OMNIFORGE_OIDC_CLIENT_ID: OMNIFORGE_OIDC_ISSUER alone signs nobody in.")
if PRODUCTION and OIDC_ISSUER and not OIDC_ISSUER.startswith("https://"):
    raise ImproperlyConfigured(f"OMNIFORGE_OIDC_ISSUER={OIDC_ISSUER} has to begin with https:// here.")
if OIDC_ROLE not in ("admin", "member", "auditor"):
    raise ImproperlyConfigured(f"OMNIFORGE_OIDC_ROLE={OIDC_ROLE} is none of admin, member, auditor.")

# --- Language models ----------------------------------------------------------------------------

MODEL_PROVIDERS = {
    "openai": {
        "api_key": env.str("OPENAI_API_KEY", ""),
        "base_url": env.str("OPENAI_BASE_URL", "https://api.openai.com/v1"),
    },
    "anthropic": {
        "api_key": env.str("ANTHROPIC_API_KEY", ""),
        "base_url": env.str("ANTHROPIC_BASE_URL", "https://api.anthropic.com"),
    },
}
# A role without a setting uses the first provider with a key, else rules.
MODEL_ROLES = {
    "intent": env.str("OMNIFORGE_MODEL_INTENT", ""),
    "reply": env.str("OMNIFORGE_MODEL_REPLY", ""),
    "plan": env.str("OMNIFORGE_MODEL_PLAN", ""),
    "summary": env.str("OMNIFORGE_MODEL_SUMMARY", ""),
    "grade": env.str("OMNIFORGE_MODEL_GRADE", ""),
    "embed": env.str("OMNIFORGE_MODEL_EMBED", ""),  # a model embeds only if it is set
}
MODEL_WINDOW = env.int("OMNIFORGE_MODEL_WINDOW", 0)  # tokens; 0: by the table in omniforge/llm/windows.py
# Seconds for the first word of an answer, and for each further one. After them the request is retried, or the
# failure is reported, and the turn has to end within 30.
MODEL_PATIENCE = (25.0, 15.0)
# Seconds before each retry of an answer that has not begun: long enough for a model server that restarts.
MODEL_PAUSES = (0.3, 1.5, 5.0)
LOCK_MODELS = env.bool("OMNIFORGE_LOCK_MODELS", False)  # workspaces can't connect their own
INTENT_COST_BUDGET = env.float("OMNIFORGE_INTENT_COST_BUDGET", 0.005)  # dollars per message
MESSAGES_PER_MINUTE = env.int("OMNIFORGE_MESSAGES_PER_MINUTE", 60)  # by one user; 0 is no limit
WRITES_PER_MINUTE = env.int("OMNIFORGE_WRITES_PER_MINUTE", 300)  # by one user; 0 is no limit
DELIVERIES_PER_MINUTE = env.int("OMNIFORGE_DELIVERIES_PER_MINUTE", 60)  # to one web hook; 0 is no limit
TURNS_AT_ONCE = env.int("OMNIFORGE_TURNS_AT_ONCE", 4)  # of one user in a process; 0 is no limit
GRACE = env.float("OMNIFORGE_GRACE", 20.0 if REDIS_URL else 0.0)  # seconds to finish answers on SIGTERM
REQUESTS_AT_ONCE = env.int("OMNIFORGE_REQUESTS_AT_ONCE", 4)  # of one session or key; 0 is no limit

# --- What agents reach --------------------------------------------------------------------------

LOCAL_MODELS = env.bool("OMNIFORGE_LOCAL_MODELS", not PRODUCTION)  # may run on this machine
ALLOWED_HOSTS_OUT = env.list("OMNIFORGE_ALLOWED_HOSTS_OUT", default=[])  # private hosts: host or host:port
MCP_COMMANDS = env.list("OMNIFORGE_MCP_COMMANDS", default=[])  # executables that may be MCP servers
SEARCH = env.str("OMNIFORGE_SEARCH", "")  # searxng:https://host, brave or tavily
SEARCH_KEY = env.str("OMNIFORGE_SEARCH_KEY", "")
mail = env.email_url_config(env.str("EMAIL_URL", "consolemail://"))
EMAIL_BACKEND, EMAIL_HOST, EMAIL_PORT = mail["EMAIL_BACKEND"], mail["EMAIL_HOST"] or "", mail["EMAIL_PORT"]
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = mail["EMAIL_HOST_USER"] or "", mail["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS, EMAIL_USE_SSL = mail.get("EMAIL_USE_TLS", False), mail.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 15
DEFAULT_FROM_EMAIL = env.str("OMNIFORGE_MAIL_FROM", "omniforge@localhost")
SITE_URL = env.str("OMNIFORGE_URL", "").rstrip("/")  # base of links in mails; empty: the request's host
if PRODUCTION and EMAIL_HOST and not SITE_URL and any(host[0] in "*." for host in ALLOWED_HOSTS):
    raise ImproperlyConfigured(
        "Set OMNIFORGE_URL=https://... in production: ALLOWED_HOSTS has a wildcard, "
        "so whoever asks for a mail could choose where its links lead."
    )
MAIL_ANYONE = env.bool("OMNIFORGE_MAIL_ANYONE", False)  # else agents write to members only

# --- Files --------------------------------------------------------------------------------------

MAX_FILE_MB = env.int("OMNIFORGE_MAX_FILE_MB", 20)
FILE_UPLOAD_HANDLERS = ["omniforge.files.uploads.CappedUpload"]

# --- People, pages, protection ------------------------------------------------------------------

LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "sign-in"
PASSWORD_RESET_TIMEOUT = 3600
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {"user_attributes": ("email", "name")}),
        ("MinimumLengthValidator", {"min_length": 12}),
        ("CommonPasswordValidator", {}),
        ("NumericPasswordValidator", {}),
    )
]
AUTH_PASSWORD_VALIDATORS += [{"NAME": "omniforge.tenants.password_rules.GuessableValidator"}]
PASSWORD_HASHERS = [  # the first one hashes; other hashes are replaced at the next sign-in
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
SESSION_ENGINE = "omniforge.web.sessions"
SESSION_COOKIE_AGE = 12 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
SECURE_SSL_REDIRECT = PRODUCTION and env.bool("SECURE_SSL_REDIRECT", True)
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]  # internal probes use plain HTTP
SECURE_HSTS_SECONDS = 31_536_000 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = PRODUCTION
SILENCED_SYSTEM_CHECKS = ["security.W021"]  # the domain's owner decides about preload lists
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PRODUCTION else None
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_048_576
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]  # languages with a catalogue
LOCALE_PATHS = [BASE_DIR / "omniforge" / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"
STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("OMNIFORGE_STATIC", str(VAR / "static"))).resolve()
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "omniforge.web.static_storage.HashedStorage"},
}

# --- What the operator watches ------------------------------------------------------------------

METRICS_TOKEN = env.str("OMNIFORGE_METRICS_TOKEN", "")  # empty: no metrics
if 0 < len(METRICS_TOKEN) < 16:
    raise ImproperlyConfigured("OMNIFORGE_METRICS_TOKEN can be guessed. Give it at least 16 characters.")
TRACES_TO = env.str("OTEL_EXPORTER_OTLP_ENDPOINT", "")  # OpenTelemetry reads its other variables itself
METRICS_WORKER = env.str("OMNIFORGE_METRICS_WORKER", "")  # host:port of the worker's own metrics

# --- Logs ---------------------------------------------------------------------------------------

LOG = env.str("OMNIFORGE_LOG", "plain")
if LOG not in ("plain", "json"):
    raise ImproperlyConfigured(f"OMNIFORGE_LOG={LOG} is none. Lines are 'plain' or 'json'.")
LOGGING = logging_settings(formatter=LOG, level=env.str("LOG_LEVEL", "INFO"))
