"""Parses the YAML between the two `---` lines of a Markdown file, with the line number of each entry."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml

_FENCE = "---"


@dataclass(slots=True)
class Findings:
    """Problems in a file, and warnings. Each begins with its line: 'line 3: …'."""

    problems: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def problem(self, line: int, said: str) -> None:
        self.problems.append(f"line {line}: {said}")

    def warning(self, line: int, said: str) -> None:
        self.warnings.append(f"line {line}: {said}")


@dataclass(frozen=True, slots=True)
class Entry:
    """A key's value as written: a text, or a list of texts, or None if it is neither."""

    line: int
    value: str | tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Document:
    """A file with front matter. `body_line` is the line number of the body's beginning."""

    entries: dict[str, Entry]
    body: str
    body_line: int


def read_document(text: str, findings: Findings) -> Document:
    """Return the keys and body of `text`. Parse errors are added to `findings`.

    Only the YAML's structure is read and no tag is constructed, so that no text can do harm.
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    ends = [number for number, line in enumerate(lines) if line.rstrip() == _FENCE]
    if len(ends) < 2 or ends[0] != 0:
        line = 1 if not ends or ends[0] else len(lines)
        findings.problem(line, "the file must begin with YAML between two lines of '---'")
        return Document({}, "", len(lines))
    front, body = lines[1 : ends[1]], lines[ends[1] + 1 :]
    return Document(_entries("\n".join(front), findings), "\n".join(body), ends[1] + 2)


def _entries(front: str, findings: Findings) -> dict[str, Entry]:
    try:
        node = yaml.compose(front, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError) as error:
        findings.problem(_line_of(error, front), "this is not valid YAML; put text with ':' or '#' in quotes")
        return {}
    if not isinstance(node, yaml.MappingNode):
        findings.problem(2, "the front matter must be keys with values, as 'name: weekly-report'")
        return {}
    return dict(_pairs(node, findings))


def _pairs(mapping: yaml.MappingNode, findings: Findings) -> Iterator[tuple[str, Entry]]:
    seen: set[str] = set()
    for key, value in mapping.value:
        line = key.start_mark.line + 2  # marks count from 0, and begin after the first '---'
        name = key.value if isinstance(key, yaml.ScalarNode) else "a key that is no word"
        if name in seen:
            findings.problem(line, f"{name} is there twice")
        seen.add(name)
        yield name, Entry(line, _value(value))


def _value(node: yaml.Node) -> str | tuple[str, ...] | None:
    if isinstance(node, yaml.ScalarNode):
        return str(node.value)
    if isinstance(node, yaml.SequenceNode) and all(isinstance(one, yaml.ScalarNode) for one in node.value):
        return tuple(one.value for one in node.value)
    return None


def _line_of(error: Exception, front: str) -> int:
    """Return the line of the file at which the YAML parser failed."""
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark:
        return int(error.problem_mark.line) + 2
    position = int(getattr(error, "position", 0))
    return front.count("\n", 0, position) + 2
