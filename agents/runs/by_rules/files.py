"""Files by rules: read whole, then summed up, searched, shown as a table, worked out, or written anew."""

from agents.dialogue import KeptResult
from agents.plans.by_rules import Known, Missing, Shown
from agents.plans.by_rules.calculation import read_calculation
from agents.plans.by_rules.files import FileWish
from agents.plans.by_rules.reading import one_stage, writing
from agents.plans.by_rules.shape import in_columns, not_known, read_shape
from agents.plans.plan import Plan, StepTable
from agents.plans.rendering import table_of
from agents.runs.by_rules.calling import look
from agents.runs.by_rules.contents import Contents, read_contents
from agents.runs.by_rules.passages import passages
from agents.runs.by_rules.profile import profile
from agents.runs.context import RunContext
from agents.tables.markdown import plain
from agents.tables.table import Table
from agents.text_work import summarise, work_by_rules
from agents.tools.tool import ToolFailed

_EXCERPTS = 15  # read for one answer, however many files it is about
_KEPT = 50  # rows that the next tasks can refer to


async def look_into_files(run: RunContext, wish: FileWish, known: Known) -> Plan | Missing | Shown:
    """Return the answer out of files, the plan that writes it into one, or a question. Raises ToolFailed."""
    each = _EXCERPTS // len(wish.files)
    files = [await read_contents(run, file, each) for file in wish.files]
    if wish.do == "calculate":
        return await _calculated(run, wish, files[0], known)
    if wish.do == "table":
        return _as_table(wish, files[0])
    told = [_summary(wish, one) if wish.do == "read" else passages(wish.about, one) for one in files]
    parts = (f"**{plain(one.name)}**: {text}{_note(one)}" for one, text in zip(files, told, strict=True))
    return Shown("\n\n".join(parts))


def _summary(wish: FileWish, file: Contents) -> str:
    if file.table:
        return profile(file.table)
    if not file.text.strip():
        return "there is no text in it."
    done = work_by_rules(wish.task, file.text)
    return f"\n\n{done}" if done else f"the main sentences\n\n{summarise(file.text)}"


def _as_table(wish: FileWish, file: Contents) -> Plan | Shown:
    table = file.as_table()
    if table is None:
        raise ToolFailed(f"There is nothing in {file.name} that could be made a table.{_note(file)}")
    return _in_shape(wish, table, file, f"**{plain(file.name)}**")


async def _calculated(
    run: RunContext, wish: FileWish, file: Contents, known: Known
) -> Plan | Missing | Shown:
    table = file.with_columns()
    if table is None:
        raise ToolFailed(f"There is no table in {file.name} of which I could work that out.{_note(file)}")
    wanted = read_calculation(" ".join([wish.task, *known.said.values()]), table)
    if wanted is None:
        return Missing("column", f"Which column do you mean? There are: {', '.join(table.columns)}.")
    given = {"columns": list(table.columns), "rows": [list(row) for row in table.rows]}
    worked = await look(
        run, "work_on_table", table=given, operations=[dict(one) for one in wanted.operations]
    )
    result = Table(tuple(worked["columns"]), tuple(tuple(row) for row in worked["rows"]))
    about = (
        f"{wanted.words} Out of **{plain(file.name)}**, {len(table.rows):,} rows. {worked.get('note', '')}"
    )
    return _in_shape(wish, result, file, about.rstrip())


def _in_shape(wish: FileWish, table: Table, file: Contents, about: str) -> Plan | Shown:
    """Return the step that writes a table into a file where one is wanted, else the table itself."""
    shape = read_shape(wish.task)
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    if shape.spreadsheet or shape.csv:
        kept = StepTable(shape.columns or table.columns, tuple(rows))
        return one_stage(wish.task, [writing("s1", shape, file.name.rpartition(".")[0], kept)])
    columns = shape.columns or table.columns
    made, unknown = in_columns(rows, columns)
    text = f"{about}\n\n{table_of(columns, made)}{not_known(unknown)}{_note(file)}"
    return Shown(text, KeptResult(wish.task, table.columns, table.rows[:_KEPT]))


def _note(file: Contents) -> str:
    return f"\n\n{file.note}" if file.note else ""
