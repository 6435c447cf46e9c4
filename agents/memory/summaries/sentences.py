"""Splits texts into sentences, the units of facts. A list item, table row or line of code is one too."""

import re

_END = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][\"'”’)\]]))\s+(?=[^\sa-z])|(?<=[。！？])")
_NO_END = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|no|nr|vs|approx|ca|incl|e\.g|i\.e|z\.b|inc|ltd|dept|fig|vol)"
    r"|\b[^\W\d_]|(?:^|\s)\d{1,3})\.$",
    re.I,
)
_MARKUP = re.compile(r"^\s*(?:[-*+>]\s+|#{1,6}\s+|\|\s*)+")
_RULE = re.compile(r"^[\s|:=*_-]*$")


def sentences_of(text: str) -> list[str]:
    """Return a text's sentences in order, without Markdown before them. No word is lost."""
    found = list[str]()
    for line in text.splitlines():
        if not _RULE.match(line):
            found += _of_line(_MARKUP.sub("", line).strip())
    return found


def _of_line(line: str) -> list[str]:
    sentences = list[str]()
    for piece in _END.split(line):
        if sentences and _NO_END.search(sentences[-1]):
            sentences[-1] += f" {piece}"
        elif piece.strip():
            sentences.append(piece.strip())
    return sentences
