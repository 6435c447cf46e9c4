"""The settings of the log. They are part of omniforge/settings.py."""

from typing import Any


def logging_settings(*, formatter: str, level: str) -> dict[str, Any]:
    """Return `LOGGING`, its lines 'plain' or 'json'."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "about": {"()": "omniforge.telemetry.about.AboutFilter"},
            "planned": {"()": "omniforge.telemetry.planned_ends.PlannedEndFilter"},
            "redact": {"()": "omniforge.redaction.RedactingFilter"},
            "bound": {
                "()": "omniforge.redaction.BoundingFilter",
                "loggers": ("django", "channels", "uvicorn"),
            },
        },
        "formatters": {
            "plain": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"},
            "json": {"()": "omniforge.telemetry.json_lines.JsonLines"},
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": formatter,
                "filters": ["planned", "bound", "about", "redact"],
            },
        },
        "root": {"handlers": ["stderr"], "level": level},
        # To be named here takes from a logger the handlers of Django or uvicorn, which mask nothing.
        "loggers": {"django": {"propagate": True}}
        # These tell of each request, task and tick; what goes wrong they say at WARNING.
        | {
            name: {"level": "WARNING", "propagate": True}
            for name in ("celery", "kombu", "fido2", "httpx2", "django.server", "django.channels.server")
        }
        # A stranger's mistake, such as a path that isn't there, is no warning for the operator.
        | {
            name: {"level": "ERROR", "propagate": True}
            for name in ("django.request", "uvicorn", "uvicorn.access")
        }
        # These name each page that is hard to read, and log what strangers' servers say.
        | {name: {"level": "CRITICAL"} for name in ("trafilatura", "mcp", "client")},
    }
