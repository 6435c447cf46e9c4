"""The tables of agents."""

from agents.models.connections import Calendar, CalendarEvent, McpServer, McpTransport, WebHook
from agents.models.definitions import (
    AgentDefinition,
    AgentStatus,
    AgentVersion,
    MissedRuns,
    Overlap,
    SkillDefinition,
    SkillVersion,
)
from agents.models.files import StoredFile
from agents.models.rules import AskFirst, Budget, BudgetPeriod, ToolRule
from agents.models.runs import (
    AgentRun,
    Approval,
    ApprovalStatus,
    CallStatus,
    Plan,
    PlanStep,
    RunStatus,
    RunTrigger,
    StepStatus,
    ToolCallRecord,
)

__all__ = [
    "AgentDefinition",
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
    "McpServer",
    "McpTransport",
    "MissedRuns",
    "Overlap",
    "Plan",
    "PlanStep",
    "RunStatus",
    "RunTrigger",
    "SkillDefinition",
    "SkillVersion",
    "StepStatus",
    "StoredFile",
    "ToolCallRecord",
    "ToolRule",
    "WebHook",
]
