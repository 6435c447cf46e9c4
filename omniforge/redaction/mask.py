"""All detectors together: the secrets of a text, and the text without them."""

from collections.abc import Iterator
from itertools import chain

from omniforge.redaction.formats import formatted_secrets
from omniforge.redaction.labels import labelled_secrets
from omniforge.redaction.numbers import secret_numbers

MASK = "[redacted]"

Span = tuple[int, int]


def contains_secret(text: str) -> bool:
    """Return whether `text` holds something that looks like a key, a password, a card or account number."""
    return next(_spans(text), None) is not None


def redact(text: str) -> str:
    """Return `text` with everything that looks like a secret replaced by a mask. It is idempotent.

    Text beside a secret may look like one once that is masked, hence the loop. It ends because each
    round masks something that was not yet masked.
    """
    while spans := sorted(_spans(text)):
        text = _mask(text, spans)
    return text


def _spans(text: str) -> Iterator[Span]:
    found = chain(formatted_secrets(text), labelled_secrets(text), secret_numbers(text))
    return ((start, end) for start, end in found if text[start:end].strip("\"'`.,;:()") not in MASK)


def _mask(text: str, spans: list[Span]) -> str:
    pieces, done = [], 0
    for start, end in spans:
        if start >= done:
            pieces += [text[done:start], MASK]
        done = max(done, end)
    return "".join([*pieces, text[done:]])
