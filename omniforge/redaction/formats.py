"""Secrets recognisable by their format: vendors' keys, tokens, private keys, logins in URLs."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

_OWN = (
    # A private key, up to its end marker or the end of the text.
    r"-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]*KEY(?: BLOCK)?-----|\Z)",
    # Authorization headers; a digit distinguishes a token from prose.
    r"(?i:\b(?:bearer|basic)[ \t]+)(?=[^\s\"']*\d)[\w.~+/-]{16,}=*",
    r"eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)*",
    # The login in a URL: postgres://ann:secret@host, redis://:secret@host. Bounded, so that matching takes
    # linear time on a row of URLs.
    r"(?<=://)[^\s/:@\"'<>]{0,256}:[^\s\"'<>]{1,512}(?=@)",
    # Keys with a prefix: OpenAI, Anthropic, Stripe, Groq, xAI, GitHub, Hugging Face, this site, Google.
    r"\b(?:sk|pk|rk|gsk|xai|whsec|github_pat|hf|of)[-_](?=[\w-]*\d)[\w-]{16,}",
    r"(?:AIza|ya29\.)[\w-]{30,}",
    # A line of .npmrc.
    r":_authToken=\s*(?:npm_[\w.-]+|[A-Fa-f0-9-]{36})",
)
_LEFT_OUT = frozenset(
    {
        # Matched completely above; these match only a part.
        *("PrivateKeyDetector", "BasicAuthDetector", "JwtTokenDetector"),
        # Assignments, which `labels` finds in any wording; each of these takes 0.1 ms per message.
        *("ArtifactoryDetector", "CloudantDetector", "IbmCloudIamDetector", "IbmCosHmacDetector"),
        "SoftlayerDetector",
        "NpmDetector",  # Quadratic in a row of slashes: seconds for 40,000.
        "IPPublicDetector",  # An address is no secret.
    }
)
_REST_OF_TOKEN = re.compile(r"[\w+/=-]*")


def formatted_secrets(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of secrets of a known format in `text`."""
    for pattern in _patterns():
        for match in pattern.finditer(text):
            rest = _REST_OF_TOKEN.match(text, match.end())
            yield match.start(), rest.end() if rest else match.end()


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """Return our patterns and detect-secrets' ones. Its import takes 0.3 s, so it waits for the first text.

    Its other detectors (keyword, entropy) are made for source code: on prose they are slow and often wrong.
    """
    from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class

    detectors: Iterable[Any] = get_mapping_from_secret_type_to_class().values()
    used = [one for one in detectors if hasattr(one, "denylist") and one.__name__ not in _LEFT_OUT]
    theirs = [pattern for detector in used for pattern in detector.denylist]
    return (*(re.compile(pattern) for pattern in _OWN), *theirs)
