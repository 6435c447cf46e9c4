"""Questions about tasks and the calendar: which things, in which state, whose, and when."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from intent.commands.grammar.tokens import Token, tokenize
from intent.commands.types import Condition
from intent.commands.words import key_of
from intent.questions.asked import read_question
from intent.questions.orders_behind import order_behind
from intent.questions.topics import is_light
from intent.questions.work_words import negated_at, phrase_at, words
from intent.sentences.question_forms import asks_to_show, is_question, strip_lead, strip_show_me
from intent.sentences.question_words import Asked, folded
from intent.slots.days import DayFound, find_days
from intent.text import fold

_LONGEST = 30  # words; a longer question is a story
_OTHER = (Asked.REASON, Asked.DURATION)  # never found in tasks and events
_OF_ANY = (Asked.THING, Asked.YES_NO, Asked.AMOUNT)
_CONDITIONS = {
    "open": Condition("state", "open"),
    "busy": Condition("state", "open"),
    "done": Condition("state", "done"),
    "overdue": Condition("overdue", True),
    "on_time": Condition("overdue", True, negated=True),
    "nobody": Condition("assignee", None, negated=True),
    "mine": Condition("assignee", "me"),
    "undated": Condition("due", None, negated=True),
    "unlinked": Condition("linked_at_all", negated=True),
    "linked": Condition("linked_at_all"),
}
_SECOND = {"when": Asked.TIME, "who": Asked.PERSON, "whom": Asked.PERSON}
_LIMITS = ("before", "after")
_WHOLE = frozenset(("everything", "all"))
_ANY = frozenset(("anything", "something"))
_DUE = {"": "due", "before": "due_before", "until": "due_until", "after": "due_after"}


@dataclass(frozen=True, slots=True)
class WorkQuestion:
    """A question about work."""

    text: str
    asks: Asked
    topic: tuple[str, ...] = ()  # the remaining words, which may name things, projects and people
    kind: str = ""
    said: tuple[str, ...] = ()
    days: tuple[date, date] | None = None
    bound: str = ""  # before, until or after the days; empty: on them
    counts: bool = False
    names: tuple[str, ...] = ()  # the topic's words that are written as names
    points: bool = False  # it only says 'it' or 'that'
    her: bool = False  # it says 'she'
    among: bool = False  # 'of those': of what was shown
    order: str = ""  # which one by date: first, next, last or worst
    without: tuple[str, ...] = ()  # people whose things are excluded
    threatens: bool = False  # it asks what a risk threatens, or which risk threatens a thing
    earlier: tuple[tuple[str, ...], ...] = ()  # topics of the questions it follows up on, oldest first
    passed: tuple[str, ...] = ()  # ignored words
    limit: tuple[str, ...] = ()  # part of the topic that may name a thing before or after which others are
    limit_bound: str = ""
    asks_too: Asked | None = None  # the second half of 'who rings the vet, and when?'

    @property
    def says_due(self) -> bool:
        """Return whether it asks what is due, not for events."""
        return "due" in self.said

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Return the conditions on the requested tasks."""
        found = dict.fromkeys(_CONDITIONS[one] for one in self.said if one in _CONDITIONS)
        if self.days:
            return (*found, Condition(_DUE[self.bound], self.days))
        is_any = self.says_due and not (self.topic or self.earlier)
        return (*found, Condition("due", "any")) if is_any else tuple(found)

    @property
    def asks_any(self) -> bool:
        """True if it asks whether there is anything at all: 'do we have anything about the hut?'"""
        return not _ANY.isdisjoint(self.passed)

    @property
    def wants_some(self) -> bool:
        """Return whether it asks which things meet a condition: 'anything overdue at the hall?'"""
        lists = self.asks_any or bool(self.kind) or self.asks is Asked.THING
        return lists and self.asks in _OF_ANY and bool(self.conditions)

    @property
    def asks_all(self) -> bool:
        """Return whether it asks if everything is done."""
        is_whole = not _WHOLE.isdisjoint(self.passed)
        return self.asks is Asked.YES_NO and self.said == ("done",) and not self.days and is_whole

    @property
    def is_of_person(self) -> bool:
        """Return whether it asks what somebody has to do, so that its topic may be a name."""
        return self.kind == "task" or "busy" in self.said

    @property
    def is_plain(self) -> bool:
        """Return whether it has nothing but names: no kind, no state, no day."""
        more = self.order or self.among or self.without or self.her
        return not (self.kind or self.said or self.days or more)


def read_work_question(text: str, today: date) -> WorkQuestion | None:
    """Return the question about tasks and the calendar in a text, or None if it can't be one."""
    if order_behind(text)[1]:
        return None
    bare = strip_lead(folded(text))
    text = text[-len(bare) :] if bare and fold(text).endswith(bare) and len(fold(text)) == len(text) else text
    is_asked = is_question(text) or asks_to_show(text)
    text, asks_too = _without_second(strip_show_me(text))
    tokens = _without_lack([token for token in tokenize(text) if not token.is_mark])
    if not is_asked or not tokens or len(tokens) > _LONGEST:
        return None
    asks = read_question(text).asks
    is_deed = tokens[0].word in words("deed_asked")  # 'did anybody clean the rooms?'
    if asks is Asked.YES_NO and not is_deed and any(one.word in words("people") for one in tokens):
        asks = Asked.PERSON  # 'is anybody on the rooms?'
    found = replace(bag_of(text, tokens, today, asks), asks_too=asks_too)
    if asks in _OTHER and "lateness" not in found.said:
        return None
    if asks is Asked.AMOUNT and not (found.counts or "lateness" in found.said):
        return None
    asks_for_any = (
        asks in _OF_ANY and found.said != ("kept",) and any(one.word in words("any") for one in tokens)
    )
    if "or" in found.passed and len(found.conditions) > 1:
        return None  # 'no date or no owner': all conditions would have to hold
    says = found.topic or found.kind or found.points or found.among
    asks_for_any = asks_for_any or (asks is Asked.PERSON and "overdue" in found.said)  # 'who is late?'
    return found if says or asks_for_any else None


def _without_second(text: str) -> tuple[str, Asked | None]:
    """Return a question without what it asks in addition, and what that is: 'and when', 'and who'."""
    first, joint, second = text.rstrip(" ?!.").rpartition(" and ")
    asks = _SECOND.get(fold(second).removeprefix("by ")) if joint else None
    return (f"{first.rstrip(' ,')}?", asks) if asks else (text, None)


def _without_lack(tokens: list[Token]) -> list[Token]:
    """Return words without a trailing 'and is not' after what should be, which adds nothing."""
    end = len(tokens)
    while end and tokens[end - 1].word in words("lacks"):
        end -= 1
    is_lack = "not" in {one.word for one in tokens[end:]} and len(tokens) - end > 2
    return tokens[:end] if is_lack and any(one.word in words("ought") for one in tokens[:end]) else tokens


@dataclass(slots=True)
class _Bag:
    """The meaning of a question's words, read in order. `days` are those it names."""

    tokens: Sequence[Token]
    days: DayFound | None
    kind: str = ""
    bound: str = ""
    order: str = ""
    limit_bound: str = ""
    limit_at: int = 0
    said: list[str] = field(default_factory=list)
    topic: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    without: list[str] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)

    def read(self) -> None:
        """Read all words."""
        at = 0
        while at < len(self.tokens):
            token = self.tokens[at]
            within = self.days and self.days.start <= token.start < self.days.end
            at += 1 if within else self._take(at)

    def _take(self, at: int) -> int:
        """Read what begins at an index, and return its length in words."""
        if size := self._left_out(at):
            return size
        key, size = negated_at(self.tokens, at)
        if key and not (self.days and key == "undated"):
            self.said.append(key)
            return size
        (table, key), size = phrase_at(self.tokens, at)
        if not self._takes(table, key, self.tokens[at]):
            for token in self.tokens[at : at + size]:
                self._name(token, is_first=not at)
        return size

    def _left_out(self, at: int) -> int:
        """Return the number of words before an excluded person: 'not assigned to Ana', or 0."""
        if self.tokens[at].word not in words("not"):
            return 0
        end = at + 1
        while end < len(self.tokens) and self.tokens[end].word in words("owned"):
            end += 1
        if end == len(self.tokens) or not self.tokens[end].text[:1].isupper():
            return 0
        self.flags.add("without")
        return end - at

    def _takes(self, table: str, key: str, first: Token) -> bool:
        """Consume a phrase, False if its words may belong to a name."""
        match table:
            case "kind" if not self.kind:
                self.kind = key
            case "condition":
                self.said.append(key)
            case "bound" if self.days and first.end <= self.days.start:
                self.bound = key
            case "bound" if first is self.tokens[-1]:
                self.passed.append(first.word)  # 'when was it to be hired by'
            case "bound" if key in _LIMITS and not self.days:
                self.limit_bound, self.limit_at = key, len(self.topic) + 1  # after the word itself
                return False
            case "order":
                self.order = key
            case "among" | "threat" | "without":
                self.flags.add(table)
            case _:
                return False
        return True

    def _name(self, token: Token, *, is_first: bool) -> None:
        if token.word in words("filler") and not token.is_quoted:
            self.passed.append(token.word)
            return
        if "without" in self.flags:
            self.without.append(token.word)
            return
        self.topic.append(token.word)
        self.names += [token.text] if not is_first and token.text[:1].isupper() else []

    def names_things(self, asks: Asked) -> bool:
        """Return whether words name the subject of a question. 'whose job is that?' is about 'that'."""
        has_kind = bool(self.kind) and asks is not Asked.PERSON
        return has_kind or "among" in self.flags or any(not is_light(one) for one in self.topic)

    def own_topic(self) -> list[str]:
        """Return the topic without the thing that limits it."""
        if not self.limit_at:
            return self.topic
        return [one for one in self.topic[: self.limit_at - 1] if not is_light(one)]


def bag_of(text: str, tokens: Sequence[Token], today: date, asks: Asked) -> WorkQuestion:
    """Return the question about work, with each word consumed or left as a name."""
    named = (one for one in find_days(text, today) if not _is_filler(text[one.start : one.end]))
    days = _joined((*named, *_feasts(tokens, today)), text)  # 'what is open right now' names no day
    bag = _Bag(tokens, days)
    bag.read()
    said = {token.word for token in tokens}
    told = tuple(dict.fromkeys([*bag.said, *(["overdue"] if bag.order == "worst" else [])]))
    return WorkQuestion(
        text,
        asks,
        tuple(bag.topic),
        bag.kind,
        told,
        (days.first, days.last) if days else None,
        bag.bound,
        counts=asks is Asked.AMOUNT and "many" in said and "lateness" not in told,
        names=tuple(bag.names),
        points=not bag.names_things(asks) and any(key_of("pronoun", one) for one in bag.passed),
        her=not bag.own_topic() and not said.isdisjoint(words("she")),
        among="among" in bag.flags,
        order=bag.order,
        without=tuple(bag.without),
        threatens="threat" in bag.flags,
        passed=tuple(bag.passed),
        limit=tuple(bag.topic[bag.limit_at :]) if bag.limit_at else (),
        limit_bound=bag.limit_bound,
    )


def _is_filler(text: str) -> bool:
    return all(word in words("filler") for word in fold(text).split())


def _joined(named: Sequence[DayFound], text: str) -> DayFound | None:
    """Return the first of the named days, with the next one if both are asked for: 'today or tomorrow'."""
    if len(named) > 1 and fold(text[named[0].end : named[1].start]).strip() in ("or", "and"):
        first, second = named[:2]
        return DayFound(first.first, max(first.last, second.last), first.start, second.end)
    return named[0] if named else None


def _feasts(tokens: Sequence[Token], today: date) -> Iterator[DayFound]:
    """Yield holidays: 'before Christmas', but not 'the Christmas party'."""
    for at in range(1, len(tokens)):
        (table, key), size = phrase_at(tokens, at)
        if table == "feast" and phrase_at(tokens, at - 1)[0][0] == "bound":
            day = date(today.year, *map(int, key.split("-")))
            day = day if day >= today else day.replace(year=today.year + 1)
            yield DayFound(day, day, tokens[at].start, tokens[at + size - 1].end)
