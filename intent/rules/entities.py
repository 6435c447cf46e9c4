"""What a message states by name or figure: agent, skill, source, rhythm, time, and so on; lower case and short."""

import re
from collections.abc import Iterator

from intent.rules.exchange import Exchange
from intent.rules.reading import Reading
from intent.rules.text import fold, words
from intent.types import ActionType

KEYS = (
    "agent_name", "skill_name", "data_source", "frequency", "time", "channel", "format", "recipient",
    "subject", "deadline", "setting", "member", "project", "document",
)  # fmt: skip
LONGEST_VALUE = 80

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_UNIT = r"(?:minutes?|hours?|days?|weeks?|months?|quarters?|years?|mornings?|evenings?|nights?|weekdays?|weekends?)"
_SOURCES = (
    "notion|slack|jira|confluence|gmail|outlook|sharepoint|dropbox|google drive|google sheets|hubspot|salesforce|"
    "zendesk|intercom|stripe|xero|quickbooks|datev|sap|shopify|airtable|trello|asana|linear|github|gitlab|mixpanel|"
    "grafana|clio|workday|personio|onedrive|erp|crm|alma|geotab|netbox"
)
_CHANNELS = "slack|teams|email|e-mail|mail|sms|whatsapp|telegram|signal|discord|push|inbox|text message"
_FORMATS = (
    "pdf/a|pdf|excel|csv|table|tabelle|tableau|tabla|spreadsheet|sheet|slides|presentation|bullets|bullet points|"
    "one-pager|chart|word|mp3|wav|docx|xlsx|half a page|one page|english|german|french|spanish|italian|dutch|polish"
)
_PATTERNS: dict[str, tuple[str, ...]] = {
    "frequency": (
        rf"\b((?:every|each)\s+(?:\w+\s+)?(?:{_UNIT}|{_DAY}))\b",
        r"\b(hourly|daily|nightly|weekly|fortnightly|monthly|quarterly|yearly|annually|real[- ]time)\b",
        rf"\b((?:once|twice|three times)\s+(?:a|per)\s+{_UNIT})\b",
        rf"\b(on\s+{_DAY}s|{_DAY[:-2]}s)\b",
        r"\b(taglich|wochentlich|monatlich|jeden \w+|cada \w+|chaque \w+|tous les \w+|todo dia|har \w+|roz)\b",
    ),
    "time": (
        r"\b(?:at|around|by|um|a las|a)\s+(\d{1,2}(?::\d{2})?\s*(?:am|pm|h|uhr|o'clock)?)\b",
        r"\b(\d{1,2}:\d{2}|\d{1,2}\s*(?:am|pm|uhr|o'clock))\b",
        r"\b(last (?:night|week|month|year|quarter)|yesterday|this (?:morning|week|month)|next (?:week|month))\b",
        rf"\b({_DAY}|january|february|march|april|may|june|july|august|september|october|november|december|q[1-4])\b",
    ),
    "deadline": (
        rf"\b(?:by|before|until|due(?: on)?)\s+((?:the\s+)?(?:end of \w+|tonight|tomorrow|noon|{_DAY}|\d{{1,2}}(?:st|nd|rd|th)?))\b",
        r"\b(asap|in (?:an hour|half an hour|\w+ minutes)|next week|tonight|bis morgen)\b",
    ),
    "channel": (rf"\b(?:to|in|into|on|by|via|per|through|over)\s+(#[\w-]+|{_CHANNELS})\b", r"(#[a-z][\w-]+)"),
    "data_source": (
        rf"\b(?:from|in|of|out of|reads?|our|aus|de|desde|da)\s+(?:the\s+|our\s+)?({_SOURCES})\b",
        rf"\b({_SOURCES})\b",
    ),
    "format": (rf"\b(?:as|in|into|to|als|en)\s+(?:an?\s+|a\s+)?({_FORMATS})\b", rf"\b({_FORMATS})\b"),
    "recipient": (r"\b(?:send|mail|email|write|forward|reply)\b[^.?!]*?\bto\s+((?:the\s+|mr\.?\s+|ms\.?\s+|mrs\.?\s+)?[\w@.-]+)",),
    "project": (
        r"\b(?:the|in|to)\s+([\w' &-]{2,30}?)\s+project\b",
        r"\bproject\s+(?:called|named|:)?\s*['\"]?([\w' &-]{2,30})",
    ),
    "member": (
        r"\b([\w.+-]+@[\w-]*(?:\.[\w.]+)?)",
        r"\b(?:invite|add|remove|make|give|let|kick out)\s+((?:mr|ms|mrs|dr)\.?\s+\w+|[a-z]+)\b",
    ),
    "document": (r"\b([\w-]+\.(?:pdf|xlsx?|csv|docx?|wav|mp3|txt|pptx?))\b", r"\b(?:the|this|attached)\s+((?:\w+\s+)?(?:report|contract|minutes|letter|file|sheet|document|recording|notes))\b"),
    "setting": (
        r"\b(notifications?|retention|api keys?|password|two-factor|single sign-on|sso|credit card|billing|plan|logo|role|permissions?|schedule|name|tone|description|model|dashboard)\b",
        r"\b(off|on|paused?|private|delete|deleted)\b",
    ),
}  # fmt: skip
_COMPILED = {key: tuple(re.compile(pattern) for pattern in patterns) for key, patterns in _PATTERNS.items()}
_ONLY_FOR = {
    "member": {ActionType.MANAGE_PLATFORM},
    "setting": {ActionType.MANAGE_PLATFORM, ActionType.UPDATE_AGENT},
    "document": {ActionType.EXECUTE_TASK},
    "project": {ActionType.EXECUTE_TASK, ActionType.QUERY_INFO},
    "format": {
        ActionType.EXECUTE_TASK,
        ActionType.CREATE_AGENT,
        ActionType.CREATE_SKILL,
        ActionType.UPDATE_AGENT,
    },
    "recipient": {ActionType.EXECUTE_TASK, ActionType.CREATE_AGENT, ActionType.UPDATE_AGENT},
    "deadline": {ActionType.EXECUTE_TASK},
}
_NAMED = re.compile(r"\b(?:named|called|name it|call it)\s+['\"]?([\w-]+)")
_SUBJECT = re.compile(
    r"\b(?:that|which|to|about|for|of|on|from|in|with|over)\s+((?:the\s+|our\s+|my\s+)?[\w'-]+(?:\s+[\w'-]+){0,4})"
)


def extract_entities(exchange: Exchange, action: ActionType, target: str | None) -> dict[str, str]:
    """Key-value pairs of KEYS that the message states; nothing for an unknown action."""
    if action is ActionType.UNKNOWN:
        return {}
    return {
        key: value[:LONGEST_VALUE]
        for key, value in _found(exchange.message, exchange, action, target)
        if value
    }


def _found(
    message: Reading, exchange: Exchange, action: ActionType, target: str | None
) -> Iterator[tuple[str, str]]:
    if target:
        yield "agent_name", target.lower()
    if skill := _skill(message, exchange, action):
        yield "skill_name", skill.lower()
    text = fold(message.text)
    if (name := _NAMED.search(text)) and action in (ActionType.CREATE_AGENT, ActionType.CREATE_SKILL):
        yield ("agent_name" if action is ActionType.CREATE_AGENT else "skill_name"), name[1]
    for key, patterns in _COMPILED.items():
        if action in _ONLY_FOR.get(key, {action}) and (value := _first_match(text, patterns)):
            yield key, value
    if subject := _subject(message, text, action):
        yield "subject", subject


def _skill(message: Reading, exchange: Exchange, action: ActionType) -> str:
    if message.skills:
        return message.skills[0]
    before = [reading for reading in (exchange.asked, exchange.request) if reading]
    if action is ActionType.ADD_SKILL_TO_AGENT:
        return next((reading.skills[0] for reading in before if reading.skills), "")
    return ""


def _first_match(text: str, patterns: tuple[re.Pattern[str], ...]) -> str:
    return next((match[1].strip() for pattern in patterns if (match := pattern.search(text))), "")


def _subject(message: Reading, text: str, action: ActionType) -> str:
    """What the work is about: the words after the first 'that', 'about', 'for' and the like."""
    about_work = (ActionType.CREATE_AGENT, ActionType.EXECUTE_TASK, ActionType.CREATE_SKILL)
    if action not in about_work or len(words(text)) < 4:
        return ""
    match = _SUBJECT.search(text)
    return match[1] if match else ""
