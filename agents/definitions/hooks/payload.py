"""The body of a delivery: JSON, or a form converted to JSON. It is a stranger's data."""

from urllib.parse import parse_qs

import orjson

from omniforge.errors import InvalidInput, TooLarge, WrongMediaType
from omniforge.web.body_bounds import MOST_DELIVERED, TOO_MUCH_DELIVERED
from omniforge.web.json_body import read_json

_FORM = "application/x-www-form-urlencoded"
_MOST_FIELDS = 1_000


def read_payload(content_type: str, body: bytes) -> bytes:
    """Return the body as JSON, empty if there is none. Raises TooLarge, WrongMediaType and InvalidInput."""
    media_type = content_type.partition(";")[0].strip().lower()
    if len(body) > MOST_DELIVERED:
        raise TooLarge(TOO_MUCH_DELIVERED)
    if not body:
        return b""
    if media_type == _FORM:
        return orjson.dumps(_form(body), option=orjson.OPT_INDENT_2)
    if media_type != "application/json" and not media_type.endswith("+json"):
        raise WrongMediaType(f"A delivery is application/json or {_FORM}. Set Content-Type to one of them.")
    return _readable(read_json(body))


def _readable(value: object) -> bytes:
    """Return a value as indented lines to store as a file, unless they would be far too large."""
    lines = orjson.dumps(value, option=orjson.OPT_INDENT_2)
    return lines if len(lines) <= MOST_DELIVERED else orjson.dumps(value)


def _form(body: bytes) -> dict[str, str | list[str]]:
    """Return a form's fields. Repeated ones as a list."""
    try:
        text = body.decode("utf-8")
        fields = parse_qs(text, keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict")
    except ValueError as error:  # not UTF-8, or too many fields
        raise InvalidInput(f"A form has at most {_MOST_FIELDS:,} fields in UTF-8.") from error
    return {name: values[0] if len(values) == 1 else values for name, values in fields.items()}
