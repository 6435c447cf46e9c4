"""The written parts that examples are composed of.

`data/phrases/<action>.txt` has one message per line, `data/ambiguous.txt` those with two readings,
`data/dialogues.txt` exchanges with replies to them, `data/replies.txt` short replies that fit everywhere.
Names in braces stand for those of a real catalogue.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from intent.types import ActionType

DATA = Path(__file__).parent.parent / "data"

Phrase = tuple[ActionType, str]


@dataclass(frozen=True, slots=True)
class Dialogue:
    """An exchange (the assistant last), its action, and replies with the action of each."""

    action: ActionType
    opening: tuple[str, ...]
    replies: tuple[Phrase, ...]


def read_phrases() -> list[Phrase]:
    """Return all messages that need no history, with their action."""
    return [
        (ActionType(path.stem), line.strip())
        for path in sorted((DATA / "phrases").glob("*.txt"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip()
    ]


def read_ambiguous() -> Iterator[tuple[ActionType, ActionType, str]]:
    """Yield messages with two readings, the likelier first."""
    for section, lines in _sections(DATA / "ambiguous.txt"):
        first, second = (ActionType(name) for name in section.split(" or "))
        yield from ((first, second, line) for line in lines)


def read_dialogues() -> list[Dialogue]:
    """Return all dialogues."""
    return [
        _dialogue(ActionType(section), line)
        for section, lines in _sections(DATA / "dialogues.txt")
        for line in lines
    ]


def read_replies() -> dict[str, list[str]]:
    """Return short replies by kind: accept, decline, hold, aside, thanks."""
    return dict(_sections(DATA / "replies.txt"))


def _dialogue(action: ActionType, line: str) -> Dialogue:
    opening, *replies = line.split(" || ")
    return Dialogue(action, tuple(opening.split(" >> ")), tuple(_reply(action, one) for one in replies))


def _reply(action: ActionType, written: str) -> Phrase:
    """Return a reply with its action: '=query_info why?' overrides the section's."""
    if not written.startswith("="):
        return action, written
    name, _, reply = written[1:].partition(" ")
    return ActionType(name), reply


def _sections(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the '[name]' sections of a file with their lines. Lines that begin with '#' are comments."""
    name, lines = "", list[str]()
    for line in [*path.read_text(encoding="utf-8").splitlines(), "[]"]:
        if line.startswith("["):
            if lines:
                yield name, lines
            name, lines = line.strip("[]"), []
        elif line and not line.startswith("#"):
            lines.append(line)
