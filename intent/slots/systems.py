"""The systems that people keep data in or get messages by, and which of the two a text means."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

_STORES = {
    "Notion": "notion",
    "Jira": "jira",
    "Google Sheets": "google sheets?|gsheets?|google spreadsheets?",
    "Google Drive": "google drive|gdrive",
    "Google Docs": "google docs?",
    "Google Calendar": "google calendar|gcal",
    "Google Analytics": "google analytics",
    "Confluence": "confluence",
    "Asana": "asana",
    "Trello": "trello",
    "Linear": "linear",
    "GitHub": "github",
    "GitLab": "gitlab",
    "Salesforce": "salesforce",
    "HubSpot": "hub ?spot",
    "Zendesk": "zendesk",
    "Intercom": "intercom",
    "Stripe": "stripe",
    "Shopify": "shopify",
    "Airtable": "airtable",
    "Excel": "excel",
    "SharePoint": "share ?point",
    "OneDrive": "one ?drive",
    "Dropbox": "dropbox",
    "SAP": "sap",
    "Xero": "xero",
    "QuickBooks": "quick ?books",
    "LinkedIn": "linked ?in",
    "Gmail": "gmail",
    "Outlook": "outlook",
    "CRM": "crm",
    "ERP": "erp",
}
_CHANNELS = {
    "Slack": "slack",
    "Microsoft Teams": "(?:microsoft |ms )?teams",
    "Discord": "discord",
    "Telegram": "telegram",
    "WhatsApp": "whats ?app",
    "SMS": "sms|text messages?",
    "email": "e-?mails?(?! (?:addresse?s?|accounts?|lists?|templates?|threads?))",
    "this chat": "this chat|in the chat|right here|just here|hier im chat|en este chat",
}
_PATTERNS = {
    name: re.compile(rf"(?<![\w#@.-])(?:{words})(?!\w|@|(?-i:-[a-z]))", re.IGNORECASE)
    for name, words in (_STORES | _CHANNELS).items()
}
_READS = re.compile(
    r"\b(?:from|monitor\w*|watch\w*|read\w*|scan\w*|check\w*|search\w*|incoming|new|our|my|unread|aus|von|de)\s+"
    r"(?:our |the |my |all |incoming |new )*$",
    re.IGNORECASE,
)
_WRITES = re.compile(
    r"\b(?:send|post|save|write|put|drop|dump|paste|export|copy|add|push|store|log|file|upload|deliver|publish|report)(?:s|es|ing)?\b"
    r"[^.;]{0,50}\b(?:to|into|in|on)\s+(?:(?:a|an|our|the|my) )?$",
    re.IGNORECASE,
)
_MESSAGES = ("email", "SMS")  # words that also name what is read: 'count the emails'
_BY_MESSAGE = re.compile(
    r"\b(?:by|via|per|to|as|through|with|over|in|an?|send|me|us|it|them|that|which)\s*$",
    re.I,
)
_MESSAGES_SOMEBODY = re.compile(r"\s+(?:me|us|him|her|them|it|everyone|everybody|the team|to)\b", re.I)
_NEARBY = 100  # characters before a system in which stands what is done with it


class Mention(NamedTuple):
    """A system in a text: its proper name, what it is for there, and where it stands."""

    name: str
    role: Literal["source", "destination"]
    start: int
    end: int


def find_systems(text: str) -> list[Mention]:
    """Return the systems that `text` names, in order."""
    return sorted(_mentions(text), key=lambda mention: mention.start)


def outside_systems(*texts: str) -> list[str]:
    """Return the systems outside of OmniForge that the texts name, each once."""
    names = (mention.name for text in texts for mention in find_systems(text))
    return list(dict.fromkeys(name for name in names if name != "this chat"))


def properly_spelled(text: str) -> str:
    """Return `text` with the systems in it called by their proper names."""
    for mention in reversed(find_systems(text)):
        text = text[: mention.start] + mention.name + text[mention.end :]
    return text


def _mentions(text: str) -> Iterator[Mention]:
    for name, pattern in _PATTERNS.items():
        for match in pattern.finditer(text):
            before = text[max(0, match.start() - _NEARBY) : match.start()]
            goes = _MESSAGES_SOMEBODY.match(text, match.end()) or _BY_MESSAGE.search(before)
            is_read = name in _MESSAGES and not goes
            yield Mention(name, "source" if is_read else _role(name, before), match.start(), match.end())


def _role(name: str, before: str) -> Literal["source", "destination"]:
    if name in _CHANNELS:
        return "source" if _READS.search(before) else "destination"
    return "destination" if _WRITES.search(before) else "source"


def rename_system(text: str, old: str, new: str) -> str:
    """Return a text in which another system is named instead of one."""
    return re.sub(rf"\b{re.escape(old)}\b", lambda _: new, text, flags=re.I)
