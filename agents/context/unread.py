"""Rules that fail on a message end no turn that can go on without them: the failure is logged instead."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb

from django.db import Error as DatabaseError

from omniforge.errors import OmniForgeError

logger = logging.getLogger(__name__)


@contextmanager
def going_on_unread() -> Iterator[None]:
    """Log an error of the rules by its place, since its words may quote people, and go on."""
    try:
        yield
    except (OmniForgeError, DatabaseError):
        raise
    except Exception as error:
        at = extract_tb(error.__traceback__)[-1]
        place = f"{Path(at.filename).name}:{at.lineno}"
        logger.error("rules failed on a message: %s in %s", type(error).__name__, place)
