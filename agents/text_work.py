"""What rules alone can do with a text: summarise, list, count, find dates, names, numbers, addresses."""

import re
from collections import Counter
from collections.abc import Callable

from agents.matching import content_words

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[\"'“(]?[A-ZÄÖÜ0-9])|\n+")
_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_DATE = re.compile(
    rf"\b(?:\d{{4}}-\d{{2}}-\d{{2}}|\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}|\d{{1,2}}(?:st|nd|rd|th)? "
    rf"(?:{_MONTHS})[a-z]*(?: \d{{4}})?|"
    rf"(?:{_MONTHS})[a-z]* \d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?|(?:mon|tues|wednes|thurs|fri|"
    rf"satur|sun)day)\b",
    re.I,
)
_NUMBER = re.compile(
    r"(?<![\w.])[€$£]?\d[\d,.]*\d?\s?(?:%|percent|euros?|dollars?|€|k\b|m\b)?(?![\w@])", re.I
)
_ADDRESS = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_NAME = re.compile(
    r"\b(?!(?:The|This|That|Our|We|It|If|In|On|At|A|An|And|But|For|Please)\b)"
    r"[A-ZÄÖÜ][\w'-]+(?: [A-ZÄÖÜ][\w'-]+)+\b"
)
_MOST_SENTENCES = 3
_DECISION = re.compile(
    r"\b(?:decid\w+|agreed?|approved|resolved|settled|beschlossen|vereinbart|acordado)\b", re.I
)
_OPEN_POINT = re.compile(
    r"\?$|^(?:open|unclear)\b|\b(?:unclear|undecided|tbd|still open|to be decided)\b", re.I
)
_ACTION = re.compile(
    r"\b(?:will|must|shall|needs? to|has to|have to|is to|are to|to-?do|action|muss|wird)\b(?!.*\?$)", re.I
)
_SHORTER = re.compile(r"\b(?:shorter|briefer|in short|very short|one sentence|kürzer|más corto)\b", re.I)


def summarise(text: str, most: int = _MOST_SENTENCES) -> str:
    """Return the `most` sentences with the text's commonest words, in their order, word for word.

    Headings and rows of tables are no sentences, unless there is nothing else.
    """
    lines = sentences(text)
    said = [line for line in lines if not line.startswith(("#", "|"))] or lines
    common = Counter(word for sentence in said for word in content_words(sentence))

    def weight(sentence: str) -> float:
        words = content_words(sentence)
        return sum(common[word] - 1 for word in words) / (len(words) + 3)

    best = sorted(said, key=weight, reverse=True)[:most]
    return "\n".join(f"- {sentence}" for sentence in said if sentence in best)


def list_points(text: str) -> str:
    """Return each sentence or line as a point of a list."""
    return "\n".join(f"- {sentence}" for sentence in sentences(text))


def count(text: str) -> str:
    """Return how many words, sentences and lines there are."""
    lines = [line for line in text.splitlines() if line.strip()]
    return f"- words: {len(text.split())}\n- sentences: {len(sentences(text))}\n- lines: {len(lines)}"


def _finder(pattern: re.Pattern[str]) -> Callable[[str], str]:
    def find(text: str) -> str:
        """Return what the pattern finds, each once, as a list."""
        return "\n".join(f"- {found.strip()}" for found in dict.fromkeys(pattern.findall(text)))

    return find


def _picker(pattern: re.Pattern[str]) -> Callable[[str], str]:
    def pick(text: str) -> str:
        """Return the sentences that the pattern is in, as a list."""
        return "\n".join(f"- {sentence}" for sentence in sentences(text) if pattern.search(sentence))

    return pick


_WORK: tuple[tuple[str, str, Callable[[str], str]], ...] = (
    (
        r"summar\w*|sum up|tl;?dr|digest|boil|key points|zusammenfass\w*|fasse|resum\w*|gist|recap",
        "The main sentences",
        summarise,
    ),
    (r"dates?|deadlines?|when|due|datum|termine?|fechas?", "Dates", _finder(_DATE)),
    (r"e-?mail addresses|e-?mails?|addresses|contacts?", "E-mail addresses", _finder(_ADDRESS)),
    (r"numbers?|figures?|amounts?|totals?|sums?|prices?|costs?|zahlen", "Numbers", _finder(_NUMBER)),
    (r"names?|people|persons?|who|companies|namen|nombres", "Names", _finder(_NAME)),
    (r"count|how many|number of|words?|zähle?", "Count", count),
    (r"decisions?|decided|agreements?|beschlüsse|decisiones", "Decisions", _picker(_DECISION)),
    (r"open (?:points?|questions?|issues?)|questions", "Open points", _picker(_OPEN_POINT)),
    (r"action (?:items|points)|actions|to-?dos?|next steps|aufgaben", "Action items", _picker(_ACTION)),
    (
        r"list|bullets?|bullet points?|(?<!open )(?<!key )(?<!action )points|liste|lista",
        "Points",
        list_points,
    ),
)


def knows_text_work(task: str) -> bool:
    """Return whether a task asks for something that rules can do with a text."""
    return any(re.search(rf"\b(?:{words})\b", task, re.I) for words, _, _ in _WORK)


def work_by_rules(task: str, text: str) -> str:
    """Return what rules can do of `task` over `text`, a headed part for each thing; empty where nothing."""
    if _SHORTER.search(task):
        return f"**In short**\n\n{summarise(text, most=1)}"
    parts = []
    for words, heading, work in _WORK:
        if re.search(rf"\b(?:{words})\b", task, re.I) and (done := work(text)):
            parts.append(f"**{heading}**\n\n{done}")
    return "\n\n".join(parts)


def sentences(text: str) -> list[str]:
    """Return a text's sentences and lines, each once, in their order."""
    pieces = (piece.strip(" \t-*•") for piece in _SENTENCE.split(text))
    return list(dict.fromkeys(piece for piece in pieces if len(piece) > 2))
