"""Reads what is wanted of the conversation's files: 'summarise this', 'sum the amounts by region'."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Literal

from agents.files.attached import AttachedFile
from agents.plans.by_rules.calculation import CALCULATES, IN_A_TABLE
from agents.plans.by_rules.openings import POLITE
from agents.plans.by_rules.shape import read_shape
from agents.text_work import knows_text_work

_MOST = 5
_NOUNS = (
    "files?|documents?|attachments?|attached|uploads?|uploaded|"
    "spreadsheets?|workbooks?|sheets?|pdfs?|csvs?|excels?"
)
_FILE = re.compile(
    rf"\b(?:the|this|that|these|those|my|both)\s+(?:attached\s+|uploaded\s+|new\s+)?(?:{_NOUNS})\b(?!-)", re.I
)
_ATTACHED = re.compile(r"\b(?:attached|uploaded)\b", re.I)
_ELSEWHERE = re.compile(
    r"\b(?:agents?|skills?|members?|workspace|conversations?|chats?|discussion|thread|runs?|calendar|projects?)\b",
    re.I,
)
_TIME = r"(?:week|month|quarter|year|time|morning|afternoon|evening|\w+day)\b"
_POINTS = re.compile(rf"\b(?:it|this(?!\s+{_TIME}))\b", re.I)
_OPENS = re.compile(
    rf"{POLITE}(?:summar\w+|sum|total|add|average|count|list|extract|find|show|give|make|turn|put|export|"
    r"convert|write|save|create|sort|group|top|the|search|look|tl;?dr|what(?:'s|s)?|which|who|when|where|how|"
    r"does|do|is there|are there)\b",
    re.I,
)
_THINGS = (
    "(?:the|all|any) (?:key |main |important )?(?:dates|deadlines|names|people|companies|numbers|figures|"
    "amounts|addresses|e-?mails?|contacts|points|action items|to-?dos|words)"
)
_ALONE = re.compile(rf"{POLITE}(?:summari[sz]e|tl;?dr|.*\b{_THINGS})(?:\s+please)?[\s.!?]*$", re.I)
_PULLED = re.compile(rf"\bsummar|\bsum(?: it| this)? up\b|\btl;?dr|\bgist\b|\brecap\b|\b{_THINGS}\b", re.I)
_SEVERAL = re.compile(r"\b(?:files|documents|attachments|sheets|pdfs|both|them|these)\b", re.I)
_SAYS = re.compile(
    r"\b(?:(?:what|where|anything|something|all)\b.*?\b(?:say|says|said|written|in (?:it|there|here))|"
    r"(?:what|where|does|do|did)\b.*?\b(?:say|mention|contain|cover|speak of))\b"
    r"(?:\s+anything)?(?:\s+(?:about|on|for|regarding))?\s+(?P<about>.+?)[\s?.!]*$",
    re.I | re.S,
)
_SEARCH = re.compile(
    rf"\b(?:find|look for|look up|search(?:(?:\s+(?:it|this|the (?:{_NOUNS})))?\s+for)?)\s+(?P<about>.+?)"
    r"[\s?.!]*$",
    re.I | re.S,
)
_IN_FILE = re.compile(
    rf"\s*\b(?:in|from|of|to)\s+(?:it|this|here|there|(?:the|this|that|my)\s+(?:\w+\s+)?(?:{_NOUNS}))\b", re.I
)
_WHOLE = re.compile(
    rf"\bwhat(?:'s|s| is| does)\b.*\b(?:in|about|say|contain)(?:\s+(?:it|this|the (?:{_NOUNS})))?[\s?!.]*$",
    re.I,
)
_TURNS = re.compile(r"\b(?:make|put|turn|show|give|export|save|write|create|convert|get|have|want)\b", re.I)


@dataclass(frozen=True, slots=True)
class FileWish:
    """What is to be done with which files. `about` is what is looked for in them."""

    do: Literal["read", "find", "table", "calculate"]
    files: tuple[AttachedFile, ...]
    task: str
    about: str = ""


def read_file_wish(task: str, files: Sequence[AttachedFile]) -> FileWish | None:
    """Return what a task wants of the files, newest first; None where it is not about them."""
    says = says_file(task, files)
    if not files or not (says or _is_implied(task)):
        return None
    meant = _meant(task, files)
    plain = _without_names(task, files)
    shape = read_shape(plain)
    if CALCULATES.search(plain):
        return FileWish("calculate", meant, plain)
    if _TURNS.search(plain) and (shape.table or shape.spreadsheet or shape.csv):
        return FileWish("table", meant, plain)
    bare = _IN_FILE.sub("", plain)
    asked = None if _WHOLE.search(plain) else _SAYS.search(bare)
    if not asked and (_WHOLE.search(plain) or (knows_text_work(plain) if says else _PULLED.search(plain))):
        return FileWish("read", meant, plain)
    asked = asked or _SEARCH.search(bare)
    return FileWish("find", meant, plain, asked["about"].strip(" '\"“”")) if asked else None


def says_file(task: str, files: Sequence[AttachedFile]) -> bool:
    """Return whether a task names a file, or speaks of one as such; a project has documents of its own."""
    if _named(task, files) or _ATTACHED.search(task):
        return True
    return bool(_FILE.search(task)) and not _ELSEWHERE.search(task)


def _is_implied(task: str) -> bool:
    """Return whether a request points at what lies before it, or asks for what only a table tells."""
    if not _OPENS.search(task) or _ELSEWHERE.search(task):
        return False
    return bool(_POINTS.search(task) or _ALONE.search(task) or IN_A_TABLE.search(task))


def _meant(task: str, files: Sequence[AttachedFile]) -> tuple[AttachedFile, ...]:
    """Return the files that are named, else all given ones where several are spoken of, else the last."""
    given = [file for file in files if not file.written] or files
    return tuple(_named(task, files) or given[: _MOST if _SEVERAL.search(task) else 1])


def _named(task: str, files: Sequence[AttachedFile]) -> list[AttachedFile]:
    said = task.casefold()
    return [file for file in files if file.name.casefold() in said or _stem(file) in said][:_MOST]


def _stem(file: AttachedFile) -> str:
    stem = PurePosixPath(file.name).stem.casefold()
    return stem if len(stem) > 3 else file.name.casefold()


def _without_names(task: str, files: Sequence[AttachedFile]) -> str:
    """Return the task without files' names, for 'prices-2026.xlsx' asks for no workbook."""
    for file in files:
        task = re.sub(re.escape(file.name), "the file", task, flags=re.I)
    return task
