"""The tables of agents. Those of calendars and files share the app label, so that Django finds them here."""

from agents.models.connections import McpGrant, McpServer, McpSignIn, McpTransport, SignIn, WebHook
from agents.models.definitions import (
    A_SOURCE,
    THIS_WORKSPACE,
    AgentDefinition,
    AgentStatus,
    AgentVersion,
    MissedRuns,
    Overlap,
    SkillDefinition,
    SkillVersion,
    where_to,
)
from agents.models.hooks import AgentHook, HookDelivery
from agents.models.rules import AskFirst, Budget, BudgetPeriod, ToolRule
from agents.models.runs import (
    AgentRun,
    Approval,
    ApprovalStatus,
    CallStatus,
    RunStatus,
    RunTrigger,
    ToolCallRecord,
)
from agents.models.sources import Source
from omniforge.calendar.models import Calendar, CalendarEvent, EventChange
from omniforge.files.models import DeletedFile, StoredFile

__all__ = [
    "A_SOURCE",
    "THIS_WORKSPACE",
    "AgentDefinition",
    "AgentHook",
    "AgentRun",
    "AgentStatus",
    "AgentVersion",
    "Approval",
    "ApprovalStatus",
    "AskFirst",
    "Budget",
    "BudgetPeriod",
    "Calendar",
    "CalendarEvent",
    "CallStatus",
    "DeletedFile",
    "EventChange",
    "HookDelivery",
    "McpGrant",
    "McpServer",
    "McpSignIn",
    "McpTransport",
    "MissedRuns",
    "Overlap",
    "RunStatus",
    "RunTrigger",
    "SignIn",
    "SkillDefinition",
    "SkillVersion",
    "Source",
    "StoredFile",
    "ToolCallRecord",
    "ToolRule",
    "WebHook",
    "where_to",
]
