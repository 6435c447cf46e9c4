"""Reads how people call a thing: 'the review task', 'task called X', 'that', 'X in the Launch project'."""

import re

from agents.workspace.reading.vocabulary import KIND, PROJECT, kind_of
from agents.workspace.reading.wishes import Reference

_ARTICLES = re.compile(
    r"^(?:(?:the|this|that|these|those|my|our|your|an?|all|of|new|existing|current|old)\s+)+", re.I
)
_POINTS = re.compile(r"(?:it|this|that|them|these|those|(?:this|that) one|the (?:thing|one))", re.I)
_IN_PROJECT = re.compile(
    r"\s+(?:in|from|of|for|to|into|under|on|out of|inside|within)\s+(?:the\s+|my\s+|our\s+)?"
    r"(?P<name>(?!(?:this|that|the|my|our)\b)[\w§&'-]+(?:\s+[\w§&'-]+){0,4}?)\s+project(?=\s|$|[,.:])|"
    r"\s+(?:in|from|of|for|to|into|under)\s+(?:the\s+)?project\s+(?:called\s+|named\s+)?"
    r"(?P<named>[\w§&'-]+(?:\s+[\w§&'-]+){0,4})$|"
    r"\s+(?:in|from|of|for|to|into|under)\s+(?:this|that|the|my|our)\s+project(?=\s|$|[,.:])",
    re.I,
)
_KIND_FIRST = re.compile(
    rf"^(?P<kind>{KIND})\s+(?:(?:called|named|titled|entitled|about|for|on|to|with|of)\s+)?(?P<name>.+)$",
    re.I,
)
_KIND_LAST = re.compile(rf"^(?P<name>.+?)\s+(?P<kind>{KIND})$", re.I)
_VAGUE = re.compile(r"\s+(?:things?|ones?|stuff|items?|bit|piece)$", re.I)
_AFTERTHOUGHT = re.compile(
    r"(?:,|\s+(?:because|since|as it|so that))\s+(?:it|i|we|that|this|they|because)\b.*$", re.I
)


def without_project(text: str) -> tuple[str, str]:
    """Return a text without the project that it names ('… in the Launch project'), and that name."""
    found = _IN_PROJECT.search(text)
    if not found or not text[: found.start()].strip():
        return text, ""
    name = found["name"] or found["named"] or ""
    return f"{text[: found.start()]}{text[found.end() :]}".strip(), name


def read_reference(text: str) -> Reference:
    """Return what a text calls: empty words where it only points ('that', 'the task')."""
    words = _AFTERTHOUGHT.sub("", text).strip(" ,.:;!?")
    if _POINTS.fullmatch(words):
        return Reference()
    words = _ARTICLES.sub("", words).strip()
    if kind := kind_of(words):
        return Reference("", kind)
    if found := _KIND_LAST.match(words) or _KIND_FIRST.match(words):
        name = _VAGUE.sub("", _ARTICLES.sub("", found["name"]))
        return Reference(name, kind_of(found["kind"]))
    return Reference(_VAGUE.sub("", words))


def read_target(text: str) -> tuple[Reference, str]:
    """Return what a text calls, and the name of the project in which it is, where that is said."""
    rest, project = without_project(text)
    inside = read_reference(rest)
    whole = read_reference(text)
    return (whole, "") if whole.kind == PROJECT and not inside.kind else (inside, project)


def project_in(text: str) -> str:
    """Return the name of the project that a text speaks of, where it does."""
    return read_target(f"x {text}")[1]
