"""The form of an agent: its work, source, subject, destination and schedule."""

from agents.builder.form import Form, Slots, SlotSpec
from agents.builder.names import suggest_name
from agents.models import A_SOURCE, THIS_WORKSPACE, where_to

_ASK_SOURCE = "Where is the data? In this workspace, in what you paste here, or in another system?"
_WATCHES = frozenset(
    ["monitor", "watch", "check", "track", "alert", "detect", "spot", "notify", "flag", "warn", "remind"]
)


def _watches(slots: Slots) -> bool:
    return slots.get("purpose", "").partition(" ")[0] in _WATCHES


def _ask_subject(slots: Slots) -> str:
    if _watches(slots):
        return f"Which part of {slots['source']} should it watch, and what counts as a hit?"
    return f"What should it include from {slots['source'].removeprefix(A_SOURCE)}?"


def _ask_when(slots: Slots) -> str:
    does = "check" if _watches(slots) else "run"
    return f"How often should it {does}? For example every hour, every weekday at 9, or only on demand."


AGENT_FORM = Form(
    kind="create_agent",
    title="New agent",
    noun="agent",
    slots=(
        SlotSpec(
            "purpose",
            "What it does",
            lambda slots: "What should the agent do?",
            before="",
            suggestions=("List overdue tasks", "Summarise what I paste", "Watch for new documents"),
            about="That's the work that the agent does each time it runs.",
        ),
        SlotSpec(
            "source",
            "Source",
            lambda slots: slots.get("source_question") or _ASK_SOURCE,
            before=" from ",
            said_in="purpose",
            default=THIS_WORKSPACE,
            is_offered=True,
            suggestions=("This workspace", "What I paste here"),
            shown=lambda value, _slots: value.removeprefix(A_SOURCE),
            about="The source is what the agent reads: this workspace, what you paste, or another system.",
        ),
        SlotSpec(
            "subject",
            "What to include",
            _ask_subject,
            before=", covering ",
            default="everything",
            is_offered=True,
            suggestions=("Everything", "Only what changed"),
            about="That's what the agent picks from its source: which entries, columns and conditions.",
        ),
        SlotSpec(
            "destination",
            "Where to",
            lambda slots: "Where should the result go? This chat, or somewhere else?",
            before=", with the result to ",
            default="this chat",
            is_offered=True,
            suggestions=("This chat",),
            shown=lambda value, slots: where_to(value, scheduled=bool(slots.get("cron"))),
            about="The agent puts its results there: in this chat, a channel or a file.",
        ),
        SlotSpec(
            "when",
            "How often",
            _ask_when,
            before=", ",
            default="on demand",
            is_offered=True,
            suggestions=("Every hour", "Every weekday at 9:00", "Every Monday at 9:00", "On demand"),
            about="The agent runs by itself at these times. On demand, it only runs when you say so.",
        ),
        SlotSpec(
            "name",
            "Name",
            lambda slots: "What should it be called?",
            about="By its name you run or change it.",
        ),
    ),
    suggest_name=suggest_name,
)
