"""Reads a message with a pasted text: a few own words, and below them a letter, clauses, a leaflet."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from intent.commands.grammar.tokens import tokenize
from intent.data_files import words_of
from intent.dialogue import read_small_talk
from intent.material import read_material
from intent.questions.attachments import hands_over, names_file
from intent.sentences.question_forms import is_question, opens_question, orders_politely, strip_lead
from intent.sentences.question_words import START, begins, folded
from intent.text import fold
from omniforge.projects.search.sentences import sentences_of
from omniforge.projects.search.words import stems

_FEWEST, _FEWEST_ASKED = 30, 12  # words of a text, and of one set off below a question
_SENTENCES = 2  # at least
_LONGEST_LEAD = 60  # words above it
_LONGEST_TITLE = 8
_OPENING, _CLOSING = ('"', "“", "„", "«"), ('"', "”", "“", "»")
OFFERED = "I have your text: "  # begins the reply to a text without a question
_OURS = ("our ", "my ", "the ")
_CONDITIONS = ("if ", "wenn ", "falls ")
_WHETHER = r"whether|ob|if (?:i|we|you|he|she|it|they)"
_PIECE = re.compile(r"(?:,|:|(?<=\s)[-–—])\s+")
_APART = re.compile(r"\n[ \t]*\n")
_MESSAGES = 64  # read once, although a turn asks several times


@dataclass(frozen=True, slots=True)
class PastedText:
    """The words `above` a text, empty if there are none, the text itself, and a title from its first line.

    A question set off below the text counts among the words above it. `asked` are the questions in them, each
    with a question mark. `is_others` if the text surely isn't in the person's own words.
    """

    above: str
    text: str
    title: str
    size: int  # in words
    asked: str
    is_others: bool


@lru_cache(maxsize=_MESSAGES)
def read_pasted_text(message: str) -> PastedText | None:
    """Return the text that a message holds below its own words, or None. A table is none."""
    read = (_read(above.strip(), text.strip(), message) for above, text in _splits(message.strip()))
    return next(filter(None, read), None) or _read_quoted(message)


def own_words(message: str, reply: str = "") -> str:
    """Return a message without the text that it pastes below a question, or that the reply offers to save."""
    read = read_pasted_text(message)
    is_pasted = read and (read.asked or reply.startswith(OFFERED))
    return read.above if read and is_pasted else message


def without_table(message: str) -> str:
    """Return a message without the table with headings that it pastes."""
    pasted = read_material(message) if "\n" in message else None
    return (
        f"{message[: pasted.start]}{message[pasted.end :]}".strip() if pasted and pasted.columns else message
    )


def _splits(message: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to split a message: below its first paragraph, below its first line."""
    if _is_letter(message) and _question_below(message)[1]:
        yield "", message  # with nothing above it
    above, *below = _APART.split(message, maxsplit=1)
    if below and ("\n" not in above or is_question(above.rpartition("\n")[2])):
        yield above, below[0]
    above, _, text = message.partition("\n")
    yield above, text


def _read_quoted(message: str) -> PastedText | None:
    """Return the text that a message quotes in one of its lines, if it asks about it."""
    quoted = [one for one in tokenize(message) if one.is_quoted and len(one.text.split()) >= _FEWEST_ASKED]
    if len(quoted) != 1:
        return None
    own = f"{message[: quoted[0].start].rstrip(' :')}\n\n{message[quoted[0].end :].strip()}".strip()
    asked = _asked_in(own)
    if not asked or orders_politely(asked) or not _is_prose(quoted[0].text):
        return None
    text = quoted[0].text.strip()
    return PastedText(own, text, _title_of(text), len(text.split()), asked, is_others=True)


def _read(above: str, text: str, message: str) -> PastedText | None:
    if len(above.split()) > _LONGEST_LEAD:
        return None
    is_apart = not above or bool(_APART.match(message.strip()[len(above) :]))
    text, below = _question_below(text)
    text = _unquoted(text)
    above = f"{above}\n{below}".strip()
    asked, size = _asked_in(above), len(text.split())
    if size < (_FEWEST_ASKED if asked and is_apart else _FEWEST) or not _is_prose(text):
        return None
    title = _title_of(text) or _title_of(above.partition(",")[0])
    return PastedText(above, text, title, size, asked, _is_others(above, text))


def _unquoted(text: str) -> str:
    """Return a text without the quotation marks that stand around all of it."""
    whole = text[:1] in _OPENING and text[-1:] in _CLOSING
    return text[1:-1].strip() if whole else text


def _question_below(text: str) -> tuple[str, str]:
    """Return a text and the question set off below it, empty if there is none: '… How high is the fence?'"""
    parts = _APART.split(text)
    last = parts[-1].strip()
    bare = not last.endswith((".", "!", ",")) and len(last.split()) <= _FEWEST_ASKED and is_question(last)
    is_asked = len(parts) > 1 and (last.endswith("?") or bare) and "\n" not in last
    if not is_asked or len(last.split()) > _LONGEST_LEAD:
        return text, ""
    return text[: text.rindex(parts[-1])].rstrip(), last


def _is_others(above: str, text: str) -> bool:
    """Return whether a lead hands a text over, 'this is the email', or the text greets like a letter."""
    said = [one for line in above.splitlines() for one in sentences_of(line)]
    named = any(map(names_file, stems(above))) or any(map(hands_over, said))
    return named or _is_letter(text)


def _is_letter(text: str) -> bool:
    """Return whether a text greets like a letter."""
    first = re.match(r"\w+", fold(text))
    return first is not None and first[0] in words_of("questions", "salutes")


def _is_prose(text: str) -> bool:
    ends = sum(one.word in {".", "!", "?"} for one in tokenize(text))
    table = read_material(text)
    is_table = table and table.columns and 2 * (table.end - table.start) > len(text)
    return ends >= _SENTENCES and not is_table


def _title_of(text: str) -> str:
    """Return a heading in the first line, empty if that is a sentence."""
    first = text.partition("\n")[0].strip(' #*:"“”')
    ends = first[-1:] in {".", "!", "?", ","}
    own = next((first[len(one) :] for one in _OURS if first.lower().startswith(one)), first)
    return "" if ends or len(own.split()) > _LONGEST_TITLE else own[:1].upper() + own[1:]


def _asked_in(above: str) -> str:
    """Return the questions of a text's lead, without 'my supplier sent this'."""
    said = [one for line in above.splitlines() for one in sentences_of(line)]
    asked = [part for one in said if not read_small_talk(one) for part in _questions_in(one)]
    sure = [one for one in asked if not _is_remark(one)] or asked
    return " ".join(f"{one.rstrip(' .?!')}?" for one in sure)


def _questions_in(sentence: str) -> list[str]:
    """Return the questions of a sentence: 'terry sent this, what is the fee, who do I ring' has two."""
    pieces, cuts = _PIECE.split(sentence), [one.group() for one in _PIECE.finditer(sentence)]
    asks = [_opens(one) for one in pieces]
    if not any(asks) or sentence.lower().startswith(_CONDITIONS):
        return [sentence] if is_question(sentence) else []
    found: list[str] = []
    for piece, opens, cut in zip(pieces, asks, ["", *cuts], strict=True):
        if opens:
            found.append(piece)
        elif found:
            found[-1] += f"{cut}{piece}"
    return found


def _opens(piece: str) -> bool:
    """Return whether words begin a question: 'what is it', 'my question is whether we may'."""
    return opens_question(piece) or (
        not piece.lower().startswith(_CONDITIONS) and begins(strip_lead(folded(piece)), _WHETHER, START)
    )


def _is_remark(question: str) -> bool:
    """Return whether a sentence only begins like a question: 'can't find my glasses.'"""
    first = question.lower().partition(" ")[0]
    return not question.endswith("?") and first in words_of("questions", "denials")
