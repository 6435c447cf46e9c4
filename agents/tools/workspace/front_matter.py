"""What a Markdown file says of itself between two lines of `---`: one value a line, written as JSON.

JSON in quotes is YAML too, so that other programs read it, and a title may hold whatever it likes.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

_BLOCK = re.compile(r"---\r?\n(?P<lines>(?:[^\r\n]*\r?\n){0,40}?)---[ \t]*(?:\r?\n|$)")
_LINE = re.compile(r"(?P<name>[a-z_]{1,40}):[ \t]*(?P<value>.*)$")
OURS = frozenset({"title", "description", "order", "role"})


def with_front_matter(fields: Mapping[str, str | int], text: str) -> str:
    """Return a text with its front matter before it, every character of it as it was."""
    lines = (f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in fields.items())
    return f"---\n{''.join(lines)}---\n{text}"


def without_front_matter(text: str) -> tuple[Mapping[str, Any], str]:
    """Return what stands in the front matter, and the text after it.

    Where something stands there that we do not write, as tags of another program, the text stays whole.
    """
    block = _BLOCK.match(text)
    lines = [line for line in re.split(r"\r?\n", block["lines"]) if line.strip()] if block else []
    found = [_LINE.match(line) for line in lines]
    fields = {one["name"]: _value(one["value"]) for one in found if one}
    if block and all(found) and fields and fields.keys() <= OURS:
        return fields, text[block.end() :]
    return fields, text


def _value(written: str) -> Any:
    try:
        return json.loads(written)
    except (ValueError, RecursionError):
        return written.strip().strip("'\"")
