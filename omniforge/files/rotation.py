"""Key rotation for the bytes of files."""

import logging

from omniforge.files import storage
from omniforge.storage.encryption import CannotDecrypt

logger = logging.getLogger(__name__)


def reencrypt_files() -> tuple[int, int]:
    """Re-encrypt all files with the first key. Returns how many were changed and how many no key decrypts.

    A file that the first key decrypts is done, so an interrupted run resumes where it stopped.
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
