"""Finds a tenant's agents and skills in a text, by name, misspelt name, or 'the permit one'."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from intent.text import is_near, squash, words
from intent.types import Catalogue

AGENT, SKILL = "<agent>", "<skill>"
_STAND_INS = {"one", "guy", "agent", "bot", "thing", "assistant", "helper", "fellow", "tool", "ones"}
_LONGEST_NAME = 5  # words
_EDITS = 2  # highest edit distance between a name and its misspelling


@dataclass(frozen=True, slots=True)
class Mentions:
    """The words of a text, with names replaced by `<agent>` and `<skill>`, and those names in order."""

    words: tuple[str, ...]
    agents: tuple[str, ...]
    skills: tuple[str, ...]


def find_mentions(text: str, catalogue: Catalogue) -> Mentions:
    """Read `text` once from left to right. At each word the longest name wins, agents before skills."""
    tokens = words(text)
    if not catalogue.agents and not catalogue.skills:
        return Mentions(tuple(tokens), (), ())
    agents = _Names.of(tuple(agent.name for agent in catalogue.agents))
    skills = _Names.of(catalogue.skills)
    seen: tuple[list[str], list[str]] = ([], [])
    kept: list[str] = []
    start = 0
    while start < len(tokens):
        length = 1
        for names, found, sign in ((agents, seen[0], AGENT), (skills, seen[1], SKILL)):
            name, span = _name_at(tokens, start, names)
            if not name and sign is AGENT:
                name, span = _stand_in_at(tokens, start, names.all)
            if name:
                found.append(name)
                kept.append(sign)
                length = span
                break
        else:
            kept.append(tokens[start])
        start += length
    return Mentions(tuple(kept), _unique(seen[0]), _unique(seen[1]))


@dataclass(frozen=True, slots=True)
class _Name:
    name: str
    squashed: str
    words: tuple[str, ...]

    def is_meant_by(self, joined: str, span: int) -> bool:
        """Return whether `joined`, from `span` words, is the name, or a misspelling in no more words."""
        return joined == self.squashed or (span <= len(self.words) and is_near(joined, self.squashed))


class _Names:
    """Names indexed by what a similar word shares with them, so that only a few of hundreds are compared."""

    def __init__(self, names: Iterable[str]) -> None:
        self.all = [_Name(name, squash(name), tuple(words(name))) for name in names]
        self.longest = min(_LONGEST_NAME, max((len(name.words) + 1 for name in self.all), default=0))
        self._near: dict[tuple[int, str], list[_Name]] = {}
        for name in self.all:
            for length in range(len(name.squashed) - _EDITS, len(name.squashed) + _EDITS + 1):
                for edge in {f"{name.squashed[:1]}*", f"*{name.squashed[-1:]}"}:
                    self._near.setdefault((length, edge), []).append(name)

    @staticmethod
    @lru_cache(maxsize=64)
    def of(names: tuple[str, ...]) -> "_Names":
        return _Names(names)

    def near(self, joined: str) -> list[_Name]:
        """Return those of similar length with the same first or last letter, in catalogue order."""
        length = len(joined)
        first = self._near.get((length, f"{joined[:1]}*"), [])
        last = self._near.get((length, f"*{joined[-1:]}"), [])
        return [*first, *(name for name in last if name not in first)]


def _name_at(tokens: Sequence[str], start: int, names: _Names) -> tuple[str | None, int]:
    """Return the name that begins here and its length in words. An exact match wins over a similar one."""
    for span in range(min(names.longest, len(tokens) - start), 0, -1):
        joined = "".join(tokens[start : start + span])
        meant = [name for name in names.near(joined) if name.is_meant_by(joined, span)]
        if meant:
            return min(meant, key=lambda name: name.squashed != joined).name, span
    return None, 0


def _stand_in_at(tokens: Sequence[str], start: int, names: Iterable[_Name]) -> tuple[str | None, int]:
    """Return the name for 'the permit one' (permit-tracker), if exactly one name has the word."""
    if start + 2 >= len(tokens) or tokens[start + 2] not in _STAND_INS or len(tokens[start + 1]) < 3:
        return None, 0
    hint = tokens[start + 1]
    fitting = [
        name.name
        for name in names
        if any(part.startswith(hint) or is_near(part, hint) for part in name.words)
    ]
    return (fitting[0], 3) if len(fitting) == 1 else (None, 0)


def _unique(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
