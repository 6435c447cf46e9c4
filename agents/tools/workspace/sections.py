"""Changes one section of a Markdown text. Every other character stays the same."""

from collections.abc import Sequence
from typing import Literal

from agents.failures import ToolFailed
from agents.tools.workspace.headings import Section, sections_of
from intent.sentences.titles import find_by_title, normalise

Mode = Literal["replace", "append", "add"]
_BULLETS = ("- ", "* ", "+ ")


def section_named(text: str, heading: str) -> Section:
    """Return the section under a heading, given by its title or words of it. Raises ToolFailed."""
    sections = sections_of(text)
    found = find_by_title(heading, sections)
    if len(found) == 1:
        return found[0]
    titles = ", ".join(f"'{one.title}'" for one in found or sections) or "none"
    lead = (
        f"Several sections fit '{heading}'" if found else f"There is no section '{heading}'. Those that are"
    )
    raise ToolFailed(f"{lead}: {titles}.", outside=True)


def text_of(text: str, section: Section) -> str:
    return text[section.heading.start : section.end]


def write_section(text: str, heading: str, content: str, mode: Mode) -> str:
    """Return the text with one section changed. Every character outside it stays the same.

    `replace` puts `content` in place of everything under the heading, and of the heading itself if the
    content begins with another one of its level; `append` adds it there (without a
    heading: at the end of the text); `add` creates a section at the end. Raises ToolFailed if the heading
    is missing (for `add`: exists), and if the content would swallow the text after it, as an open code
    block or a higher heading does.
    """
    if not heading:
        return _appended(text, content, mode)
    body = _without_heading(content, heading)
    if mode == "add":
        return _added(text, heading, body)
    section = section_named(text, heading)
    kept = _start_of_new(section, body) if mode == "replace" else section.end
    after = text[section.end :]
    written = _joined(text[:kept], body, after)
    _require_whole(written, section.heading.start, len(written) - len(after))
    return written


def _start_of_new(section: Section, body: str) -> int:
    """Return where a section's new text begins: with its heading if it brings another."""
    first = next(iter(sections_of(body)), None)
    renamed = first and first.heading.start == 0 and first.heading.level == section.heading.level
    return section.heading.start if renamed else section.heading.body


def _appended(text: str, content: str, mode: Mode) -> str:
    if mode != "append":
        raise ToolFailed("Name the heading of the section; without one there is only append.")
    return _joined(text, content.strip("\r\n"), "")


def _added(text: str, heading: str, body: str) -> str:
    title = " ".join(heading.split())
    if any(normalise(one.title) == normalise(title) for one in sections_of(text)):
        raise ToolFailed(f"There is a section '{title}' already: use replace or append.", outside=True)
    marks = "#" * _usual_level(text)
    written = _joined(text, f"{marks} {title}\n\n{body}".rstrip(), "")
    _require_whole(written, len(text), len(written))
    return written


def _joined(before: str, body: str, after: str) -> str:
    """Put a text between two others, with an empty line on each side that has text.

    A list item directly follows a list before it.
    """
    if not body:
        return before + after
    if continues_list(before, body):
        before, wanted = before.rstrip(), 1
    else:
        wanted = 2
    ended = len(before) - len(before.rstrip("\n"))
    gap = "\n" * (wanted - min(ended, wanted)) if before else ""
    return before + gap + body + ("\n\n" if after else "\n") + after


def _require_whole(written: str, start: int, end: int) -> None:
    """Raise ToolFailed unless the written section runs from `start` to `end`."""
    section = next((one for one in sections_of(written) if one.heading.start >= start), None)
    if section is None or section.end > end:
        raise ToolFailed("This would leave a code block open, which swallows what follows: close it.")
    if section.end < end:
        marks = "#" * section.heading.level
        raise ToolFailed(
            f"Headings in the content must stand below that of their section ({marks}): use more #."
        )


def _usual_level(text: str) -> int:
    """Return the level for a new section: that of the topmost ones, below a lone title."""
    levels = [one.heading.level for one in sections_of(text)]
    highest = min(levels, default=1)
    return 2 if highest == 1 and levels.count(1) < 2 else highest


def _without_heading(content: str, heading: str) -> str:
    """Return a section's content without its own heading, which models often repeat."""
    body = content.strip("\r\n")
    first = next(iter(sections_of(body)), None)
    repeats = first and first.heading.start == 0 and normalise(first.title) == normalise(heading)
    return body[first.heading.body :].strip("\r\n") if first and repeats else body


def continues_list(before: str, body: str) -> bool:
    """Return whether a text begins with an item of the tight list that another ends with."""
    mark = _mark(body.split("\n", 1)[0])
    lines = before.rstrip().split("\n")
    last = _last_block(lines)
    if not mark or not last or any(_mark(line) != mark for line in last if not line.startswith(" ")):
        return False
    return not _is_loose(lines[: len(lines) - len(last)], mark)


def _last_block(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines after the last empty one, starting at the first list item."""
    start = max((at for at, line in enumerate(lines, 1) if not line.strip()), default=0)
    items = (at for at in range(start, len(lines)) if _mark(lines[at]) and not lines[at].startswith(" "))
    return lines[next(items, len(lines)) :]


def _is_loose(above: Sequence[str], mark: str) -> bool:
    """Return whether an empty line separates the last item from one of the same list above it."""
    if not above or above[-1].strip():
        return False
    block = _last_block("\n".join(above).rstrip().split("\n"))
    return bool(block) and _mark(block[0]) == mark


def _mark(line: str) -> str:
    """Return a list item's marker: its bullet, or 1 for any number, empty for other lines."""
    text = line.lstrip()
    if text.startswith(_BULLETS):
        return text[0]
    number, _, rest = text.replace(")", ".", 1).partition(".")
    return "1" if number.isdigit() and rest.startswith(" ") else ""
