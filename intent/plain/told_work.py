"""Rewrites work told in sentences as a list: 'Kovacs replaces the boiler by 8 December. I paint it then.'"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from intent.commands.grammar.tokens import tokenize
from intent.commands.readers.things.no_titles import is_no_title
from intent.commands.words import as_words
from intent.data_files import pattern, words_of
from intent.plain.doings import doing_of, hides_another, is_work
from intent.slots.days import find_feasts
from intent.slots.moment import Moment
from intent.slots.moments import read_moment

ORDER = "Add these tasks"
_LONGEST = 1_500  # characters of such a message
_FEWEST = 2  # items
_EARLY = 6  # words of a day at the start
_INTRODUCES = 9  # words of a sentence that only introduces the work
_SENTENCE = pattern("introduced_lists", "sentence")
_LINES = re.compile(r"\s*\n\s*|;\s+")
_JOINED = re.compile(r",?\s+(?:and|und|y)\s+|,\s+")
_ASIDE = pattern("told_work", "aside")
_SELF, _UNKNOWN = pattern("told_work", "self"), pattern("told_work", "unknown")
_THEIRS, _LATEST = pattern("told_work", "theirs"), pattern("told_work", "latest")
_UNTIL, _FRONTED = pattern("told_work", "until"), pattern("told_work", "fronted")
_MYSELF, _MORE = pattern("told_work", "myself"), pattern("told_work", "more")
_WEEK_SAY, _WHY = pattern("told_work", "week_say"), pattern("told_work", "why")
_PURPOSE = pattern("told_work", "purpose")
_GIVEN, _ONE_MORE = pattern("told_work", "given"), pattern("told_work", "one_more")
_LED, _ALSO = pattern("told_work", "led"), pattern("told_work", "also")
_CAUSED = pattern("told_work", "caused", flags=re.NOFLAG)
_REPORTED = pattern("told_work", "reported", flags=re.NOFLAG)
_BY = re.compile(r"^(?:until|till|by)\s+", re.IGNORECASE)  # before a day at the start
_OF_VERB = re.compile(
    r"(?:at|in|up|off|out|over|to|for) (?:by|on|before|until|till|no later)\b", re.IGNORECASE
)
_ON = re.compile(r"^(?:until|till|by|on|before)\s+", re.IGNORECASE)
_SOME_DAY = datetime(2026, 1, 5, tzinfo=UTC)  # where only words are wanted
_ADDED, _TOPIC = pattern("told_work", "added"), pattern("told_work", "topic")
_SHORT_DAYS = ("mon", "wed", "sat", "sun")  # words that mean more than a day
_MUST = pattern("told_work", "must")
_NEEDED, _OWN_NEED = pattern("told_work", "needed"), pattern("told_work", "own_need")
_PLACED = ("to", "in", "at", "from", "on", "with", "into", "for")
_ALONE = (["it"], ["that"], ["this"], ["them"], ["those"])  # refer to what is there already
_ASKED = ("put", "add", "note", "give", "assign", "set", "mark", "move", "make", "remind", "tell")  # of me
_CAUSES = ("have", "get")
_HAS_TO = r"\g<who> has to \g<deed>"
_THEM = re.compile(r"\b(?:them|it)\b", re.IGNORECASE)


class Item(NamedTuple):
    """A piece of work: its title, who does it, and its day in words."""

    title: str
    who: str
    day: str

    @property
    def row(self) -> str:
        """The item as one of a list, its title in quotes so that nothing in it is read as a detail."""
        if self.who and not self.day:
            return f"{self.who}: “{self.title}”"
        return ", ".join(filter(None, (f"“{self.title}”", self.who, self.day)))


def write_told_work(message: str, now: datetime) -> str:
    """Return a message that only tells who does what by when as an order to add that, else unchanged.

    Most items have a day, or all have to be done, and each says who does it. They are several, or announced
    as one more. A sentence that is no work stands before the order, so that it is noted or named.
    """
    if len(message) > _LONGEST or "\t" in message or "|" in message:
        return message
    whole, message = message, _SELF.sub("I", message)
    announced, ordered = _ONE_MORE.match(message) or _LED.match(message), _ADDED.search(message)
    message = message[announced.end() if announced else 0 : ordered.start() if ordered else None]
    if "?" in message:
        return whole
    sentences = [one.strip(" ") for line in _LINES.split(message) for one in _SENTENCE.split(line)]
    read = [(one, list(items_of(one, now))) for one in sentences if one]
    items = [item for _, found in read for item in found]
    others = [one.strip(" .") for one, found in read if not found and not _introduces(one)]
    dated = 2 * sum(bool(item.day) for item in items) >= len(items)
    firm = dated or all(_is_firm(item, one) for one, found in read for item in found)
    fewest = 1 if announced or ordered else _FEWEST
    if len(items) < fewest or not (firm or ordered) or len(others) > len(items):
        return whole
    return ". ".join((*others, f"{ORDER}: {'; '.join(item.row for item in items)}"))


def _is_firm(item: Item, sentence: str) -> bool:
    """Return whether an item surely is to be done: by its day, or as a chore that somebody has to do."""
    return bool(item.day or (_MUST.search(sentence) and _is_chore(item.title)))


def write_one_deed(message: str) -> Iterator[str]:
    """Yield the one thing that somebody will do by a day as an order to add it: 'I'll order tyres on Monday'.

    'Oh, and the wigs! Patrick picks them up on Monday' names in front what 'them' means.
    """
    said = _TOPIC.match(message.strip())
    told = _REPORTED.sub(r"\g<who>", _CAUSED.sub(_HAS_TO, message.strip()))
    deed = _THEM.sub(said["topic"], said["deed"], count=1) if said else told
    if "?" in deed or _SENTENCE.search(deed.strip(" .!")) or (said and deed == said["deed"]):
        return
    items = [*items_of(deed.strip(" .!"), None)] if said or _is_ordered(deed) else []
    if len(items) == 1 and items[0].day and _is_chore(items[0].title):
        yield f"{ORDER}: {items[0].row}"


def _is_ordered(deed: str) -> bool:
    """Return whether a sentence says that something must be done, and may not ask the reader to do it."""
    return bool(_NEEDED.search(deed) or _ALSO.match(deed)) and not _OWN_NEED.match(deed)


def _is_chore(title: str) -> bool:
    """Return whether a title is a verb of work with its object: not 'move to Leeds'."""
    verb, *others = as_words(title)
    has_done = verb in _CAUSES and len(others) > 1 and others[-1].endswith("ed")  # 'have the roof mended'
    return (
        (is_work(verb) or has_done)
        and others[:1] not in ([], *([one] for one in _PLACED))
        and others not in _ALONE
    )


def _introduces(sentence: str) -> bool:
    """Return whether a short sentence without figures may stand before a list: 'we agreed the following'."""
    words = as_words(sentence)
    return len(words) <= _INTRODUCES and not any(map(str.isdigit, sentence)) and _leads(words)


def _leads(words: Sequence[str]) -> bool:
    return not words_of("told_work", "introducing").isdisjoint(words) or len(words) <= 1


def items_of(sentence: str, now: datetime | None) -> Iterator[Item]:
    """Yield the items of a sentence, cut before each part that names who does something."""
    sentence = _UNKNOWN.sub(" ", _ASIDE.sub("", sentence))
    parts, end = [""], 0
    for cut in _JOINED.finditer(sentence):
        parts[-1] += sentence[end : cut.start()]
        behind = sentence[cut.end() :]
        if doing_of(tokenize(behind)) or _GIVEN.match(behind):
            parts.append("")
        elif doer := _goes_on(parts[-1], behind):
            parts.append(f"{doer} has to ")
        else:
            parts[-1] += cut[0]
        end = cut.end()
    parts[-1] += sentence[end:]
    found = [_item(one, now) for one in parts]
    items = [one for one in found if one and not is_no_title(one.title)]
    yield from _with_last_day(items) if len(items) == len(found) else ()


def _with_last_day(items: Sequence[Item]) -> Iterator[Item]:
    """Yield one person's items with the day that is told behind the last of them."""
    day = items[-1].day if items else ""
    shared = all(not one.day and one.who == items[-1].who for one in items[:-1])
    yield from (one._replace(day=day) if shared else one for one in items)


def _goes_on(part: str, behind: str) -> str:
    """Return who does another thing behind a first one: 'Al has to ring Bo and order tiles'."""
    first = as_words(_without_day(behind.strip(" ."), None)[0])[:2]
    is_order = len(first) > 1 and is_work(first[0]) and first[1] not in _PLACED and first[0] not in _ASKED
    doing = doing_of(tokenize(part)) if is_order else None
    has_object = doing and part[doing.end :].strip(" ,")  # not 'I have to wash and iron the sheets'
    return ("I" if doing.who == "me" else doing.who or "we") if doing and has_object else ""


def _item(part: str, now: datetime | None) -> Item | None:
    """Return the item that a part tells, or None."""
    part = _LATEST.sub("by", _ASIDE.sub("", _WHY.sub("", part))).strip(" ,")
    part = _WEEK_SAY.sub(r"\g<day> \g<week>", part)
    bare = _PURPOSE.sub("", part)
    part = bare if _without_day(bare, now)[1] else part
    if said := _THEIRS.match(part):
        work, day = _without_day(f"{said['work']} {said['when'] or ''}".strip(), now)
        return Item(_capital(work), said["who"], day)
    work, day = _without_day(part, now)
    if said := _GIVEN.match(work):
        return None if _MORE.search(said["work"]) else Item(_capital(said["work"]), said["who"], day)
    if said := _FRONTED.match(work):
        return Item(_capital(f"{said['verb']} {_lower(said['object'])}{said['more']}"), "me", day)
    doing = doing_of(tokenize(work))
    rest = _MYSELF.sub("", work[doing.end :].strip(" ,.")) if doing else ""
    is_one = rest and not (_MORE.search(rest) or any(_tails_hide(rest)))
    return Item(_capital(f"{doing.verb} {rest}"), doing.who, day) if doing and is_one else None


def _tails_hide(rest: str) -> Iterator[bool]:
    """Yield for each joint in a piece of work whether somebody else's hides behind it."""
    for cut in _JOINED.finditer(rest):
        yield hides_another(tokenize(rest[cut.end() :]))


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _capital(title: str) -> str:
    return title[:1].upper() + title[1:]


def _without_day(part: str, now: datetime | None) -> tuple[str, str]:
    """Return a part without the day at its end, and the day as 'by 2026-12-04', or in words without `now`."""
    for token in tokenize(part)[1:]:
        if day := _day(part[token.start :].strip(" ,"), now):
            return _UNTIL.sub("", part[: token.start]).strip(" ,"), day
    return _without_first_day(part, now)


def _without_first_day(part: str, now: datetime | None) -> tuple[str, str]:
    """Return a part without the day that it begins with: 'until Friday I have to photograph the house'."""
    for token in reversed(tokenize(part)[1:_EARLY]):
        if day := _day(_BY.sub("", part[: token.start]).strip(" ,"), now):
            return part[token.start :], day
    return part, ""


def _day(words: str, now: datetime | None) -> str:
    if _OF_VERB.match(words):
        return ""  # 'have it looked at by Friday'
    said = f"on {words}" if words.lower() in _SHORT_DAYS else words
    today = now or _SOME_DAY
    moment = read_moment(said, today) or read_moment(_ON.sub("by ", said), today) or _feast(said, today)
    if not (moment and moment.first) or moment.rrule or moment.at or words.lower().startswith("to "):
        return ""
    return f"by {moment.last or moment.first}" if now else f"by {_ON.sub('', words)}"


def _feast(words: str, now: datetime) -> Moment | None:
    """Return the feast that words name as a whole: 'before Christmas'."""
    said = _ON.sub("", words)
    found = next(iter(find_feasts(said, now.date())), None)
    return (
        Moment(first=found.first, last=found.last)
        if found and said == said[found.start : found.end]
        else None
    )
