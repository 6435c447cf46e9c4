"""Items of Markdown lists, as far as a text that is put behind a list has to know."""

from collections.abc import Sequence

_BULLETS = ("- ", "* ", "+ ")


def continues_list(before: str, body: str) -> bool:
    """Return whether a text begins with an item of the list that another ends with, one without gaps."""
    mark = _mark(body.split("\n", 1)[0])
    lines = before.rstrip().split("\n")
    last = _last_block(lines)
    if not mark or not last or any(_mark(line) != mark for line in last if not line.startswith(" ")):
        return False
    return not _is_loose(lines[: len(lines) - len(last)], mark)


def _last_block(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines after the last empty one, from the first that is an item on."""
    start = max((at for at, line in enumerate(lines, 1) if not line.strip()), default=0)
    items = (at for at in range(start, len(lines)) if _mark(lines[at]) and not lines[at].startswith(" "))
    return lines[next(items, len(lines)) :]


def _is_loose(above: Sequence[str], mark: str) -> bool:
    """Return whether an empty line stands between the last item and one of the same list above it."""
    if not above or above[-1].strip():
        return False
    block = _last_block("\n".join(above).rstrip().split("\n"))
    return bool(block) and _mark(block[0]) == mark


def _mark(line: str) -> str:
    """Return what an item begins with: its bullet, 1 for any number; empty for any other line."""
    text = line.lstrip()
    if text.startswith(_BULLETS):
        return text[0]
    number, _, rest = text.replace(")", ".", 1).partition(".")
    return "1" if number.isdigit() and rest.startswith(" ") else ""
