"""Reads a text that somebody pastes without an order: 'here's our lease', and its lines below."""

from dataclasses import dataclass

from intent.commands.tokens import tokenize
from intent.material import read_material

_FEWEST = 30  # words of a text
_SENTENCES = 2  # at least
_LONGEST_LEAD = 25  # words above it
_LONGEST_TITLE = 8
_OURS = ("our ", "my ", "the ")


@dataclass(frozen=True, slots=True)
class PastedText:
    """The line `above` a text, empty if there is none, the text itself, and a title from its first line."""

    above: str
    text: str
    title: str
    size: int  # in words


def read_pasted_text(message: str) -> PastedText | None:
    """Return the text that a message holds below its first line, or None. A table is none."""
    above, _, text = (part.strip() for part in message.strip().partition("\n"))
    size = len(text.split())
    if size < _FEWEST or len(above.split()) > _LONGEST_LEAD or not _is_prose(text):
        return None
    return PastedText(above, text, _title_of(text) or _title_of(above.partition(",")[0]), size)


def _is_prose(text: str) -> bool:
    ends = sum(one.word in {".", "!", "?"} for one in tokenize(text))
    return ends >= _SENTENCES and not ((table := read_material(text)) and table.columns)


def _title_of(text: str) -> str:
    """Return a heading in the first line, empty if that is a sentence."""
    first = text.partition("\n")[0].strip(' #*:"“”')
    ends = first[-1:] in {".", "!", "?", ","}
    own = next((first[len(one) :] for one in _OURS if first.lower().startswith(one)), first)
    return "" if ends or len(own.split()) > _LONGEST_TITLE else own[:1].upper() + own[1:]
