"""Tokenises a sum: numbers, operators, shares, rates and the nouns between them."""

import re
from collections.abc import Iterator

from intent.commands.readers.numbers.figures import CENT, CURRENCY, NUMBER, SCALE

OPERATORS = {
    "*": r"multiplied by\b|times\b|×|x(?=\s*[\d$€£(])|\*|·|at(?= [$€£₹]?\.?\d)|@",
    "/": r"divided (?:by|between|among|into)\b|(?:split|shared) (?:between|among|by|over)\b|over\b|÷|/",
    "+": r"plus\b|added to\b|\+",
    "-": r"minus\b|less\b|−|–|-",
    "^": r"to the power of|\*\*|\^",
}
_TOKENS = re.compile(
    "|".join(
        [
            rf"(?P<number>(?:{CURRENCY}\s?)?(?:{NUMBER})(?:\s?(?:{SCALE})\b)?(?:\s?(?:{CENT}))?\s?[$€£₹]?(?!\w))",
            r"(?P<share>(?:a |one )?(?:half|third|quarter|fifth|tenth)(?: of)?\b|"
            r"two thirds of|three quarters of|(?:double|twice|triple|treble)\b)",
            r"(?P<of>(?:%|percent|per cent|prozent) (?:of|von|vom|de)\b)",
            r"(?P<off>(?:%|percent|per cent) (?:off|discount on|discount off|reduction on)(?: of)?\b)",
            r"(?P<percent>%|percent\b|per cent\b|prozent\b)",
            r"(?P<squared>squared)",
            r"(?P<function>(?:the )?(?:average|mean|sum|total|square root|root|maximum|minimum) of)",
            *(rf"(?P<op{place}>{words})" for place, words in enumerate(OPERATORS.values())),
            r"(?P<each>each\b|apiece\b|a piece\b|a head\b|per head\b|per piece\b|per person\b)",
            r"(?P<rate>(?:an?|per|every|each) [^\W\d_]+)",
            r"(?P<span>(?:for|on|over|during)\b)",
            r"(?P<open>\()|(?P<close>\))|(?P<join>,(?: and)?|and\b|;)",
            r"(?P<noun>[^\W\d_]+)",
        ]
    )
)


def parts_of(text: str) -> Iterator[tuple[str, str] | None]:
    """Yield the (kind, text) parts of an expression, or None for anything else."""
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        found = _TOKENS.match(text, at)
        if found is None:
            yield None
            return
        yield found.lastgroup or "", found[0].strip()
        at = found.end()
