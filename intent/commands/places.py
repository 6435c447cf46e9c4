"""Where an agent reads from and where its results go, as a message says it."""

import re
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from intent.commands.place_names import named_systems, with_parts
from intent.commands.silent import leads
from intent.commands.tokens import tokenize
from intent.commands.words import at_start
from intent.slots.recurrence import find_recurrence
from intent.slots.systems import find_systems, properly_spelled
from intent.slots.times import find_times
from intent.slots.zones import read_zone

_CUT = re.compile(
    r"(\s*[,;\n]\s*(?:and |und |y |but )?|\s+(?:and|und|y|&|but)\s+|(?<=[a-z0-9)])[.!]\s+)", re.I
)
_CHANNEL = re.compile(r"(?<!\w)#[\w-]+")
_ADDRESS = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_TARGET = re.compile(
    rf"\s+(?:to|in|into|via|on)\s+(?:(?:my|our|the)\s+)?(?:(?:e-?mail|mail|id|channel|address)\s+)*"
    rf"(?:{_CHANNEL.pattern}|{_ADDRESS.pattern})(?:\s+(?:in|on)\s+(?:slack|teams))?",
    re.I,
)
_SENDS = re.compile(
    r"\b(?:to|into|via|by|send|sends|post|posts|alert|alerts|notify|notifies|deliver|delivers|"
    r"email me|tell)\b",
    re.I,
)
# Which of these a clause does that tells where data is: 'they write to our Outlook' sends nothing.
_SENDING = re.compile(
    r"^\W*(?:and |it should |please )*(?:send|post|alert|notify|deliver|e?-?mail|tell|write)s?\b"
    r"|\b(?:goes?|sent|posted|delivered) (?:in)?to\b",
    re.I,
)
_HERE = re.compile(
    r"(?:in(?:to)? |to )?(?:this|the) (?:chat|conversation)\b|\b(?:right|just)? ?here\b|\bto (?:me|us)\b",
    re.I,
)
_BY_MAIL = re.compile(r"\b(?:by|per|via|as an?) e-?mail\b|^\W*(?:an )?e-?mail to (?:me|us)\b", re.I)
_FILE = re.compile(
    r"\b(?:an? |the )?(?:excel|csv|spreadsheet|word|text)(?: (?:file|sheet|list|table|document))?\b", re.I
)
_LEAD_IN = re.compile(
    r"^(?:(?:well|ok|okay|so|um|hm|please|actually|no|yes|yeah|sure|maybe|perhaps|"
    r"it['’]s|that['’]s|they['’]re|they|it|"
    r"we|you|that is|come|comes|its|is|are|live|lives|use|have|has|found|sits?|stored|kept|"
    r"in|from|on|at|to|by|via|the data|our data|let's|take|just|only|should|be|include|"
    r"send|post|put|deliver|write|give|it|them|us|me)\b[\s,:]*)+",
    re.I,
)
_NOT_THERE = re.compile(
    r"(?<=\S),?\s+(?:rather than|instead of|in place of|and not|but not|not)\b.*$", re.I | re.S
)
_NAME = (
    r"(?P<place>[A-Z]\w+(?: [A-Z]\w+)?(?: and [A-Z]\w+)?)(?=$|[,.;]| (?:and|then|to|into|every|each|on|at)\b)"
)
_MAILBOX = r"(?:mailbox|inbox|mail ?account|e-?mail account|address|postfach|buz[oó]n)"
# What is fetched comes from a system, by whatever name, and mail from a mailbox.
_FETCHED = (
    re.compile(  # 'pull the late returns from Koha'
        r"\b(?i:pull|fetch|export|load|import|grab|extract|download|gather|collect|take|get|compile|"
        r"read|copy|list|count|add up|adds up|sum|sums up|total|tally|"
        r"summari[sz]e|show|scan|log|track)(?:s|es|ing|ies)?\b"
        rf"[^.;]{{0,80}}?\b(?:from|out of) (?:our |the |my )?{_NAME}"
    ),
    re.compile(  # 'the new reviews on Trustpilot'
        r"\b(?i:review|rating|post|comment|mention|listing|booking|order|ad|advert|message|follower)s?"
        rf" (?:on|in) (?:our |the |my )?{_NAME}"
    ),
    re.compile(
        rf"\b{_MAILBOX} (?P<place>{_ADDRESS.pattern})|"
        r"\b(?:check|watch|monitor|read|scan|search|go(?:es|ing)? through|look(?:s|ing)? (?:at|through|into))"
        rf"(?:s|es|ing)? (?:our |the |my )?(?:shared )?(?:{_MAILBOX} )?(?P<address>{_ADDRESS.pattern})",
        re.I,
    ),
)
_DOCUMENT = (
    r"(?:an?|one|the|our|my|some) (?:(?:new|single|shared|separate|big|simple) )*"
    r"(?:spreadsheet|sheet|workbook|csv(?: file)?|document|doc|"
    r"(?:excel|word|text) (?:file|sheet|table|document))"
)
_STORES = (
    r"(?:puts?|putting|drop(?:s|ping)?|writ(?:es?|ing)|sav(?:es?|ing)|stor(?:es?|ing)|keeps?|logs?|records?|adds?|cop(?:y|ies)|"
    r"enters?|exports?|lists?|notes?|collects?|gathers?|pastes?|places?|dumps?|pulls?|moves?)"
)
# 'and saves them in a sheet'; not 'that customers put into a sheet', which is read.
_WRITTEN = re.compile(
    rf"(?:^\W*|\b(?:and|then|that|which|to|it|should|must|shall|will|please|also)\s+){_STORES}\b[^.;?]{{0,80}}?\s"
    rf"(?:(?:into|in to|onto|to|as)\s(?P<place>{_DOCUMENT})|in\s(?P<inside>(?!the ){_DOCUMENT}))"
    r"(?=\s*(?:$|[,.;:!?)])|\s(?:and|every|each|on|at|by|for|with|so|once|when|please)\b)",
    re.I,
)
_AGENT_IS_TO = re.compile(
    r"\b(?:agent|bot|assistant|helper|automation|something|that|which|should|to)\b", re.I
)
_BY_PEOPLE = re.compile(r"\b(?:we|i|they|you|he|she|people|everyone|everybody|staff)\b", re.I)
_LONGEST = 12  # words of a place
_FOR_THAT = re.compile(r"\s+(?:for|with) (?:that|it|this|them|those|everything)$", re.I)
_KEPT = 6  # words of a place in a sentence
_EXCEL = "Excel"  # a system by its name, and a kind of file
_PLACES = ("source", "destination")  # the slots that take one


def names_target(text: str) -> bool:
    """Return whether a text names a channel, an address or this chat."""
    return any(one.search(text) for one in (_CHANNEL, _ADDRESS, _HERE))


def without_target(text: str) -> str:
    """Return a text without the channel or address that results go to: 'the late tasks to #desk'."""
    return _TARGET.sub("", text)


class Places(NamedTuple):
    """What a text says: `sources`, `destination`, and the clauses that say neither."""

    sources: tuple[str, ...]
    destination: str
    rest: str


def read_places(text: str, *, asking: str = "") -> Places:
    """Return the places that a text names; `asking` is the slot that is asked for."""
    parts = _CUT.split(with_parts(text))
    sources, destinations, kept = list[str](), list[str](), list[str]()
    for place in range(0, len(parts), 2):
        clause = parts[place]
        if written := _written_to("".join(parts[:place]), clause, asking):
            destinations.append(written)
            clause = clause[: clause.rindex(written)]  # from what it is made stands before it
        elif goes_to := _destination(clause, asking):
            destinations.append(goes_to)
            continue
        named = named_systems(clause)
        sources += [words for one, words in named if asking == "source" or one.role == "source"]
        kept += [] if written else [parts[place - 1] if kept else "", clause]
    return Places(
        tuple(dict.fromkeys(sources)), " and ".join(dict.fromkeys(destinations)), "".join(kept).strip()
    )


def fetched_from(text: str) -> str:
    """Return the system by its name, or the mailbox, that a text fetches from; empty if it names none."""
    found = next(filter(None, (one.search(text) for one in _FETCHED)), None)
    place = next(filter(None, found.groupdict().values()), "") if found else ""
    is_when = place and (find_recurrence(place, date.min, asked=True) or find_times(place))
    return "" if is_when or find_systems(place) or read_zone(place) else place


def kept_in(text: str) -> str:
    """Return the place in a sentence that says where data is kept: 'we keep that in Fresha, our till'."""
    tokens = tokenize(text)
    while tokens and (tokens[0].is_mark or leads((tokens[0].word,))):
        tokens = tokens[1:]
    words, at, last = tuple(one.word for one in tokens), 0, ""
    while size := at_start("keeps", words[at:])[1]:
        last = at_start("keeps", words[at:])[0]
        at += size
    holds = at and at_start("keeps", words)[0] == "holder" and (last == "into" or "use" in words[:at])
    place = re.split(r"[,;(]|[.!?]\s", text[tokens[at].start :])[0] if holds and at < len(tokens) else ""
    place = _FOR_THAT.sub("", place.strip(" .!"))
    return place if len(place.split()) <= _KEPT else ""


def read_source(text: str) -> str:
    """Return the answer to where the data lives: the systems by their names, else the words."""
    systems = [words for _, words in named_systems(with_parts(text))]
    address = _ADDRESS.search(text)
    if address:
        return f"{address[0]} in {systems[0]}" if systems else address[0]
    return " and ".join(dict.fromkeys(systems)) or kept_in(text) or place_words(text)


def read_destination(text: str) -> str:
    """Return the answer to where results go, as short as can be."""
    return _destination(with_parts(text), "destination") or place_words(text)


def place_words(text: str) -> str:
    """Return the words of a place without what leads up to it; empty if they are too many for one."""
    words = properly_spelled(_LEAD_IN.sub("", text.strip(" ,;.!")).strip(" ,;.!"))
    return words if len(words.split()) <= _LONGEST else ""


def _destination(clause: str, asking: str) -> str:
    """Return where a clause sends results; empty if it sends none."""
    is_asked = asking == "destination"
    clause = _NOT_THERE.sub("", clause)
    sends = _SENDING if asking == "source" else _SENDS
    if _HERE.search(clause) and (is_asked or sends.search(clause)):
        return "email" if _BY_MAIL.search(clause) else "this chat"
    if asking == "source" and not sends.search(clause):
        return ""
    named = _receiving(clause, is_asked)
    target = _CHANNEL.search(clause) or _ADDRESS.search(clause)
    if is_asked and not target and not any(" in " in one for one in named) and (file := _FILE.search(clause)):
        return file[0]
    if not named and not (target and (is_asked or _SENDS.search(clause))):
        return ""
    where = " and ".join(dict.fromkeys(named))
    if not target or where.startswith(f"{target[0]} in "):
        return where
    if "@" in target[0][1:]:
        return f"email to {target[0]}"
    return f"{target[0]} in {where}" if where else target[0]


def _written_to(before: str, clause: str, asking: str) -> str:
    """Return the document that an agent is to write to by a clause; empty where that names another place."""
    found = _WRITTEN.search(clause) if asking not in _PLACES else None
    if found is None or _tells_of_people(before):
        return ""
    place = found["place"] or found["inside"]
    rest = clause[clause.rindex(place) :]
    elsewhere = names_target(rest) or any(one.name != _EXCEL for one in find_systems(rest))
    return "" if elsewhere else str(place)


def _tells_of_people(before: str) -> bool:
    """Return whether a sentence tells what people do so far: 'we get orders by mail (and write them …)'."""
    sentence = re.split(r"[.!?]\s", before)[-1]
    return bool(_BY_PEOPLE.search(_AGENT_IS_TO.split(sentence)[-1]))


def _receiving(clause: str, is_asked: bool) -> Sequence[str]:
    return [words for one, words in named_systems(clause) if one.role == "destination" or is_asked]
