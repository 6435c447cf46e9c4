"""Logging settings, included by omniforge/settings.py."""

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
        # Naming a logger here replaces the handlers of Django or uvicorn, which mask nothing.
        "loggers": {"django": {"propagate": True}}
        # These log each request, task and tick; problems are at WARNING.
        | {
            name: {"level": "WARNING", "propagate": True}
            for name in ("celery", "kombu", "fido2", "httpx2", "django.server", "django.channels.server")
        }
        # A client's mistake, such as an unknown path, is no warning for the operator.
        | {
            name: {"level": "ERROR", "propagate": True}
            for name in ("django.request", "uvicorn", "uvicorn.access")
        }
        # These log each page that is hard to parse, and texts from strangers' servers.
        | {name: {"level": "CRITICAL"} for name in ("trafilatura", "mcp", "client")},
    }
