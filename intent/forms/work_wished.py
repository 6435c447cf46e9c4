"""Reads the wish that something be done by itself: 'someone should go through …', 'keep an eye on …'."""

import re
from datetime import date

from intent.commands.places import fetched_from
from intent.commands.words import key_of
from intent.forms.purpose import without_schedule
from intent.forms.schedules import find_when
from intent.forms.verbs import plain_gerund
from intent.slots import find_times
from intent.slots.systems import outside_systems

_ANY_DAY = date(2000, 1, 3)  # which words say how often does not depend on the day
_ENOUGH = 2  # signs that what is wished for is an agent's work
_SOMEBODY = r"(?:some(?:one|body|thing)|jemand|etwas|alguien|algo)"
_BEGINS = r"(?:(?:so|well|please|also|and|bitte|por favor|¿)\b,?\s*)*"
_SHOULD = re.compile(
    rf"(?P<before>.*?)\b{_BEGINS}{_SOMEBODY}\s+(?P<modal>should|ought to|could|must|has to|needs to|"
    r"sollte|müsste|könnte|muss|debería|podría|tendría que|tiene que)\s+"
    r"(?:(?:please|really|just|always|bitte|mal)\s+)*(?P<work>[^?]+?)[\s.!?]*",
    re.I,
)
_NEEDED = re.compile(
    rf"(?P<before>.*?)\b{_BEGINS}(?:i|we)(?:['’]d| would)? (?:need|want|wish|like|love) {_SOMEBODY} "
    r"(?:to|who|that|would|who would)\s+(?P<work>[^?]+?)[\s.!?]*",
    re.I,
)
_ASKED = (
    rf"{_BEGINS}(?:(?:can|could|would|will) you\s+(?:please\s+)?|"
    r"(?:i|we)(?:['’]d| would)? (?:like|want|need) you to\s+|"
    r"(?:kannst|könntest) du\s+(?:bitte\s+)?|(?:puedes|podrías)\s+)?"
)
_KEEP = (
    r"keep (?:an|a close|one) eye on|keep tabs on|keep track of|keep watch (?:on|over)|watch over|"
    r"look after|stay on top of"
)
_WATCH = re.compile(
    rf"(?P<before>){_ASKED}(?P<work>(?:{_KEEP}|watch|monitor|vigilar?|"
    r"echar(?:le)? un ojo a)\s[^?]+?)[\s.!?]*",
    re.I,
)
_WATCH_IN_GERMAN = re.compile(
    rf"(?P<before>){_ASKED}(?:behalte?\s+)?(?P<work>\S.+?)\s+"
    r"(?:im (?:Auge|Blick)(?: (?:behalten|haben))?|überwachen)[\s.!?]*",
    re.I,
)
_TAKE_OVER = re.compile(
    rf"(?P<before>){_ASKED}(?:take over|take care of|take on)\s+(?P<verb>\w+ing)\b(?P<work>\s[^?]+?)[\s.!?]*",
    re.I,
)
_KEPT = re.compile(rf"^(?:{_KEEP})\b", re.I)
_TELLS = re.compile(
    r"\b(?:tell|send|give|show|warn|alert|notify|inform|remind|ping|message|e?mail)s? (?:me|us)\b|"
    r"\blet (?:me|us) know\b|\breport\b|\bpost\b|\blist\b|"
    r"\b(?:mir|uns|melden|auflisten)\b|\b(?:avis|dig|envi|mand)\w*[mn]os\b|\b(?:avis|dec|envi|mand)\w*me\b",
    re.I,
)
_WATCHES = re.compile(r"(?:watch|monitor|keep|look out for)\b", re.I)
# What is watched for: 'watch Jira for me' says none of it.
_FOR = re.compile(
    r"\b(?:for (?!(?:me|us|you|now|today|a (?:while|bit|moment))\b)|whether |if (?!you\b)|in case |"
    r"auf |nach |ob |por si |para )\S",
    re.I,
)
_DUTIES = ("must", "has to", "needs to", "muss", "tiene que")


def work_wished(message: str) -> str:
    """Return an order for an agent with the work that somebody wishes to be done; empty without.

    Two of these are said: how often, a system, and that somebody be told. A rhythm of days needs a time.
    """
    text = " ".join(message.split())
    for pattern in (_WATCH, _TAKE_OVER, _SHOULD, _NEEDED, _WATCH_IN_GERMAN):
        if (found := pattern.fullmatch(text)) and (work := _work(found, text)):
            when = find_when(text, _ANY_DAY)
            is_said = when and (find_times(text) or "HOURLY" in when.rrule or "MINUTELY" in when.rrule)
            return f"create an agent to {work}{f', {when.words}' if when and is_said else ''}"
    return ""


def _work(found: re.Match[str], text: str) -> str:
    """Return the work of a wish, without when; empty if it is none for an agent."""
    parts = found.groupdict()
    work = f"{plain_gerund(parts['verb'])}{parts['work']}" if parts.get("verb") else parts["work"]
    if without_schedule(parts["before"]).strip(" ,") or key_of("no_chore", work.partition(" ")[0].lower()):
        return ""
    source = bool(outside_systems(work) or fetched_from(work))
    watches = found.re in (_WATCH, _WATCH_IN_GERMAN)
    if not source and (watches or parts.get("modal", "").lower() in _DUTIES):
        return ""
    rhythm = find_when(text, _ANY_DAY) is not None
    if watches and not (rhythm or _FOR.search(work) or _TELLS.search(work)):
        return ""  # 'can you monitor Jira?' asks what can be done
    signs = (rhythm, source, watches or bool(_TELLS.search(work) or _WATCHES.match(work)))
    plain = without_schedule(work).strip(" ,")
    return _plainly(found.re, plain) if sum(signs) >= _ENOUGH else ""


def _plainly(pattern: re.Pattern[str], work: str) -> str:
    """Return work that begins with its verb: 'keep an eye on Jira' is to watch it."""
    if pattern is _WATCH_IN_GERMAN:
        return f"{work} überwachen"
    return _KEPT.sub("watch", work)
