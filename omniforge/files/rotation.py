"""Key rotation reaches the bytes of files too."""

import logging

from omniforge.files import storage
from omniforge.storage.encryption import CannotDecrypt

logger = logging.getLogger(__name__)


def reencrypt_files() -> tuple[int, int]:
    """Bring all bytes under the first key; returns how many files were not, and how many no key opens.

    A file is done when the first key opens it, so a run that was killed goes on where it stopped.
    """
    rotated = unreadable = 0
    for path in storage.every_path():
        try:
            rotated += storage.reencrypt_at(path)
        except CannotDecrypt as error:
            logger.error("%s", error)
            unreadable += 1
        except FileNotFoundError:  # erased since it was listed
            continue
    return rotated, unreadable
