"""Log lines for programs: each is one JSON object."""

import json
import logging
from datetime import UTC, datetime
from typing import Any

from omniforge.telemetry.about import NAMES


class JsonLines(logging.Formatter):
    """Time, level, logger and message of a record that is masked already, its ids, and what went wrong."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        told |= {name: getattr(record, name) for name in NAMES if hasattr(record, name)}
        if record.exc_info and record.exc_info[0]:
            told["exception"] = {"type": record.exc_info[0].__name__, "stack": self._stack(record)}
        return json.dumps(told)

    def _stack(self, record: logging.LogRecord) -> str:
        return record.exc_text or self.formatException(record.exc_info)  # type: ignore[arg-type]
