"""The form of an agent: what it does, from where, what exactly, where to, and how often."""

import re

from agents.builder.answers import read_slots
from agents.builder.form import Form, Slots, SlotSpec
from agents.builder.names import suggest_name
from agents.builder.purpose import mentions_agent, read_purpose, tidy_purpose
from agents.builder.systems import properly_spelled
from agents.builder.verbs import plain_verb
from agents.schedules import parse_schedule

_WATCHES = {
    "monitor",
    "watch",
    "check",
    "track",
    "alert",
    "detect",
    "spot",
    "notify",
    "flag",
    "warn",
    "remind",
}
_WORDS = {
    "what it does": "purpose",
    "purpose": "purpose",
    "task": "purpose",
    "goal": "purpose",
    "source": "source",
    "data source": "source",
    "what to include": "subject",
    "subject": "subject",
    "content": "subject",
    "where to": "destination",
    "destination": "destination",
    "channel": "destination",
    "recipient": "destination",
    "output": "destination",
    "how often": "when",
    "schedule": "when",
    "frequency": "when",
    "time": "when",
    "name": "name",
}


def _watches(slots: Slots) -> bool:
    return slots.get("purpose", "").partition(" ")[0] in _WATCHES


def _ask_source(slots: Slots) -> str:
    about = re.search(
        r"\b(financial|sales|customer|marketing|project|support|hr|budget|product)\b",
        slots.get("purpose", ""),
    )
    return (
        f"Where does your {about[1] + ' ' if about else ''}data live, for example Notion, Jira or Google "
        "Sheets?"
    )


def _ask_subject(slots: Slots) -> str:
    source = slots["source"]
    if not _watches(slots):
        return f"What exactly should it include from {source}?"
    where_to = (
        ""
        if slots.get("destination")
        else " And what should happen then: a Slack alert, an email, or a note in this chat?"
    )
    return f"Which part of {source} should it watch, and what counts as a hit?{where_to}"


def _ask_when(slots: Slots) -> str:
    does = "check" if _watches(slots) else "run"
    return f"How often should it {does}, for example every hour, every morning at 9, or Mondays?"


def read_answer(message: str, asking: str) -> dict[str, str]:
    """Return the slots that an answer or a change fills."""
    if asking == "purpose":
        return begin(message, {}) | {"purpose": read_purpose(message) or tidy_purpose(message)}
    return read_slots(message, asking=asking, labels=_WORDS)


def begin(message: str, entities: Slots) -> dict[str, str]:
    """Return the slots that a request for an agent fills, helped by its intent's `entities`."""
    slots = read_slots(message)
    if purpose := read_purpose(message) or _from_subject(entities):
        slots["purpose"] = purpose
    for slot, entity in (("source", "data_source"), ("destination", "channel")):
        system = properly_spelled(entities.get(entity, ""))
        if system and system not in (slots.get("source"), slots.get("destination")):
            slots.setdefault(slot, system)
    said = f"{entities.get('frequency', '')} {entities.get('time', '')}"
    if "when" not in slots and (schedule := parse_schedule(said, asked=True)):
        slots["when"] = schedule.words
    return slots


def _from_subject(entities: Slots) -> str:
    subject = entities.get("subject", "")
    if len(subject.split()) < 2 or mentions_agent(subject):
        return ""
    return subject if plain_verb(subject.split()[0]) else f"take care of {subject}"


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
            suggestions=("Prepare a weekly report", "Watch for overdue work", "Summarise new messages"),
        ),
        SlotSpec(
            "source",
            "Source",
            _ask_source,
            before=" from ",
            said_in="purpose",
            default="what you give it in the chat",
            suggestions=("Notion", "Jira", "Google Sheets", "Slack"),
        ),
        SlotSpec(
            "subject",
            "What to include",
            _ask_subject,
            before=", covering ",
            default="everything",
            suggestions=("Everything", "Only what changed"),
        ),
        SlotSpec(
            "destination",
            "Where to",
            lambda slots: "Where should the result go: Slack, email, or this chat?",
            before=", with the result to ",
            default="this chat",
            suggestions=("Slack", "Email", "This chat"),
        ),
        SlotSpec(
            "when",
            "How often",
            _ask_when,
            before=", ",
            default="on demand",
            suggestions=("Every hour", "Every morning at 9:00", "Every Monday at 9:00", "On demand"),
        ),
        SlotSpec("name", "Name", lambda slots: "What should it be called?"),
    ),
    read=read_answer,
    begin=begin,
    suggest_name=suggest_name,
)
