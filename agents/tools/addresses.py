"""Addresses in texts, as whole tokens. An address counts only if it equals a token, never as part of one.

An agent that obeys a stranger could append what it has read to the stranger's address, or cut a long
address into messages. So a token ends at each character that can separate an address from its neighbours:
white space, quotes, brackets, and the separators of table cells.
"""

import re

_BLANK = r"\s\x00-\x1f\u200b-\u200f\u2060\ufeff"
_QUOTES = r"\"'`“”‘’„«»<>\\"
_STOPS = r"，。；：！？、（）「」『』【】《》"
_CELLS = r",|;(){}\[\]"
_BEGIN = r"(?<![A-Za-z0-9+.-])https?://(?:\[[0-9A-Fa-f:.]+\])?"  # in brackets: an IPv6 host
_TOKEN = re.compile(rf"{_BEGIN}[^{_BLANK}{_QUOTES}{_STOPS}{_CELLS}]*", re.I)
_SPELT = re.compile(rf"{_BEGIN}[^{_BLANK}{_QUOTES}]*", re.I)
_SENTENCE_END = ".,:;!?*…"
_PARTS = re.compile(
    r"(?P<scheme>https?)://(?P<host>\[[^\]/?#]*\]|[^:/?#]+)(?::(?P<port>\d*))?(?P<rest>.*)", re.I
)
_DEFAULT_PORTS = {"http": "80", "https": "443"}


def addresses_in(text: str) -> frozenset[str]:
    """Return the addresses that are whole tokens of `text`, normalised.

    JSON is not decoded: a quote or a backslash ends a token.
    """
    return _found(_TOKEN, text)


def raw_addresses_in(text: str) -> frozenset[str]:
    """Return the addresses of `text` including commas and brackets in them, normalised.

    Such a token may also be two cells of a table, so a person has to check it.
    """
    return _found(_SPELT, text)


def normalised(address: str) -> str:
    """Return an address with scheme and host in lower case and no default port, empty if it isn't one."""
    parts = _PARTS.fullmatch(address)
    if parts is None:
        return ""
    scheme, host, rest = parts["scheme"].lower(), parts["host"].lower(), parts["rest"]
    port = parts["port"] if parts["port"] != _DEFAULT_PORTS[scheme] else ""
    path = rest if rest.startswith("/") else f"/{rest}"
    return f"{scheme}://{host}{f':{port}' if port else ''}{path}"


def _found(pattern: re.Pattern[str], text: str) -> frozenset[str]:
    tokens = (match[0].rstrip(_SENTENCE_END) for match in pattern.finditer(text))
    return frozenset(address for token in tokens if (address := normalised(token)))
