"""How well an agent fits a task: which of the task's words its name, description and skills speak of."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from agents.lexicon import words
from intent.types import AgentCard

_COMMON = words("common")


@dataclass(frozen=True, slots=True)
class Match:
    """An agent beside a task: the task's words that it speaks of, and those that it does not."""

    agent: AgentCard
    covered: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def fits(self) -> bool:
        """True where the agent speaks of at least two words of the task and of half of them."""
        return len(self.covered) >= 2 and len(self.covered) >= len(self.missing)


def content_words(text: str) -> list[str]:
    """Return the telling words of `text`, lower-case, each once, in order."""
    said = re.findall(r"[^\W\d_]{3,}", text.lower())
    return list(dict.fromkeys(word for word in said if word not in _COMMON))


def best_match(agents: Sequence[AgentCard], task: str) -> Match | None:
    """Return the agent that speaks of most of the task, or None where none speaks of any of it."""
    matches = [_match(agent, content_words(task)) for agent in agents]
    best = max(matches, key=lambda match: len(match.covered), default=None)
    return best if best and best.covered else None


def _match(agent: AgentCard, task: Collection[str]) -> Match:
    spoken = {
        stem(word) for word in content_words(f"{agent.name} {agent.description} {' '.join(agent.skills)}")
    }
    covered = tuple(word for word in task if stem(word) in spoken)
    return Match(agent, covered, tuple(word for word in task if word not in covered))


def stem(word: str) -> str:
    """Return `word` without its commonest endings, so that 'reports', 'reporter' and 'reporting' meet."""
    for ending in ("ings", "ing", "ers", "er", "ies", "es", "ed", "s", "y", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word
