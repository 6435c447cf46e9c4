"""Secrets in logged paths: the path alone grants access."""

import re

from omniforge.redaction.mask import MASK

# The paths whose next part is a secret. A test compares them with the URL patterns.
SECRET_PATHS = ("/calendar/", "/join/", "/reset-password/", "/api/v1/hooks/")
_BEFORE = r"(?:^|(?<=[\s\"'=(\[,])|(?<=%22)|://[^\s/\"']+)"
_PATH = re.compile(rf"({_BEFORE}(?:{'|'.join(map(re.escape, SECRET_PATHS))}))[^\s/?#\"']+", re.M)
_QUERY = re.compile(
    r"([?&;](?:[\w-]*(?:key|token|secret|password|signature)|sig|code|auth|sessionid)=)[^\s&;#\"']+", re.I
)


def redact_addresses(text: str) -> str:
    """Return a line of a log with the secrets in its paths and queries masked."""
    text = _PATH.sub(rf"\1{MASK}", text)
    return _QUERY.sub(rf"\1{MASK}", text)
