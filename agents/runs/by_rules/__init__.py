"""What rules look up before they can answer or plan: calendar, earlier conversations, files, projects."""

from agents.plans.by_rules import Known, Missing, Shown, Wish
from agents.plans.by_rules.calendar import CalendarWish
from agents.plans.by_rules.earlier_talk import Recalling
from agents.plans.by_rules.files import FileWish
from agents.plans.plan import Plan
from agents.runs.by_rules.calendar import look_into_calendar
from agents.runs.by_rules.earlier_talk import recall
from agents.runs.by_rules.files import look_into_files
from agents.runs.by_rules.workspace.carrying_out import carry_out_wish
from agents.runs.context import RunContext
from agents.workspace.reading import Wish as WorkspaceWish

__all__ = ["look_up"]


async def look_up(run: RunContext, wish: Wish, known: Known) -> Plan | Missing | Shown:
    """Return what comes of a wish once its things were looked up by tools. Raises ToolFailed."""
    match wish:
        case CalendarWish():
            return await look_into_calendar(run, wish, known)
        case Recalling():
            return await recall(run, wish)
        case FileWish():
            return await look_into_files(run, wish, known)
        case WorkspaceWish():
            return await carry_out_wish(run, known)
