"""Workbooks and documents are ZIP archives. Zip bombs are not opened."""

import io
from zipfile import BadZipFile, ZipFile

from omniforge.files.errors import Unreadable

_UNPACKED = 200 << 20  # bytes
_MEMBERS = 5_000
_ENCRYPTED = 0x1  # the flag of a member that needs a password


def require_modest(content: bytes) -> None:
    """Raise Unreadable for an archive that is damaged, encrypted, or unpacks to over 200 MB.

    Its directory may lie about the sizes, then this process's memory limit applies.
    """
    try:
        members = ZipFile(io.BytesIO(content)).infolist()
    except BadZipFile as error:
        raise Unreadable("This file is damaged. Save it anew and attach it again.") from error
    if any(member.flag_bits & _ENCRYPTED for member in members):
        raise Unreadable("This file is protected by a password. Save it without one and attach it again.")
    if len(members) > _MEMBERS or sum(member.file_size for member in members) > _UNPACKED:
        raise Unreadable("This file unpacks to more than 200 MB. Attach a part of it, for example as CSV.")
