"""Reads an agent's purpose as a verb phrase: 'monitor our Jira board for overdue tickets'."""

import re
from datetime import date
from functools import partial

from intent.commands.grammar.tokens import tokenize
from intent.commands.words import as_words, at_end, at_start, table
from intent.data_files import pattern, piece
from intent.forms.fixed_texts import fixed_text
from intent.forms.leisure import is_leisure
from intent.forms.names import NAMED
from intent.forms.schedules import BY_HAND, cut_time, find_when
from intent.forms.verbs import bare_verb, is_gerund, is_order_verb, plain_verb
from intent.slots.days import find_days
from intent.slots.recurrence import remove_recurrence
from omniforge.projects.search.sentences import sentences_of

_pattern = partial(pattern, "purpose")

_THAT = piece("purpose", "that")
_AFTER_AGENT = _pattern("after_agent")
_SAYS_DOES = _pattern("does")
_OF_NEXT = _pattern("of_next")
_LABELLED = _pattern("labelled")
_BY_SOMEBODY = _pattern("by_somebody")
_AFTER_COLON = _pattern("after_colon")
_AUTOMATE = re.compile(r"\b(?P<rest>automate\s+.+)", re.I)
_TROUBLE = _pattern("trouble")
_TAIL = _pattern("tail")
_SENDING = _pattern("sending")
_ASKS_AGENT = _pattern("asks_agent")
_BY_HAND = re.compile(rf",? ?\b(?:all )?{BY_HAND}", re.I)
_SIGH = _pattern("sigh")
_CHRONIC = _pattern("chronic")
_ADJECTIVE = _pattern("adjective")
_ONLY_AN_AGENT = _pattern("only_an_agent")
_REMINDED = _pattern("reminded")
_REMINDER = _pattern("reminder")
_SAID = {"remind": "reminded", "ask": "asked", "tell": "told"}
_TOLD = _pattern("told")
_WISH = _pattern("wish")
_SUBJECT = _pattern("subject")
_CAN_IT_BE = _pattern("can_it_be")
_QUESTION = _pattern("question")
_GETS = _pattern("gets")
_NO_CHORE = ("keep", "keeps", "kept", "a", "an")  # 'a cleaning company'
_SHORT = 3  # letters of short words like 'is' and 'has'
_LONGEST = 160
_ANY_DAY = date(2000, 1, 3)  # any day will do to find words for a recurrence


def read_purpose(message: str) -> str:
    """Return what `message` wants done, empty if it doesn't say."""
    text = _ASKS_AGENT.sub(". ", " ".join(without_praise(message).split())).strip()
    text = _LABELLED.sub(" ", NAMED.sub("", text))
    for said in (text, strip_schedule(text)):
        for form in (_OF_NEXT, _AFTER_AGENT, _BY_SOMEBODY, _AFTER_COLON, _AUTOMATE):
            if match := form.search(said):
                told = form in (_OF_NEXT, _BY_SOMEBODY)
                link = "to" if told else match.groupdict().get("link", ":")
                return tidy_purpose(match["rest"], link="that" if _SAYS_DOES.match(match["rest"]) else link)
    return from_wish(text) or _of_chore(_SENDING.sub("", text)) or _of_trouble(text)


def from_wish(text: str) -> str:
    """Return the work in a wish for something regular: 'I'd like a summary of …' means preparing it."""
    plain = _CAN_IT_BE.sub("", strip_schedule(_ASKS_AGENT.sub(" ", text)).strip(" ,;:.?"))
    if match := _REMINDED.match(plain):
        return f"remind me {match['rest']}"
    if match := _TOLD.fullmatch(plain):
        return f"tell {'us' if match['many'] or match['several'] else 'me'} {match['rest']}"
    match = _WISH.match(plain)
    return f"prepare {match['rest']}" if match and not _ONLY_AN_AGENT.fullmatch(plain) else ""


def reminder_in(work: str) -> str:
    """Return what an agent says whose work is only to remind, ask or say a text, empty for other work."""
    if text := fixed_text(work):
        return text
    found = _REMINDER.fullmatch(" ".join(work.split()).strip(" .!?"))
    said = next((_SAID[one] for one in _SAID if found[one]), "") if found else ""
    return f"You wanted to be {said} {found['what']}." if found else ""


_OPENING = _pattern("opening")


_COURTESY = _pattern("courtesy")


def is_of_agent(text: str) -> bool:
    """Return whether a text describes the agent's work: 'it should list the open tasks'."""
    return bool(_SUBJECT.match(text)) and bool(plain_verb(_SUBJECT.sub("", text).partition(" ")[0]))


_ANY_AGENT = _pattern("any_agent")


def is_chore(text: str) -> bool:
    """Return whether somebody complains about work, or mentions an agent. A plain order doesn't count.

    A late bus is nobody's work: the work has to be named, or be theirs. What is about one day is none.
    """
    words = as_words(text)
    if _has("agent_by_trade", words):
        return False
    if _ANY_AGENT.search(text):
        return True
    is_dated = any(map(str.isdigit, text)) and find_days(text, _ANY_DAY)
    if is_dated or _orders_now(text):
        return False
    return (
        not is_leisure(words)
        and (_has("chore_trouble", words) or bool(_CHRONIC.search(" ".join(words))))
        and (_has("chore_owner", words) or bool(read_purpose(text)))
    )


def _orders_now(text: str) -> bool:
    """Return whether a later sentence is an order for now: '… so nobody comes. Put it in the calendar'."""
    return any(is_order_verb(one.partition(" ")[0]) for one in sentences_of(text)[1:])


def _has(name: str, words: tuple[str, ...]) -> bool:
    return any(at_start(name, words[place:])[1] for place in range(len(words)))


def agent_named(text: str) -> str:
    """Return a text from the mention of a new agent on, empty if there is none."""
    found = _ANY_AGENT.search(text)
    return text[found.start() :] if found else ""


def names_skill(text: str) -> bool:
    """Return whether a text mentions the word skill: a plain order doesn't ask for one."""
    return any(table("kind").get((word,)) == "skill" for word in as_words(text))


_BEGINS = _pattern("begins")


def strip_opening(text: str) -> str:
    """Return an agent's work in the person's own words, without 'create an agent that' and the schedule."""
    plain = _COURTESY.sub("", without_praise(text).strip())
    said = NAMED.sub("", " ".join(_SUBJECT.sub("", plain).split()))
    patterns = (_OF_NEXT, _AFTER_AGENT, _AFTER_COLON, _BY_SOMEBODY)
    match = next((found for one in patterns if (found := one.search(said))), None)
    begins = match and _BEGINS.fullmatch(said[: match.start()])
    rest = match["rest"] if match and begins else _OPENING.sub("", said, count=1)
    plain = _COURTESY.sub("", _SUBJECT.sub("", strip_schedule(_SENDING.sub("", rest)).strip(" ,;:.")))
    return _GETS.sub(r"email \g<who> \g<what>", plain)


def without_praise(text: str) -> str:
    """Return a text without the benefits of the agent, '… would save me an hour', and without 'Possible?'"""
    text = _CAN_IT_BE.sub("", text)
    if not _ANY_AGENT.search(text):
        return text
    said = tokenize(text)
    words = tuple(one.word for one in said)
    at = next((place for place in range(1, len(words)) if at_start("agent_praise", words[place:])[1]), 0)
    return text[: said[at].start].rstrip(" ,") if at and _ANY_AGENT.search(text[: said[at].start]) else text


def strip_schedule(text: str) -> str:
    """Return a text without the words of its schedule."""
    found = find_when(text, _ANY_DAY)
    return _without_that_day(remove_recurrence(text, found) if found else text)


def _without_that_day(text: str) -> str:
    """Return a text without the time on a day mentioned before: '… at 9:15 that day'."""
    said = text.rstrip(" .,!?")
    words = [one for one in tokenize(said) if not one.is_mark]
    size = at_end("day_said", tuple(one.word for one in words))[1]
    before = said[: words[-size].start].rstrip() if size else ""
    rest, at = cut_time(before)
    return rest if at else text


def tidy_purpose(phrase: str, *, link: str = "") -> str:
    """Return a purpose as a phrase with a leading verb, without schedule, destination and politeness.

    'By hand' is removed too, because an agent won't do it that way.
    """
    first = re.split(r"(?<=[a-z0-9)])[.!?]+(?:\s|$)", phrase, maxsplit=1)[0]
    rest = _SUBJECT.sub("", _BY_HAND.sub("", _SENDING.sub("", _TAIL.sub("", first))).strip())
    rest = (rest if _has_own_rhythm(rest) else strip_schedule(rest)).strip(" ,;:.!?-")
    rest = _GETS.sub(r"email \g<who> \g<what>", rest)
    rest = _COURTESY.sub("", _SUBJECT.sub("", _COURTESY.sub("", rest)))
    word, _, after = rest.partition(" ")
    relates = link.lower() in _THAT.split("|")
    if verb := plain_verb(word) or (bare_verb(word) if relates and len(word) > _SHORT else ""):
        rest = f"{verb} {after}".strip()
    elif rest and link.lower() in ("for", ":") and not _QUESTION.match(rest):
        rest = f"prepare {rest}"
    return "" if _ONLY_AN_AGENT.fullmatch(rest) else _plain_later_verbs(rest)[:_LONGEST].strip()


def _has_own_rhythm(phrase: str) -> bool:
    """Return whether a recurrence belongs to the work and has no time: 'prepare the weekly figures'."""
    found = find_when(phrase, _ANY_DAY)
    return bool(_ADJECTIVE.match(phrase)) and not (found and found.time)


def _plain_later_verbs(phrase: str) -> str:
    """Turn 'monitor tickets and alerts us' into 'monitor tickets and alert us'."""
    return re.sub(
        r"((?:\band|\bthen|,)\s+)(\w+s)\b(?=\s+(?:(?:up|down|out|off|through|over)\s+)?"
        r"(?:us|me|the|a|an|it|them|every|all|our|each|any|anything|everything|those|what|which|who|whose|how)\b)",
        lambda match: match[1] + (plain_verb(match[2]) or match[2]),
        phrase,
    )


def _of_chore(text: str) -> str:
    """Return the chore in 'we waste hours compiling updates', or the work in 'I need to chase suppliers'."""
    words = text.split()
    for wanted in (is_gerund, plain_verb):
        for place, word in enumerate(words):
            before = words[place - 1].lower() if place else "to"
            if before in _NO_CHORE or (not place and plain_verb(word) != word.lower()):
                continue  # 'invoices keep getting lost', 'orders get mixed up' aren't chores
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
