"""A question after its limit: 'In the office move, what is late?', 'Before Friday, who is away?'"""

from collections.abc import Callable, Iterator, Sequence

from intent.commands.grammar.tokens import Token, tokenize
from intent.commands.types import Reading
from intent.commands.words import as_words, at_start, key_of
from intent.sentences.question_forms import opens_question, strip_closing

_LONGEST = 8  # words of the limit


def with_limit_behind(
    message: str, projects: Sequence[str], read: Callable[[str], Reading]
) -> Reading | None:
    """Return the question with its leading place or time moved to its end, or None for an order."""
    tokens = tokenize(message)
    if not tokens or not key_of("limits_in_front", tokens[0].word):
        return None
    for end in _ends(tokens, projects):
        front, asked = message[: tokens[end - 1].end], message[tokens[end].start :].lstrip(" ,")
        reading = read(f"{strip_closing(asked).rstrip(' .!?')} {front.strip()}?")
        if opens_question(asked) and reading.is_whole and not any(one.writes for one in reading.commands):
            return Reading(tuple(one.covering(message) for one in reading.commands))
    return None


def _ends(tokens: Sequence[Token], projects: Sequence[str]) -> Iterator[int]:
    """Yield where a leading limit may end: at the first comma, or after a project's name."""
    words = tuple(one.word for one in tokens)
    if "," in words[: _LONGEST + 1]:
        yield words.index(",")
    first = 1 + at_start("article", words[1:])[1]
    for name in map(as_words, projects):
        if words[first : first + len(name)] == name and first + len(name) < len(words):
            yield first + len(name)
