"""Reads what shall stand in a document: 'add a section "Refunds" to the Pricing document: within 14 days'."""

import re
from collections.abc import Iterator
from typing import Any

from agents.workspace.reading.clauses import Masked, asks, bare, blanked, denies, mask, sentences, speculates
from agents.workspace.reading.references import read_target
from agents.workspace.reading.vocabulary import KIND
from agents.workspace.reading.wishes import Reference, WishedOperation

_PART = r"(?:sections?|chapters?|headings?)"
_NEW = r"(?:(?:an?|another|one more|the|two|three|new|further|more)\s+)*"
_INTO = r"\s+(?:to|in|into|inside|at the end of|at the bottom of)\s+(?P<what>.+)"
_CALLED = r"(?:(?:called|named|titled|entitled|on|about|for)\s+)?"
_ADD = r"^(?:add|put|insert|write|create|make|append|start)\s+"
_SECTION = re.compile(rf"{_ADD}{_NEW}{_PART}\s+{_CALLED}(?P<names>.+?)(?:{_INTO})?$", re.I)
_SECTION_LAST = re.compile(rf"{_ADD}{_NEW}(?P<names>\S.*?)\s+{_PART}(?:{_INTO})?$", re.I)
_APPEND = re.compile(
    r"^(?:add|append|put|write|insert|note)\s+"
    r"(?:(?:(?:the following|this|these|(?:an?|another) (?:note|line|paragraph|sentence))|(?P<said>§\d+§))"
    r"\s+)?(?:to|in|into|at the end of|at the bottom of|under)\s+(?P<what>.+)$",
    re.I,
)
_REPLACE = re.compile(
    r"^(?:rewrite|replace|change|update|set)\s+(?P<what>.+?)(?:\s+(?:with|to|to say|so that it says))?$", re.I
)
_OF_DOCUMENT = re.compile(
    rf"^(?:the\s+)?(?:{_PART}\s+{_CALLED}(?P<first>\S.*?)|(?P<last>\S.*?)\s+{_PART})"
    r"\s+(?:of|in|from)\s+(?P<document>.+)$",
    re.I,
)
_FIRST_WHERE = re.compile(
    r"^(?:in|to)\s+(?P<where>.+?)\s*,?\s+(?P<order>(?:add|append|put|insert|write)\b.*)$", re.I
)
# Each run of spaces is tried once, from its beginning: a message of spaces alone would hold up the site.
_TEXT = re.compile(
    r"(?<!\s)(?:\s*+:\s+|[^\S\n]*+:?[^\S\n]*+\n|"
    r"\s++(?:saying|that says|which says|with the text|reading)\b:?\s*)",
    re.I,
)
_NO_NAME = re.compile(rf"\b(?:{KIND}|each|every|all|any|it|this|that|which|some|few|short|brief)\b", re.I)
_LONGEST = 200  # characters of an order


def read_writing(message: str) -> Iterator[WishedOperation]:
    """Yield the sections or texts that a message wants put into a document, with what shall stand there.

    The fields of each are its `heading`, `content` and `mode`, as the tool write_section takes them.
    """
    text = message.strip()
    cut = _TEXT.search(blanked(text))
    head = text[: cut.start()] if cut else text
    content = text[cut.end() :].strip() if cut else ""
    masked = mask(head)
    told = len(head) > _LONGEST or len(list(sentences(masked.text))) != 1
    if told or asks(masked.text) or speculates(masked.text) or denies(masked.text):
        return
    yield from _read(_order_first(bare(masked.text)), content, masked)


def _order_first(order: str) -> str:
    """Return 'in the pricing document, add X' as 'add X in the pricing document'."""
    found = _FIRST_WHERE.match(order)
    return f"{found['order']} to {found['where'].rstrip(',')}" if found else order


def _read(order: str, content: str, masked: Masked) -> Iterator[WishedOperation]:
    if found := _SECTION.match(order) or _SECTION_LAST.match(order):
        yield from _sections(found["names"], found["what"] or "", content, masked)
    elif found := _APPEND.match(order):
        yield from _into(found["what"], content or masked.said(found["said"] or ""), "append", masked)
    elif content and (found := _REPLACE.match(order)) and _OF_DOCUMENT.match(found["what"]):
        yield from _into(found["what"], content, "replace", masked)


def _sections(names: str, what: str, content: str, masked: Masked) -> Iterator[WishedOperation]:
    if _NO_NAME.search(names):
        return
    for name in headings_in(names):
        yield from _write(what or "the document", masked.said(name), content, "add", masked)


def headings_in(names: str) -> Iterator[str]:
    """Yield the headings that a text lists: 'Seats, Discounts and Refunds'."""
    for name in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", names.strip(" .:,")):
        if name:
            yield name[:1].upper() + name[1:]


def _into(what: str, content: str, mode: str, masked: Masked) -> Iterator[WishedOperation]:
    """Yield that a text shall go into a section of a document, or to its end."""
    if not content:
        return
    if section := _OF_DOCUMENT.match(what):
        heading = masked.said(section["first"] or section["last"])
        yield from _write(section["document"], heading, content, mode, masked)
    elif read_target(what)[0].kind == "document":
        yield from _write(what, "", content, mode, masked)


def _write(what: str, heading: str, content: str, mode: str, masked: Masked) -> Iterator[WishedOperation]:
    target, project = read_target(what)
    if target.kind not in ("", "document"):
        return
    fields: dict[str, Any] = {"heading": heading, "content": content, "mode": mode}
    document = Reference(masked.said(target.words), "document")
    yield WishedOperation("write", document, fields, project=masked.said(project))
