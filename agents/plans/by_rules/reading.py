"""Reads a task into a plan, a question for what is missing, or a result that is known already."""

import re
from collections.abc import Mapping, Sequence
from datetime import date

from agents.dialogue import DialogueState, KeptResult
from agents.events import Expected
from agents.places import PLACES
from agents.plans.by_rules.asking import filled_in, missing, needs
from agents.plans.by_rules.calendar import CalendarWish, of_event, read_calendar
from agents.plans.by_rules.earlier_talk import Recalling, read_recalling
from agents.plans.by_rules.files import FileWish, read_file_wish, says_file
from agents.plans.by_rules.openings import POLITE
from agents.plans.by_rules.reminding import read_reminder
from agents.plans.by_rules.shape import Shape, in_columns, not_known, read_shape, subject
from agents.plans.by_rules.work import Known, Missing, Shown
from agents.plans.plan import Plan, Stage, Step, StepCall, StepTable
from agents.plans.rendering import table_of
from agents.workspace.reading import Wish as WorkspaceWish
from agents.workspace.reading import read_wish
from agents.workspace.reading.wishes import NOTHING_NAMED
from intent.rules.text import heard
from omniforge.projects.focus import Focus

# What has to be looked up before anything can be said or planned.
Wish = CalendarWish | Recalling | FileWish | WorkspaceWish

_FIND = re.compile(
    rf"{POLITE}(?:find|search(?: for)?|look (?:up|for)|"
    r"google(?!\s+(?:sheets?|docs?|drive|forms?|calendar|ads|analytics)\b))\b",
    re.I,
)
_BEFORE_QUERY = re.compile(
    r"^\s*(?:(?:on |in )?(?:the )?(?:web|internet|online)\b\s*)?(?:(?:me|us|for)\b)?", re.I
)
_EARLIER = re.compile(r"\b(?:it|that|them|these|those|results?|the list|the table)\b", re.I)
_SHAPES = re.compile(r"^(?:please\s+|now\s+)*(?:make|put|turn|show|give|export|save|write|create)\b", re.I)
_PAIR = re.compile(
    r"\bcompare\b.{0,200}\b(?P<first>first|second|third|fourth|fifth|last)\b.{0,200}\b(?P<second>first|second|third|fourth|fifth|last)\b",
    re.I,
)
_BOTH = re.compile(r"\bcompare (?:them|these|those|both)\b", re.I)
_SAME = re.compile(r"\b(?:now )?the same (?:again )?for (?P<what>.+?)[.?!]*$", re.I)
_PLACES = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1}
_IN_LIST = re.compile(rf"(?:the )?(?:{'|'.join(PLACES)}|other|\d+)(?: ones?)?", re.I)
_NO_RESULTS = "There are no results in this conversation yet that I could use for this."
_LONGEST_WISH = 300  # characters
_OF_THINGS = frozenset(("assignee", "due_on", "priority", "state"))
_SEARCHED, _MOST_SEARCHED = 10, 20


def read_work(task: str, known: Known) -> Plan | Missing | Shown | Wish | None:
    """Return what rules can make of a task; None where they do not know such work."""
    said = heard(task)
    if same := _SAME.search(said):
        return _again(same["what"], known)
    if wish := _read_wish(task, known):
        return wish
    if _is_about_earlier(said):
        return _of_earlier(task, known) if known.results else Shown(_NO_RESULTS)
    if not _FIND.search(said) and not needs(said):
        return None
    if gap := missing(said, known.said):
        return Missing(gap.name, gap.question)
    return _search(task, known)


def _read_wish(task: str, known: Known) -> Wish | None:
    """Return what has to be looked up first; who has more to say than a wish tells of something else."""
    wish: Wish | None = None
    if len(task) <= _LONGEST_WISH:
        wish = read_recalling(task) or _read_calendar(task, known) or _read_files(task, known)
    return wish or read_workspace(task, known.today)


def read_workspace(task: str, today: date) -> WorkspaceWish | None:
    """Return what is wanted in the projects of the workspace; a document may bring its whole text."""
    return read_wish(task, today) or None


def only_asks(work: Plan | Missing | Shown | Wish | None) -> bool:
    """Return whether work answers a question by looking something up, and changes nothing."""
    match work:
        case CalendarWish():
            return work.do == "list"
        case FileWish():
            return work.do in ("read", "find")
        case WorkspaceWish():
            return work.look is not None
        case _:
            return isinstance(work, Recalling)


def speaks_for_itself(work: Plan | Missing | Shown | Wish | None, focus: Focus) -> bool:
    """Return whether work is known by its own words, so that nobody need guess: it names a thing of its kind.

    In a talk about a project the names of its things will do.
    """
    if isinstance(work, WorkspaceWish):
        return work.is_plain or focus.project_id is not None
    return isinstance(work, CalendarWish)


def is_of_thing_at_hand(work: Plan | Missing | Shown | Wish | None, dialogue: DialogueState) -> bool:
    """Return whether work is about 'it', a thing told of or changed last: by what no agent has, a person, a
    day or a state, or because no agent was spoken of.
    """
    if not isinstance(work, WorkspaceWish) or not (work.operations and dialogue.touched):
        return False
    return all(
        one.action in ("update", "delete")
        and one.target == NOTHING_NAMED
        and (dialogue.last_agent is None or (bool(one.fields) and one.fields.keys() <= _OF_THINGS))
        for one in work.operations
    )


def names_its_things(work: Plan | Missing | Shown | Wish | None) -> bool:
    """Return whether work changes things that it names by their kind and more than their place in a list."""
    if not isinstance(work, WorkspaceWish) or not work.operations:
        return False
    return all(one.kind and one.name and not _IN_LIST.fullmatch(one.name) for one in work.operations)


def _read_calendar(task: str, known: Known) -> CalendarWish | None:
    if needs(task):
        return None
    said = of_event(task, known.event) if known.event else task
    return read_reminder(said, known.today) or read_calendar(said, known.today)


def _read_files(task: str, known: Known) -> FileWish | None:
    """Return what is wanted of the files; what only points at something may mean the last results."""
    if known.results and _is_about_earlier(task) and not says_file(task, known.files):
        return None
    return read_file_wish(task, known.files)


def _is_about_earlier(task: str) -> bool:
    if _PAIR.search(task) or _BOTH.search(task):
        return True
    shape = read_shape(task)
    reshapes = bool(_SHAPES.search(task)) and (shape.table or shape.spreadsheet or shape.csv)
    return reshapes and (bool(_EARLIER.search(task)) or bool(shape.columns))


def _again(what: str, known: Known) -> Plan | Missing | Shown | Wish | None:
    """Do the last task again for something else: in the place of what it was for, or besides."""
    if not known.results:
        return None
    before = known.results[-1].task
    swapped = re.sub(r"\bQ[1-4]\b", what, before) if re.fullmatch(r"Q[1-4]", what, re.I) else ""
    return read_work(swapped or f"{before} {what}", Known(known.today))


def _of_earlier(task: str, known: Known) -> Plan | Shown:
    """Bring what earlier tasks gave into the shape that is wanted now."""
    last = known.results[-1]
    if pair := _PAIR.search(task):
        return _side_by_side(last, (_PLACES[pair["first"].lower()], _PLACES[pair["second"].lower()]))
    if _BOTH.search(task) and len(known.results) > 1:
        return _beside(known.results[-2:])
    shape = read_shape(task)
    if shape.spreadsheet or shape.csv:
        table = StepTable(shape.columns or last.columns, tuple(last.items()))
        return one_stage(task, [writing("s1", shape, last.task, table)])
    columns = shape.columns or last.columns
    rows, unknown = in_columns(last.items(), columns)
    return Shown(table_of(columns, rows) + not_known(unknown))


def _side_by_side(result: KeptResult, places: tuple[int, int]) -> Shown:
    items = result.items()
    if any(place >= len(items) for place in places):
        return Shown(f"There are only {len(items)} results: name two of them.")
    first, second = (items[place] for place in places)
    rows = [{"": name.capitalize(), "1": first.get(name), "2": second.get(name)} for name in result.columns]
    return Shown(table_of(["", "1", "2"], rows))


def _beside(results: Sequence[KeptResult]) -> Shown:
    """Return the best of each result, side by side."""
    rows = [{"task": subject(one.task), **(one.items()[0] if one.items() else {})} for one in results]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    return Shown(table_of(columns, rows))


def _search(task: str, known: Known) -> Plan:
    shape, query = read_shape(task), _query(task, known.said)
    wanted = {"query": query, "count": min(shape.number or _SEARCHED, _MOST_SEARCHED)}
    steps = [
        Step(
            "s1",
            f"Search the web for {query}",
            "research",
            "research",
            call=StepCall("web_search", wanted, wanted=shape.number),
            expects=Expected(f"{shape.number} results", count=shape.number) if shape.number else None,
        )
    ]
    if shape.spreadsheet or shape.csv:
        steps.append(writing("s2", shape, query, StepTable(shape.columns, rows_of="s1")))
    return one_stage(task, steps)


def _query(task: str, said: Mapping[str, str]) -> str:
    words = filled_in(_FIND.sub("", subject(task)), said)
    return _BEFORE_QUERY.sub("", words).strip(" .?!") or task


def writing(id: str, shape: Shape, about: str, table: StepTable) -> Step:
    """Return the step that writes a table into a file of the wanted kind."""
    name = re.sub(r"[^\w -]", "", subject(about))[:60].strip() or "Results"
    tool, kind = ("write_spreadsheet", "workbook") if shape.spreadsheet else ("write_csv", "CSV file")
    call = StepCall(tool, {"name": name}, table=table)
    inputs = (table.rows_of,) if table.rows_of else ()
    return Step(id, f"Write the {kind}", "tooling", inputs=inputs, call=call)


def one_stage(goal: str, steps: Sequence[Step]) -> Plan:
    return Plan(goal, (Stage("work", "Work", "sequence", tuple(steps)),))
