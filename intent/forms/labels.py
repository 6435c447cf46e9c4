"""Reads labelled parts of a request for an agent: 'Source: Xero. Where to: #desk in Slack.'"""

import re
from collections.abc import Callable, Mapping

from intent.commands.places import read_destination, read_source

_LABELS = {
    "source": r"(?:data )?source|data|quelle|fuente",
    "destination": r"destination|channel|target|where to|results? to|output|ziel|kanal|destino|canal",
    "subject": r"what to include|include|content|columns|fields|inhalt|spalten|contenido|columnas",
}
_READERS: Mapping[str, Callable[[str], str]] = {"source": read_source, "destination": read_destination}
_VALUE = r"(?P<value>[^.;,\n]+(?:\.(?=\w)[^.;,\n]*)*)"
_LABELLED = {
    slot: re.compile(rf"(?:^|(?<=[.;,\n!]))\s*(?:{names})\s*:\s*{_VALUE}[.;,]?", re.I)
    for slot, names in _LABELS.items()
}


def cut_labels(text: str) -> tuple[str, dict[str, str]]:
    """Return a text without its labelled parts, and their values by slot."""
    found = {}
    for slot, pattern in _LABELLED.items():
        if match := pattern.search(text):
            value = match["value"].strip()
            found[slot] = _READERS.get(slot, str)(value) or value
            text = f"{text[: match.start()]} {text[match.end() :]}"
    return " ".join(text.split()) if found else text, found
