"""Follow-up questions: 'and Ben?', 'and before that?', 'only the ones without a date'."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

from intent.commands.grammar.tokens import Token, tokenize
from intent.questions.asked import parts_of, read_question
from intent.questions.work import WorkQuestion, bag_of, read_work_question
from intent.questions.work_words import opposite, phrase_at, words
from intent.sentences.question_forms import opens_question
from intent.sentences.question_words import Asked
from intent.slots.days import find_day

_SEVERAL = {"them", "those", "they", "these", "each"}
_LONGEST = 14  # words; a longer one is complete
_AFTER_THAT = re.compile(
    r"(?:and |then |what about |how about |so )*(?:(?:in|for|during|over) )?(?:the )?(?:next )?"
    r"(?P<span>(?:[\w-]+ )??(?:days|weeks?|fortnight)) (?:after|following|from)(?: that| those| then| it)?\W*"
)
_ONE_IS = re.compile(r"\bone['’]s ", re.I)
_COUNTED = {"week": "7 days", "one week": "7 days"}  # not the calendar week
_GROUPS = (
    {"open", "done"},
    {"nobody", "mine"},
    {"undated", "due"},
    {"overdue", "on_time"},
    {"linked", "unlinked"},
)


def find_previous_question(messages: Iterable[str], today: date) -> WorkQuestion | None:
    """Return the question about work in the last of some messages, completed by those before it."""
    found: WorkQuestion | None = None
    for part in (part.text for message in messages for part in parts_of(message)):
        now = complete_question(part, found, today) or read_work_question(part, today)
        found = among_the_same(now, found) if now and now.among and found else now
    return found


def complete_question(text: str, before: WorkQuestion | None, today: date) -> WorkQuestion | None:
    """Return a question completed by the previous one, or None if it is complete itself."""
    tokens = [token for token in tokenize(text) if not token.is_mark]
    if before is None or not tokens or len(tokens) > _LONGEST:
        return None
    if later := _later(text, before):
        return replace(before, text=text, days=later, bound="", points=False)
    if turned := _turned(tokens, before):
        return replace(before, text=text, limit_bound=turned, points=False)
    now = bag_of(text, tokens, today, read_question(text).asks)
    if now.kind or now.among or now.threatens or not _is_covered(now):
        return None
    if now.topic == ("not",) and not now.said:
        turned_round = _negated(before.said)
        bare = replace(now, topic=(), names=())
        return _completed(bare, before, turned_round, tokens) if turned_round else None
    if not _is_short(text, tokens):
        return None
    now = _of_that_day(replace(now, names=_capitals(now, tokens)), before, tokens)
    says = now.said or now.days or now.topic or now.without or now.order
    return _completed(now, before, _merged(before.said, now), tokens) if says else None


def _completed(
    now: WorkQuestion, before: WorkQuestion, said: tuple[str, ...], tokens: Sequence[Token]
) -> WorkQuestion:
    """Return a question that adds something, with all else from the previous one."""
    counts = "many" in {one.word for one in tokens} or (before.counts and not _names_ones(tokens))
    return replace(
        before,
        text=now.text,
        asks=now.asks if counts and not before.counts else before.asks,
        topic=now.topic,
        names=now.names,
        said=said,
        days=now.days or (None if "undated" in now.said else before.days),
        bound=now.bound if now.days else before.bound,
        counts=counts,
        order=now.order,
        without=(*before.without, *now.without),
        her=before.her and not now.topic,
        points=False,
        earlier=(*before.earlier, before.topic) if before.topic else before.earlier,
    )


def _later(text: str, before: WorkQuestion) -> tuple[date, date] | None:
    """Return the days of 'and in the 7 days after that?', counted from the days asked about."""
    found = _AFTER_THAT.fullmatch(text.strip().lower())
    if not found or not before.days:
        return None
    days = find_day(f"the next {_COUNTED.get(found['span'], found['span'])}", before.days[1] + timedelta(1))
    return (days.first, days.last) if days else None


def _turned(tokens: Sequence[Token], before: WorkQuestion) -> str:
    """Return which side of the last question's limit 'and after that?' means, empty if there was none."""
    said = {one.word for one in tokens}
    places = [phrase_at(tokens, at)[0] for at in range(len(tokens))]
    sides = [key for table, key in places if table == "bound"]
    is_bare = said <= words("small") | words("that_day") | words("bounds")
    return sides[0] if before.limit and len(sides) == 1 and is_bare else ""


def among_the_same(asked: WorkQuestion, before: WorkQuestion) -> WorkQuestion:
    """Return 'which of them are late?' as a question about the previous one's things."""
    return replace(
        before,
        text=asked.text,
        asks=asked.asks,
        topic=asked.topic or before.topic,
        names=asked.names or before.names,
        said=_merged(before.said, asked),
        days=asked.days or before.days,
        bound=asked.bound if asked.days else before.bound,
        counts=asked.counts,
        order=asked.order,
        without=(*before.without, *asked.without),
        earlier=(*before.earlier, before.topic) if asked.topic and before.topic else before.earlier,
    )


def whose_are_listed(asked: WorkQuestion, before: WorkQuestion) -> WorkQuestion:
    """Return 'who has got them?' as a question about the things that the previous one lists."""
    is_bare = asked.asks is Asked.PERSON and not (asked.topic or asked.said or asked.days or asked.her)
    is_bare = is_bare and not _SEVERAL.isdisjoint(asked.passed)
    lists = (before.said or before.days) and not before.topic
    return among_the_same(replace(asked, points=False), before) if is_bare and lists else asked


def of_the_same(asked: WorkQuestion, before: WorkQuestion) -> WorkQuestion:
    """Return a question about 'that' as one about the previous question's subject."""
    return replace(asked, topic=before.topic, names=before.names, kind="", points=False)


def _is_short(text: str, tokens: Sequence[Token]) -> bool:
    """Return whether words are elliptical: 'and Ben?', 'what about Ben?', 'which ones are late?'"""
    said = [token.word for token in tokens if token.word != "the"]
    led = bool(said) and (said[0] in words("leads") or said[1:2] == ["about"])
    rest = [word for word, after in pairwise([*said, ""]) if after != "about"]
    bare = text.rstrip().endswith("?") and not opens_question(text)
    if _tells_of_one(text, tokens) and not (led or text.rstrip().endswith("?") or opens_question(text)):
        return False
    return _names_ones(tokens) or ((led or bare) and words("asking").isdisjoint(rest))


def _tells_of_one(text: str, tokens: Sequence[Token]) -> bool:
    """Return whether words state something about one thing: 'the ladder one is done'."""
    said = [token.word for token in tokens]
    pairs = pairwise(said)
    return bool(_ONE_IS.search(text)) or any(
        one in words("ones") and after in words("being") for one, after in pairs
    )


def _names_ones(tokens: Sequence[Token]) -> bool:
    return any(token.word in words("ones") for token in tokens)


def _capitals(now: WorkQuestion, tokens: Sequence[Token]) -> tuple[str, ...]:
    return tuple(one.text for one in tokens if one.word in now.topic and one.text[:1].isupper())


def _is_covered(now: WorkQuestion) -> bool:
    """Return whether all words are understood or small: 'give it to Ben' is an order."""
    return words("small").issuperset(now.passed)


def _of_that_day(now: WorkQuestion, before: WorkQuestion, tokens: Sequence[Token]) -> WorkQuestion:
    """Return a question with 'before that date' resolved to a day."""
    if now.days or not before.days or words("that_day").isdisjoint(now.passed):
        return now
    for at in range(len(tokens)):
        (table, key), size = phrase_at(tokens, at)
        if table == "bound" and not {*now.topic} - {one.word for one in tokens[at : at + size]}:
            return replace(now, topic=(), names=(), days=before.days, bound=key)
    return now


def _negated(said: Sequence[str]) -> tuple[str, ...] | None:
    """Return the phrases with the state negated, or None if there is none."""
    turned = tuple(opposite(one) or one for one in said)
    return turned if turned != tuple(said) else None


def _merged(before: Sequence[str], now: WorkQuestion) -> tuple[str, ...]:
    """Return the phrases of both, the later replacing the earlier of the same sort."""
    gone = {one for group in _GROUPS if group & {*now.said} for one in group}
    gone |= {"undated", "overdue"} if now.days else set()
    return tuple(dict.fromkeys([*(one for one in before if one not in gone), *now.said]))
