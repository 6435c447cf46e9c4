"""What a person wants an agent to do, beginning with a verb: 'monitor our Jira board for overdue tickets'."""

import re
from datetime import date

from intent.commands.tokens import tokenize
from intent.commands.words import as_words, at_end, at_start, table
from intent.forms.naming import NAMED
from intent.forms.schedules import BY_HAND, cut_time, find_when
from intent.forms.verbs import is_gerund, plain_verb
from intent.slots.recurrence import cut_recurrence

_AGENT = (
    r"(?:agents?|bots?|assistants?|automations?|automatisms?|workflows?|helpers?|robots?|watchers?|something|"
    r"someone|somebody|smth|sth|somethin|thing|tool|service|agenten|assistenten|agente|asistente)"
)
_THAT = "that|taht|thta|tht|tath|which|wich|whcih|whihc|who"  # as fingers have it
_MODALS = (
    r"(?:(?:can|could|will|would|should|shall|must|may|be|is(?=\s+\w+ing\b)|automatically|regularly|always|then|helps?|"
    r"us|me|me to|us to|to)\s+)*"
)
_AFTER_AGENT = re.compile(
    rf"\b{_AGENT}\b(?:,? (?:please|pls|plz|bitte|por favor|going|running|an|ein|bauen|erstellen|anlegen|"
    r"machen|einrichten|for (?:me|us|my \w+|our \w+)))*"
    rf",?\s+(?P<link>{_THAT}|to|for|der|die|das|que|should|must|shall|has to|needs to|ought to|is to),?\s+"
    rf"{_MODALS}(?P<rest>.+)",
    re.I,
)
# What an agent does: 'takes the new rows', but not 'takes us hours' or 'is urgent'.
_DOES = (
    r"(?!(?:is|was|has|does|costs|needs|seems|helps|saves|keeps|eats|drives|gets|loses|wastes|matters|"
    r"(?:takes|makes|gives) (?:me|us|too|so|a lot|ages|hours|an? (?:hour|day|while)))\b)[a-z]{2,}(?<![su])s\b"
)
_SAYS_DOES = re.compile(_DOES, re.I)
# 'I'd like an agent. Each Monday it should …': the work stands in a sentence of its own, or after a colon.
_OF_NEXT = re.compile(
    rf"\b{_AGENT}\b[^.!?:]{{0,40}}[.!?:]\s+(?:[^.!?]{{0,80}}?\s)?(?:it|the agent|this one)\s+"
    r"(?:(?:should|must|shall|has to|needs to|ought to|would|will|is to)\s+|"
    r"(?=" + _DOES + r"))"
    r"(?P<rest>.+)",
    re.I,
)
# 'Source: Jira.': what is said of a slot by its name, and nothing of the work.
_LABELLED = re.compile(
    r"(?<=[.!?,;])\s*(?:and )?(?:(?:data )?source|destination|channel|schedule|name|runs?|when|where)"
    r"\s*:\s*[^.!?;]{1,60}[.!?;](?=\s)",
    re.I,
)
_SOMEBODY = r"(?:somebody|someone|something|anybody|anyone|anything)"
_BY_SOMEBODY = re.compile(
    rf"\b(?:have|get|(?:can|could|would|might|may)(?=\s+{_SOMEBODY}\s+(?:\w+\s+){{1,2}}(?:the|our|us|all|any|my)\b))\s+"
    rf"{_SOMEBODY}\s+(?:please\s+|to\s+)?(?P<rest>.+)",
    re.I,
)
_AFTER_COLON = re.compile(rf"\b{_AGENT}\b(?:\s+please)?\s*[:–—-]\s+(?P<rest>.+)", re.I)
_AUTOMATE = re.compile(r"\b(?P<rest>automate\s+.+)", re.I)
_TROUBLE = re.compile(
    r"^(?:so |well |honestly,? )?(?P<noun>(?:our|my|the|all)\s+[\w\s-]{3,50}?)\s+"
    r"(?:is|are|get|gets|come|comes|take|takes|keep|keeps)\b",
    re.I,
)
_TAIL = re.compile(
    r"(?:(?:,\s*|\s+)(?:please|pls|plz|thanks|thank you|thx|ta|cheers|bitte|for (?:me|us)|"
    r"(?:with )?(?:the )?(?:results?|output) "
    r"(?:go(?:es)? )?(?:here|in (?:this|the) chat)|can (?:you|the platform|omniforge) help.*))+[\s.!?]*$",
    re.I,
)
_SENDING = re.compile(
    r"(?:(?:,?\s*\b(?:and|then|und|y)\b\s*|,\s*)(?:then\s+)?"
    r"(?:posts?|sends?|delivers?|emails?|mails?)|,?\s+(?:and\s+)?(?:delivered|sent|posted))\b"
    r"(?:\s+(?:it|them|the (?:results?|summary|report|digest|list)|a \w+|an \w+|us|me))*\s+(?:to|in|"
    r"into|on|via|by)\b.+$|,\s*(?:to|in|into|on)\s+(?:the )?#[\w-]+(?:\s+(?:in|on)\s+\w+){0,2}\s*$",
    re.I,
)
_BY_HAND = re.compile(rf",? ?\b(?:all )?{BY_HAND}", re.I)
# What the chore does to people: '… and it's eating us alive'.
_SIGH = re.compile(
    r",?\s+(?:and|but|which)\s+(?:(?:it|that|this)(?:['’]s|\s+is)?\s+(?:\w+ing|takes|costs|eats|drives|makes)\b|"
    r"(?:takes|costs|eats|drives|makes)\s+(?:me|us|my|our|so|too|up|ages|for ?ever)\b)(?=[^.]*$|[^.]*\.).*$",
    re.I,
)
_ADJECTIVE = re.compile(r"(?:\w+ ){0,2}(?:hourly|daily|weekly|monthly|quarterly|yearly|annual) [a-z]", re.I)
_ONLY_AN_AGENT = re.compile(rf"\w+ (?:[\w-]+ ){{0,4}}{_AGENT}", re.I)
_REMINDED = re.compile(r"(?:i (?:want|need|would like|'d like) to be reminded|remind me) (?P<rest>.+)", re.I)
# 'I want to be told which …', 'can we know what …': what an agent is to tell.
_TOLD = re.compile(
    r"(?:please )?(?:(?:(?P<many>we)|i)(?: would| ?['’]d)? (?:want|need|like|love|wish)s? to|"
    r"(?:can|could|may|might) (?:(?P<several>we)|i)(?: please)?)?\s*"
    r"(?:(?:be|get) (?:told|shown|informed|notified|given|sent|updated)|know|hear|see|find out|learn)"
    r"(?: (?:of|about|on))?,? (?P<rest>(?:which|what|who|whose|how|where|whether|if|when|whatever|all|"
    r"everything|the|any)\b.+)",
    re.I,
)
_WISH = re.compile(
    r"(?:please |can you |could you )*(?:(?:i|we) (?:would like|'d like|want|need)|i'd like|we'd like|"
    r"(?:give|send|bring|get|show|make|prepare|"
    r"write|compile) (?:me|us)) (?:to (?:have|get|see|receive) )?(?P<rest>(?:an?|the) .+)",
    re.I,
)
_SUBJECT = re.compile(
    r"^(?:(?:it|the agent|this one) (?:should|must|shall|has to|needs to|would|is to|will)|"
    r"(?:can|could|would|will) you(?: please)?|it(?=\s+" + _DOES + r"))\s+",
    re.I,
)
_QUESTION = re.compile(r"(?:what|which|who|whose|how|where|when|whether|anything|everything|all)\b", re.I)
_HAPPENS = ("keep", "keeps", "kept")
_SHORT = 3  # letters of 'is' and 'has'
_LONGEST = 160
_ANY_DAY = date(2000, 1, 3)  # which words say how often does not depend on the day


def read_purpose(message: str) -> str:
    """Return what `message` wants done, or an empty string where it does not say."""
    text = _LABELLED.sub(" ", NAMED.sub("", " ".join(without_praise(message).split())))
    for said in (text, without_schedule(text)):
        for pattern in (_OF_NEXT, _AFTER_AGENT, _BY_SOMEBODY, _AFTER_COLON, _AUTOMATE):
            if match := pattern.search(said):
                told = pattern in (_OF_NEXT, _BY_SOMEBODY)
                link = "to" if told else match.groupdict().get("link", ":")
                return tidy_purpose(match["rest"], link="that" if _SAYS_DOES.match(match["rest"]) else link)
    return of_wish(text) or _of_chore(text) or _of_trouble(text)


def of_wish(text: str) -> str:
    """Return what is wanted regularly: 'I'd like a summary of …' is to prepare it."""
    plain = without_schedule(text).strip(" ,;:.?")
    if match := _REMINDED.match(plain):
        return f"remind me {match['rest']}"
    if match := _TOLD.fullmatch(plain):
        return f"tell {'us' if match['many'] or match['several'] else 'me'} {match['rest']}"
    match = _WISH.match(plain)
    return f"prepare {match['rest']}" if match and not _ONLY_AN_AGENT.fullmatch(plain) else ""


_OPENING = re.compile(
    r"^(?:(?:please|can you|could you|would you|i want|i need|i'd like|i would like|we need|"
    r"we want|let's|hi|hey|hello)\b[\s,]*)*"
    rf"(?:(?:create|build|make|set up|have|give|get|start|define|design|new)\b[^.:;]{{0,40}}?|"
    rf"(?:a|an|another|the|some|new|small|simple)\s)*\b{_AGENT}\b[,:]?\s*(?:please\s*)?"
    rf"(?:(?:{_THAT}|to|for)\s+)?",
    re.I,
)


_COURTESY = re.compile(r"^(?:(?:please|pls|plz|kindly|bitte|por favor)\b[\s,]*)+", re.I)


def is_of_agent(text: str) -> bool:
    """Return whether a text says what the agent is to do: 'it should list the open tasks'."""
    return bool(_SUBJECT.match(text)) and bool(plain_verb(_SUBJECT.sub("", text).partition(" ")[0]))


_OURS = (
    r"(?:agents?|bots?|assistants?|automations?|automatisms?|workflows?|agenten|assistenten|agente|asistente)"
)
_ANY_AGENT = re.compile(
    rf"\b(?:an?|another|one|some|new|ein(?:en)?|un)\s+(?:\w+\s+){{0,2}}{_OURS}\b|"
    rf"\b{_OURS} (?:for|to|that|which|who)\b",
    re.I,
)


def is_chore(text: str) -> bool:
    """Return whether somebody complains of work, or speaks of an agent: a plain order is no such thing.

    That the bus is late is nobody's work: it has to be named, or be theirs.
    """
    words = as_words(text)
    if _has("agent_by_trade", words):
        return False
    if _ANY_AGENT.search(text):
        return True
    return _has("chore_trouble", words) and (_has("chore_owner", words) or bool(read_purpose(text)))


def _has(name: str, words: tuple[str, ...]) -> bool:
    return any(at_start(name, words[place:])[1] for place in range(len(words)))


def agent_named(text: str) -> str:
    """Return a text from where it speaks of an agent that isn't there yet; empty if it speaks of none."""
    found = _ANY_AGENT.search(text)
    return text[found.start() :] if found else ""


def names_skill(text: str) -> bool:
    """Return whether a text speaks of a skill by that word: a plain order asks for none."""
    return any(table("kind").get((word,)) == "skill" for word in as_words(text))


# What stands before 'agent' where one is ordered.
_BEGINS = re.compile(
    r".{0,120}?\b(?:an?|another|one|one more|new|some|the|einen|ein|un)\s+(?:[\w-]+\s+){0,3}|"
    r"(?:[\w']+[\s,]+){0,3}",
    re.I,
)


def without_opening(text: str) -> str:
    """Return what an agent is to do in the person's own words, without 'create an agent that' and when."""
    plain = _COURTESY.sub("", without_praise(text).strip())
    said = NAMED.sub("", " ".join(_SUBJECT.sub("", plain).split()))
    patterns = (_OF_NEXT, _AFTER_AGENT, _AFTER_COLON, _BY_SOMEBODY)
    match = next((found for one in patterns if (found := one.search(said))), None)
    begins = match and _BEGINS.fullmatch(said[: match.start()])
    rest = match["rest"] if match and begins else _OPENING.sub("", said, count=1)
    return _COURTESY.sub("", _SUBJECT.sub("", without_schedule(_SENDING.sub("", rest)).strip(" ,;:.")))


def without_praise(text: str) -> str:
    """Return a text without what having the agent would be good for: '… would save me Monday mornings'."""
    said = tokenize(text)
    words = tuple(one.word for one in said)
    at = next((place for place in range(1, len(words)) if at_start("agent_praise", words[place:])[1]), 0)
    return text[: said[at].start].rstrip(" ,") if at and _ANY_AGENT.search(text[: said[at].start]) else text


def without_schedule(text: str) -> str:
    """Return a text without the words that say how often it is to be done."""
    found = find_when(text, _ANY_DAY)
    return _without_that_day(cut_recurrence(text, found) if found else text)


def _without_that_day(text: str) -> str:
    """Return a text without the time on a day that was said before: '… at 9:15 that day'."""
    said = text.rstrip(" .,!?")
    words = [one for one in tokenize(said) if not one.is_mark]
    size = at_end("day_said", tuple(one.word for one in words))[1]
    before = said[: words[-size].start].rstrip() if size else ""
    rest, at = cut_time(before)
    return rest if at else text


def tidy_purpose(phrase: str, *, link: str = "") -> str:
    """Return a said purpose as a phrase with a verb in front, without when, where to, and politeness.

    That it is done by hand today goes too: an agent will not.
    """
    first = re.split(r"(?<=[a-z0-9)])[.!?]+(?:\s|$)", phrase, maxsplit=1)[0]
    rest = _SUBJECT.sub("", _BY_HAND.sub("", _SENDING.sub("", _TAIL.sub("", first))).strip())
    rest = (rest if _has_own_rhythm(rest) else without_schedule(rest)).strip(" ,;:.!?-")
    rest = _COURTESY.sub("", _SUBJECT.sub("", _COURTESY.sub("", rest)))
    word, _, after = rest.partition(" ")
    relates = link.lower() in _THAT.split("|")
    if verb := plain_verb(word) or (_plainly(word) if relates and len(word) > _SHORT else ""):
        rest = f"{verb} {after}".strip()
    elif rest and link.lower() in ("for", ":") and not _QUESTION.match(rest):
        rest = f"prepare {rest}"
    return "" if _ONLY_AN_AGENT.fullmatch(rest) else _plain_later_verbs(rest)[:_LONGEST].strip()


def _plainly(verb: str) -> str:
    """Return a verb that isn't listed without its ending: 'does', 'nudges'."""
    return verb.removesuffix("es" if verb.endswith("oes") else "s")


def _has_own_rhythm(phrase: str) -> bool:
    """Return whether a rhythm belongs to the work, and says no time: 'prepare the weekly figures'."""
    found = find_when(phrase, _ANY_DAY)
    return bool(_ADJECTIVE.match(phrase)) and not (found and found.time)


def _plain_later_verbs(phrase: str) -> str:
    """Turn 'monitor tickets and alerts us' into 'monitor tickets and alert us'."""
    return re.sub(
        r"((?:\band|\bthen|,)\s+)(\w+s)\b(?=\s+(?:us|me|the|a|an|it|them|every|all|our|each|any|anything|everything|those|what|which)\b)",
        lambda match: match[1] + (plain_verb(match[2]) or match[2]),
        phrase,
    )


def _of_chore(text: str) -> str:
    """Return the chore in 'we waste hours compiling updates', or the work in 'I need to chase suppliers'."""
    words = text.split()
    for wanted in (is_gerund, plain_verb):
        for place, word in enumerate(words):
            before = words[place - 1].lower() if place else "to"
            if before in _HAPPENS or (not place and plain_verb(word) != word.lower()):
                continue  # 'invoices keep getting lost', 'orders get mixed up': nobody does that
            if wanted(word) and (
                (is_gerund(word) and place > 0)
                or (
                    before in ("to", "please", "which", "that", "and", "automatically")
                    and not is_gerund(word)
                )
            ):
                return tidy_purpose(_SIGH.sub("", " ".join(words[place:])))
    return ""


def _of_trouble(text: str) -> str:
    match = _TROUBLE.search(text)
    if not match or not table("prepared").get((match["noun"].split()[-1].lower(),)):
        return ""
    return tidy_purpose(f"prepare {match['noun'][0].lower()}{match['noun'][1:]}")
