"""What a person wants done, beginning with a verb: 'monitor our Jira board for overdue tickets'."""

import re

from agents.builder.verbs import is_gerund, plain_verb
from agents.schedules import cut_schedule

_AGENT = (
    r"(?:agents?|bots?|assistants?|automations?|automatisms?|workflows?|helpers?|robots?|watchers?|something|"
    r"someone|somebody|tool|service|agenten|assistenten|agente|asistente)"
)
_MODALS = (
    r"(?:(?:can|could|will|would|should|shall|must|may|automatically|regularly|always|then|helps?|"
    r"us|me|me to|us to|to)\s+)*"
)
_AFTER_AGENT = re.compile(
    rf"\b{_AGENT}\b,?\s+(?P<link>that|which|who|to|for|der|die|das|que)\s+{_MODALS}(?P<rest>.+)", re.I
)
_AFTER_COLON = re.compile(rf"\b{_AGENT}\b(?:\s+please)?\s*[:–—-]\s+(?P<rest>.+)", re.I)
_AUTOMATE = re.compile(r"\b(?P<rest>automate\s+.+)", re.I)
_TROUBLE = re.compile(
    r"^(?:so |well |honestly,? )?(?P<noun>(?:our|my|the|all)\s+[\w\s-]{3,50}?)\s+"
    r"(?:is|are|get|gets|come|comes|take|takes|keep|keeps)\b",
    re.I,
)
_NAMED = re.compile(
    r",?\s*\b(?:(?:and )?(?:call|name) it|called|named|by the name of)\s+['\"“]?[\w-]+['\"”]?", re.I
)
_TAIL = re.compile(
    r"(?:,?\s*(?:please|thanks|thank you|bitte|for (?:me|us)|(?:with )?(?:the )?(?:results?|output) "
    r"(?:go(?:es)? )?(?:here|in (?:this|the) chat)|can (?:you|the platform|omniforge) help.*))+[\s.!?]*$",
    re.I,
)
_SENDING = re.compile(
    r"(?:,?\s*\b(?:and|then|und|y)\b\s*|,\s*|\s+)(?:then\s+)?(?:posts?|sends?|delivers?|emails?|mails?|delivered|sent|posted)\b"
    r"(?:\s+(?:it|them|the (?:results?|summary|report|digest|list)|a \w+|an \w+|us|me))*\s+(?:to|in|"
    r"into|on|via|by)\b.+$",
    re.I,
)
_BY_HAND = re.compile(r",? ?\b(?:all )?(?:by hand|manually|von hand|manuell|a mano|manualmente)\b", re.I)
_ADJECTIVE = re.compile(r"(?:\w+ ){0,2}(?:hourly|daily|weekly|monthly|quarterly|yearly|annual) [a-z]", re.I)
_ONLY_AN_AGENT = re.compile(rf"\w+ (?:[\w-]+ ){{0,4}}{_AGENT}", re.I)
_LONGEST = 160


def read_purpose(message: str) -> str:
    """Return what `message` wants done, or an empty string where it does not say."""
    text = _NAMED.sub("", " ".join(message.split()))
    for pattern in (_AFTER_AGENT, _AFTER_COLON, _AUTOMATE):
        if match := pattern.search(text):
            return tidy_purpose(match["rest"], link=match.groupdict().get("link", ":"))
    return _of_chore(text) or _of_trouble(text)


def mentions_agent(text: str) -> bool:
    """Return whether `text` speaks of an agent, by whatever word."""
    return bool(re.search(rf"\b{_AGENT}\b", text, re.I))


def tidy_purpose(phrase: str, *, link: str = "") -> str:
    """Return a said purpose as a phrase with a verb in front, without when, where to, and politeness.

    That it is done by hand today goes too: an agent will not.
    """
    first = re.split(r"(?<=[a-z0-9)])[.!?](?:\s|$)", phrase, maxsplit=1)[0]
    rest = _BY_HAND.sub("", _SENDING.sub("", _TAIL.sub("", first))).strip()
    rest = (rest if _ADJECTIVE.match(rest) else cut_schedule(rest)).strip(" ,;:.!?-")
    word, _, after = rest.partition(" ")
    if verb := plain_verb(word) or (
        word.removesuffix("s") if link.lower() in ("that", "which", "who") else ""
    ):
        rest = f"{verb} {after}".strip()
    elif rest and link.lower() in ("for", ":"):
        rest = f"prepare {rest}"
    return "" if _ONLY_AN_AGENT.fullmatch(rest) else _plain_later_verbs(rest)[:_LONGEST].strip()


def _plain_later_verbs(phrase: str) -> str:
    """Turn 'monitor tickets and alerts us' into 'monitor tickets and alert us'."""
    return re.sub(
        r"((?:\band|\bthen|,)\s+)(\w+s)\b(?=\s+(?:us|me|the|a|an|it|them|every|all|our|each)\b)",
        lambda match: match[1] + (plain_verb(match[2]) or match[2]),
        phrase,
    )


def _of_chore(text: str) -> str:
    """Return the chore in 'we waste hours compiling updates', or the work in 'I need to chase suppliers'."""
    words = text.split()
    for wanted in (is_gerund, plain_verb):
        for place, word in enumerate(words):
            before = words[place - 1].lower() if place else "to"
            if wanted(word) and (
                is_gerund(word) or before in ("to", "please", "which", "that", "and", "automatically")
            ):
                return tidy_purpose(" ".join(words[place:]))
    return ""


def _of_trouble(text: str) -> str:
    match = _TROUBLE.search(text)
    return tidy_purpose(f"prepare {match['noun'][0].lower()}{match['noun'][1:]}") if match else ""
