"""Requests cut off by a planned shutdown are no errors. The server logs their number in one line."""

import logging
from asyncio import CancelledError


class PlannedEndFilter(logging.Filter):
    """Drops the stack trace of a request that was open at shutdown."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not (record.exc_info and isinstance(record.exc_info[1], CancelledError))
