"""One text, read once: its words, its concepts, and the names in it."""

from dataclasses import dataclass
from functools import lru_cache

from intent.local.lexicon import Concept, lexicon
from intent.local.mentions import find_mentions
from intent.text import words
from intent.types import Catalogue

_INTERJECTIONS = frozenset(
    words("actually ah and but hey hi hm hmm mm no now oh ok okay please so sorry then wait well yes")
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What the rules know of a text. `words` contain `<agent>` and `<skill>` in place of names."""

    text: str
    words: tuple[str, ...]
    concepts: tuple[Concept, ...]
    agents: tuple[str, ...]
    skills: tuple[str, ...]

    def has(self, *names: str) -> bool:
        """Return whether any of the concepts occurs."""
        return any(concept.name in names for concept in self.concepts)

    def opens_with(self, *names: str) -> bool:
        """Return whether the first word has any of the concepts, or the second after 'ok', 'well' or such."""
        last = 1 if self.words[:1] and self.words[0] in _INTERJECTIONS else 0
        return any(concept.start <= last and concept.name in names for concept in self.concepts)


@lru_cache(maxsize=512)
def read(text: str, catalogue: Catalogue) -> Reading:
    """Read any text, even an empty one, cached, because a talk repeats earlier messages."""
    mentions = find_mentions(text, catalogue)
    concepts = tuple(lexicon().concepts(list(mentions.words)))
    return Reading(text, mentions.words, concepts, mentions.agents, mentions.skills)
