"""The slots of an agent that a message fills: where from, what, when, where to, and its name."""

import re

from agents.builder.systems import Mention, find_systems, properly_spelled
from agents.naming import to_kebab
from agents.schedules import cut_schedule, parse_schedule

_SEPARATOR = re.compile(
    r"(\s*[,;\n]\s*(?:and |und |y )?|\s+(?:and|und|y|&|but)\s+|(?<=[a-z0-9)])\.\s+)", re.I
)
_SPACES = re.compile(r"[^\S\n]{2,}")
_CHANNEL = re.compile(r"(?<!\w)#[\w-]+")
_ADDRESS = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]*\w")
_NAME = re.compile(
    r"\b(?:(?:call|name|rename) (?:it|the agent|this one|the skill)(?: to)?|(?:it(?:'s| is) "
    r")?(?:called|named))\s+"
    r"['\"“]?(?P<name>[\w-]+(?: [\w-]+){0,3}?)['\"”]?(?=\s*(?:$|[.,;!?]|\bthat\b|\bwhich\b|\bto\b|"
    r"\band\b|\bfor\b))",
    re.I,
)
_EXPLICIT = re.compile(
    r"\b(?:change|set|switch|update|make|correct)\s+(?:the |its )?(?P<label>{labels})"
    r"(?:\s+of\s+[\w-]+)?\s+(?:to|into|as|=|:)\s*(?P<value>.+)",
    re.I,
)
_LEAD_IN = re.compile(
    r"^(?:(?:well|ok|okay|so|um|hm|please|actually|no|yes|yeah|sure|ja|klar|gerne|si|oui|maybe|perhaps|"
    r"it's|its|it is|it|is|that's|that is|they're|they are|they|are|live|lives|we|use|have|"
    r"in|from|on|at|to|the data|our data|let's|take|just|should|be|include)\b[\s,:]*)+",
    re.I,
)
_ORDER = re.compile(
    r"(?:please )?(?:run|start|pause|stop|resume|delete|remove|duplicate|copy|test|try|make|keep) "
    r"(?:it|this)\b",
    re.I,
)
_HERE = re.compile(
    r"\s*(?:with )?(?:the )?(?:results?|answers?|output|summary)(?: should)?(?: go(?:es)?)?(?: come)? "
    r"(?:right )?(?:here|in (?:this|the) chat|to me)\s*",
    re.I,
)
_LONGEST_PLACE = 12  # words of a source or a destination
_NARROWS = re.compile(r"(?:only|just|nothing but|all but|except|not)\b", re.I)
_SENDS = re.compile(r"\b(?:to|into|via|by|send|post|alert|alerts|notify|deliver|email me|tell)\b", re.I)
_FILLER = re.compile(
    r"(?:please |then |also |actually |just )*(?:(?:make|run|do|have|let|set) (?:it|this)(?: run)?|"
    r"(?:it|this) (?:should|must|shall|has to|needs to|ought to) (?:run|happen|work|start|be))?",
    re.I,
)
_NO_OPINION = re.compile(
    r"(?:(?:i )?(?:don't|do not) (?:know|care|mind)|no idea|not sure|skip(?: (?:it|this|that))?|"
    r"whatever(?: you .*)?|"
    r"you (?:decide|choose|pick)|up to you|any(?:thing|where)?|no preference|doesn't matter|egal|"
    r"keine ahnung|da igual)[\s.!]*",
    re.I,
)


def has_no_opinion(message: str) -> bool:
    """Return whether the answer leaves it to us: 'skip', 'you decide', 'I don't know'."""
    return bool(_NO_OPINION.fullmatch(message.strip()))


def read_slots(message: str, *, asking: str = "", labels: dict[str, str] | None = None) -> dict[str, str]:
    """Return what `message` says of an agent by slot name; the rest of an answer goes to the slot `asking`.

    `labels` are the words by which slots may be named, so that 'change the source to Jira' is understood.
    """
    if explicit := _read_explicit(message, labels or {}):
        return explicit
    found: dict[str, str] = {}
    message = _SPACES.sub(" ", message)
    if name := _NAME.search(message):
        found["name"] = to_kebab(name["name"])
        message = message[: name.start()] + message[name.end() :]
    if schedule := parse_schedule(message, asked=asking == "when"):
        found["when"] = schedule.words
        message = cut_schedule(message, asked=asking == "when")
    rest = _take_systems(message, found, asking)
    return found | _answer(rest, found, asking)


def _read_explicit(message: str, labels: dict[str, str]) -> dict[str, str]:
    words = "|".join(map(re.escape, sorted(labels, key=len, reverse=True)))
    match = re.search(_EXPLICIT.pattern.replace("{labels}", words), message, re.I) if words else None
    if not match:
        return {}
    slot, value = labels[match["label"].lower()], match["value"].strip(" .'\"")
    if slot == "when":
        schedule = parse_schedule(value, asked=True)
        return {"when": schedule.words} if schedule else {}
    return {slot: to_kebab(value) if slot == "name" else value}


def _take_systems(message: str, found: dict[str, str], asking: str) -> str:
    """Put sources and destinations into `found`; return the message without the clauses that say where to."""
    parts = _SEPARATOR.split(message)
    kept: list[str] = []
    for place in range(0, len(parts), 2):
        clause = parts[place]
        if _FILLER.fullmatch(clause.strip()):
            continue
        mentions = find_systems(clause)
        where_to = _destination(clause, mentions, asking)
        if where_to:
            found["destination"] = (
                f"{found['destination']} and {where_to}" if "destination" in found else where_to
            )
        else:
            sources = [mention.name for mention in mentions if mention.role == "source"]
            found.update({"source": sources[0]} if sources and "source" not in found else {})
            kept += [parts[place - 1] if kept else "", clause]
    return "".join(kept)


def _destination(clause: str, mentions: list[Mention], asking: str) -> str:
    """Return where a clause sends results, or an empty string when it does not."""
    if _HERE.fullmatch(clause):
        return "this chat"
    if asking == "source" and not _SENDS.search(clause):
        return ""
    places = [
        mention.name for mention in mentions if mention.role == "destination" or asking == "destination"
    ]
    target = _CHANNEL.search(clause) or _ADDRESS.search(clause)
    if not places and not (target and (asking == "destination" or not mentions)):
        return ""
    place = " and ".join(dict.fromkeys(places))
    if not target:
        return place
    if "@" in target[0]:
        return f"email to {target[0]}"
    return f"{target[0]} in {place}" if place else target[0]


def _answer(rest: str, found: dict[str, str], asking: str) -> dict[str, str]:
    """Return the slot asked for with what is left of the message, where it was not read out of it."""
    text = _LEAD_IN.sub("", rest.strip(" ,;.!")).strip(" ,;.!")
    if not text or asking in ("", "when") or not _fits(text, asking):
        return {}
    if asking == "name":
        return {} if "name" in found else {"name": to_kebab(text)}
    if asking == "source":
        return {"source": properly_spelled(text)}
    if text.lower() == found.get("source", "").lower():  # a system's name alone says nothing else
        return {}
    slot = "subject" if asking == "destination" and _NARROWS.match(rest.strip()) else asking
    return {} if slot in found else {slot: _without_capital(text)}


def _fits(text: str, asking: str) -> bool:
    """Return False for an order about the agent, and for what is too long to be a place."""
    too_long = asking in ("source", "destination") and len(text.split()) > _LONGEST_PLACE
    return not _ORDER.match(text) and not too_long


def _without_capital(text: str) -> str:
    """Return `text` as it stands inside a sentence; names and abbreviations keep their capital."""
    small = re.match(
        r"(?:The|All|Any|Only|Every|Everything|Our|My|Their|Past|New|Open|What|Which|Those|These|A|An)\b",
        text,
    )
    return f"{text[0].lower()}{text[1:]}" if small else text
