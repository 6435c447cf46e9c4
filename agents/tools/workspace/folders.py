"""A tree of documents as folders of Markdown files, and back.

A document's children are in the folder of its name. A folder without such a file becomes a document without
content. Titles, order and the like stand in each file's front matter, since file names are cut and cleaned.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from omniforge.projects.models import DocumentRole
from omniforge.projects.services.batch_creation import Draft
from omniforge.projects.validation import DESCRIPTION, TITLE

_FORBIDDEN = re.compile(r'[\\/:*?"<>|\x00-\x1f\x7f]')
_LONGEST_NAME = 60  # characters
_NUMBERS = re.compile(r"(\d+)")
Files = Iterable[tuple[PurePosixPath, str]]
_BLOCK = re.compile(r"---\r?\n(?P<lines>(?:[^\r\n]*\r?\n){0,40}?)---[ \t]*(?:\r?\n|$)")
_LINE = re.compile(r"(?P<name>[a-z_]{1,40}):[ \t]*(?P<value>.*)$")
OURS = frozenset({"title", "description", "order", "role"})


@dataclass(slots=True)
class _Entry:
    """A name in a folder: a file's text, the contents of the folder of that name, or both."""

    text: str = ""
    inside: "dict[str, _Entry]" = field(default_factory=dict)
    is_file: bool = False


def drafts_of(files: Files) -> tuple[Draft, ...]:
    """Return the documents that files at these paths make, in the order they declare, else by name."""
    root = _Entry()
    for path, text in files:
        entry = root
        for part in path.parts[:-1]:
            entry = entry.inside.setdefault(part, _Entry())
        placed = entry.inside.setdefault(_free_name(entry, path.stem), _Entry())
        placed.text, placed.is_file = text, True
    return _drafts(root)


def _free_name(folder: _Entry, stem: str) -> str:
    """Return a name not taken by a file: 'Plan' for Plan.md, 'Plan (2)' for Plan.docx beside it."""
    name, number = stem, 1
    while name in folder.inside and folder.inside[name].is_file:
        number += 1
        name = f"{stem} ({number})"
    return name


def _drafts(folder: _Entry) -> tuple[Draft, ...]:
    read = [(name, *without_front_matter(entry.text), entry) for name, entry in folder.inside.items()]
    read.sort(key=lambda one: (_order(one[1]), _natural(one[0])))
    return tuple(_draft(name, fields, text, entry) for name, fields, text, entry in read)


def _draft(name: str, fields: Any, text: str, entry: _Entry) -> Draft:
    title = " ".join(str(fields.get("title") or name).split())
    return Draft(
        title=title[:TITLE] or "Document",
        content=text,
        description=str(fields.get("description") or "")[:DESCRIPTION],
        role=DocumentRole.CONTEXT if fields.get("role") == DocumentRole.CONTEXT else DocumentRole.PLAIN,
        children=_drafts(entry),
    )


def _order(fields: Any) -> float:
    order = fields.get("order")
    return order if isinstance(order, int) else float("inf")


def _natural(name: str) -> Sequence[tuple[int, str]]:
    """Return a natural sort key: '2 Plan' before '10 Costs'."""
    parts = _NUMBERS.split(name.casefold())
    return [(int(part), "") if part.isdecimal() else (0, part) for part in parts]


def paths_of(titles: Iterable[str]) -> Iterator[str]:
    """Yield a unique file name for each of these titles, which share a folder."""
    taken: set[str] = set()
    for title in titles:
        plain = " ".join(_FORBIDDEN.sub(" ", title).split())[:_LONGEST_NAME].strip(". ") or "Document"
        name, number = plain, 1
        while name.casefold() in taken:
            number += 1
            name = f"{plain} ({number})"
        taken.add(name.casefold())
        yield name


def file_of(*, title: str, description: str, order: int, role: str, content: str) -> str:
    fields: dict[str, str | int] = {"title": title, "order": order}
    fields |= {"description": description} if description else {}
    fields |= {"role": role} if role != DocumentRole.PLAIN else {}
    return with_front_matter(fields, content)


def with_front_matter(fields: Mapping[str, str | int], text: str) -> str:
    """Return a text with front matter before it. The text itself is unchanged."""
    lines = (f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in fields.items())
    return f"---\n{''.join(lines)}---\n{text}"


def without_front_matter(text: str) -> tuple[Mapping[str, Any], str]:
    """Return the front matter's fields, and the text after it.

    If it has fields that we don't write, such as another program's tags, the text is kept whole.
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
