"""What a question about tasks and the calendar asks for: which things, in which state, of whom, and when."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, partial

from intent.commands.tokens import Token, tokenize
from intent.commands.types import Condition
from intent.commands.words import as_words, key_of
from intent.data_files import data_of, words_of
from intent.questions import Asked, is_question, read_question, without_lead
from intent.rules.text import fold, is_near
from intent.slots.days import DayFound, find_days
from omniforge.projects.search.words import stems

_data, _words = partial(data_of, "work_questions"), partial(words_of, "work_questions")
_LONGEST = 30  # words; a longer question tells a story
_OTHER = (Asked.REASON, Asked.DURATION)  # what no task and no event says
_OF_ANY = (Asked.THING, Asked.YES_NO, Asked.AMOUNT)
_CONDITIONS = {
    "open": Condition("state", "open"),
    "busy": Condition("state", "open"),
    "done": Condition("state", "done"),
    "overdue": Condition("overdue", True),
    "nobody": Condition("assignee", None, negated=True),
    "mine": Condition("assignee", "me"),
}
_DUE = {"": "due", "before": "due_before", "until": "due_until", "after": "due_after"}


@dataclass(frozen=True, slots=True)
class WorkQuestion:
    """A question about work. `topic` are the words left that may name things, projects and people.

    `names` are those of them that are written as names. `days` are the days that it names, `bound` is ''
    for on these days, or 'before', 'until' or 'after'. It `points` if it only says 'it' or 'that'.
    """

    text: str
    asks: Asked
    topic: tuple[str, ...] = ()
    kind: str = ""
    said: tuple[str, ...] = ()
    days: tuple[date, date] | None = None
    bound: str = ""
    counts: bool = False
    names: tuple[str, ...] = ()
    points: bool = False

    @property
    def says_due(self) -> bool:
        """True if it asks what is due, and not for events."""
        return "due" in self.said

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """What holds of the tasks that are asked for."""
        found = [_CONDITIONS[one] for one in self.said if one in _CONDITIONS]
        if self.days:
            return (*found, Condition(_DUE[self.bound], self.days))
        return (*found, Condition("due", "any")) if self.says_due and not self.topic else tuple(found)

    @property
    def is_of_person(self) -> bool:
        """True if it asks what somebody has to do, so that its topic may be a name."""
        return self.kind == "task" or "busy" in self.said

    @property
    def is_plain(self) -> bool:
        """True if nothing but names is said: no kind, no state, no day."""
        return not (self.kind or self.said or self.days)


def read_work_question(text: str, today: date) -> WorkQuestion | None:
    """Return what a question asks of tasks and the calendar; None if it can't be about them."""
    bare = without_lead(fold(text))
    text = text[-len(bare) :] if bare and len(fold(text)) == len(text) else text
    tokens = [token for token in tokenize(text) if not token.is_mark]
    if not is_question(text) or not tokens or len(tokens) > _LONGEST:
        return None
    asks = read_question(text).asks
    if asks is Asked.YES_NO and any(one.word in _words("people") for one in tokens):
        asks = Asked.PERSON  # 'is anybody on the rooms?'
    if asks in _OTHER:
        return None
    named = (one for one in find_days(text, today) if fold(text[one.start : one.end]) not in _words("filler"))
    days = next(iter((*named, *_feasts(tokens, today))), None)  # 'what has Ben got now' is of no day
    counts = asks is Asked.AMOUNT and "many" in {token.word for token in tokens}
    if asks is Asked.AMOUNT and not counts:
        return None
    found = _read(text, asks, tokens, days, counts=counts)
    asks_for_any = asks in _OF_ANY and any(one.word in _words("any") for one in tokens)
    return found if found.topic or found.kind or found.points or asks_for_any else None


def fits(topic: Sequence[str], title: str) -> bool:
    """Return whether a title has all words of a topic, but such as 'starts'; misspelt ones count."""
    own = set(_stems(title))
    wanted = [stem for word in topic for stem in _stems(word) if word not in _words("light")]
    return bool(wanted) and all(_is_in(stem, own) for stem in wanted)


def shared(topic: Sequence[str], name: str) -> tuple[str, ...]:
    """Return the words of a topic that stand in a name."""
    own = set(_stems(name))
    return tuple(word for word in topic if (said := _stems(word)) and own.issuperset(said))


def is_light(word: str) -> bool:
    """Return whether a word may be missing in a name."""
    return word in _words("light")


def _read(
    text: str, asks: Asked, tokens: Sequence[Token], days: DayFound | None, *, counts: bool
) -> WorkQuestion:
    kind, bound, said, topic, names = "", "", list[str](), list[str](), list[str]()
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if days and days.start <= token.start < days.end:
            at += 1
            continue
        (table, key), size = _phrase_at(tokens, at)
        if table == "kind":
            kind = kind or key
        elif table == "condition":
            said.append(key)
        elif table == "bound" and days and tokens[at + size - 1].end <= days.start:
            bound = key
        elif token.is_quoted or token.word not in _words("filler"):
            topic.append(token.word)
            names += [token.text] if at and token.text[:1].isupper() else []
        at += size
    span = (days.first, days.last) if days else None
    told = tuple(dict.fromkeys(said))
    points = not topic and not kind and any(key_of("pronoun", one.word) for one in tokens)
    return WorkQuestion(text, asks, tuple(topic), kind, told, span, bound, counts, tuple(names), points)


def _feasts(tokens: Sequence[Token], today: date) -> Iterator[DayFound]:
    """Yield the days that are called by a feast: 'before Christmas', but not 'the Christmas party'."""
    for at in range(1, len(tokens)):
        (table, key), size = _phrase_at(tokens, at)
        if table == "feast" and _phrase_at(tokens, at - 1)[0][0] == "bound":
            day = date(today.year, *map(int, key.split("-")))
            day = day if day >= today else day.replace(year=today.year + 1)
            yield DayFound(day, day, tokens[at].start, tokens[at + size - 1].end)


def _phrase_at(tokens: Sequence[Token], at: int) -> tuple[tuple[str, str], int]:
    for size in range(min(_longest(), len(tokens) - at), 0, -1):
        if found := _phrases().get(tuple(token.word for token in tokens[at : at + size])):
            return found, size
    return ("", ""), 1


def _is_in(stem: str, own: set[str]) -> bool:
    return stem in own or any(is_near(stem, other) for other in own)


def _stems(text: str) -> list[str]:
    """Return the stems of a text, verbs as they stand in titles."""
    return stems(" ".join(_verbs().get(token.word, token.word) for token in tokenize(text)))


@cache
def _verbs() -> Mapping[str, str]:
    return {form: verb for verb, forms in _data()["verbs"].items() for form in forms.split()}


@cache
def _phrases() -> Mapping[tuple[str, ...], tuple[str, str]]:
    return {
        as_words(form.strip()): (table, key)
        for table in ("kind", "condition", "bound", "feast")
        for key, forms in _data()[table].items()
        for form in forms.split("|")
    }


@cache
def _longest() -> int:
    return max(map(len, _phrases()))
