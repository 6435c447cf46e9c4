"""Answers as models write them, each with its expected rendering."""

from pathlib import Path
from typing import NamedTuple


class Check(NamedTuple):
    """`selector` matches `count` elements, or one of them contains `text`."""

    selector: str
    text: str | None
    count: int | None


class Answer(NamedTuple):
    name: str
    checks: tuple[Check, ...]
    markdown: str


def answers() -> list[Answer]:
    """Return all answers of this folder. A file's checks are above its second line of dashes."""
    return [_answer(path) for path in sorted(Path(__file__).parent.glob("*.md"))]


def _answer(path: Path) -> Answer:
    _, checks, markdown = path.read_text().split("---\n", 2)
    return Answer(path.stem, tuple(map(_check, checks.splitlines())), markdown)


def _check(line: str) -> Check:
    selector, text, content = line.partition(" => ")
    if text:
        return Check(selector, content, None)
    selector, _, count = line.rpartition(" * ")
    return Check(selector, None, int(count))
