"""Removes the parts of Markdown that people don't read: badges, link targets, HTML, templates, stars …

Blocks of code stay as they are.
"""

import re
from collections.abc import Iterator
from functools import reduce

_FRONT_MATTER = re.compile(r"\A\ufeff?---\s*\n.*?\n(?:---|\.\.\.)\s*(?:\n|\Z)", re.S)
_FENCED = re.compile(
    r"(^[ ]{0,3}(?P<fence>```+|~~~+)[^\n]*\n.*?(?:^[ ]{0,3}(?P=fence)[`~]*[ ]*$|\Z))", re.S | re.M
)
_TAGS = (
    "a|abbr|b|blockquote|br|center|code|dd|details|div|dl|dt|em|figcaption|figure|font|form|h[1-6]|hr|i|iframe|img|"
    "input|kbd|label|li|link|meta|nav|ol|p|picture|pre|s|script|section|small|source|span|strong|style|sub|summary|"
    "sup|table|tbody|td|tfoot|th|thead|tr|u|ul|video"
)
_TARGET = r"\((?:[^()\n]|\([^()\n]*\))*\)|\[[^\[\]\n]*\]"
_REMOVED = (
    (re.compile(r"<!--.*?(?:-->|\Z)", re.S), ""),
    (re.compile(r"<(script|style)\b[^>]*>.*?(?:</\1\s*>|\Z)", re.S | re.I), ""),
    (re.compile(rf"</?(?:{_TAGS})(?:\s[^<>]*)?/?>", re.I), " "),
    (re.compile(r"\{\{.*?\}\}|\{%.*?%\}|<%.*?%>", re.S), ""),
    (re.compile(rf"!\[[^\[\]\n]*\](?:{_TARGET})"), ""),
    (re.compile(rf"\[\s*\](?:{_TARGET})"), ""),
    (re.compile(r"\[([^\[\]\n]+)\](?:\((?:[^()\n]|\([^()\n]*\))*\)|\[[^\[\]\n]+\])"), r"\1"),
    (re.compile(r"^[ ]{0,3}\[[^\[\]\n]+\]:[ \t]*\S+.*$", re.M), ""),
    (re.compile(r"^[ \t]*\.\. (?:image|figure|_[^\n]*|\|[^\n|]*\| image)::?.*$", re.M), ""),
    (re.compile(r"^[ \t]*:(?:target|alt|width|height|align|scale):.*$", re.M), ""),
    (re.compile(r"^(?=.*[\[\](){}<>])[\W_]+$", re.M), ""),
    (re.compile(r"(?<![\w*\\])(\*{1,3})(?=\S)([^*\n]+)(?<=\S)\1(?![\w*])"), r"\2"),
)


def strip_markdown(text: str) -> str:
    """Return `text` with its headings, tables, lists and code, without the parts for programs."""
    return "".join(_cleaned(_FRONT_MATTER.sub("", text, count=1)))


def _cleaned(text: str) -> Iterator[str]:
    end = 0
    for block in _FENCED.finditer(text):
        yield _without_noise(text[end : block.start()])
        yield block[0]
        end = block.end()
    yield _without_noise(text[end:])


def _without_noise(text: str) -> str:
    return reduce(lambda kept, removed: removed[0].sub(removed[1], kept), _REMOVED, text)
