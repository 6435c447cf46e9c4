"""Matches the catalogue's templates with the words of a message, and fills their slots."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache
from typing import Any

from intent.commands.catalogue import JOINTS, Template, index, load
from intent.commands.grammar.index import Index
from intent.commands.grammar.matcher import Pattern, Walk, compile_template
from intent.commands.grammar.slot_types import Known, Words, is_free, read_slot, strip_punctuation
from intent.commands.grammar.templates import Rules, parse_template
from intent.commands.grammar.tokens import Token, cues_in
from intent.commands.types import Command, Condition, Reference, Situation
from intent.commands.words import LANGUAGES, key_of

_LONGEST = 60  # words of a clause; nobody gives a longer order
_COURTESY = 14  # words of the longest one
_REFUSED = "cannot."
_SIGNS, _MINUS = ("plus", "+"), ("-", "–", "−")
_BULLETS = ("-", "–", "—", "+")
_MISSING = object()
_OWNER = "'s"
_LEADS = frozenset(("from", "my", "our", "your"))  # precede what isn't a courtesy: 'from now', 'my ok'
_ONES = frozenset(("one", "ones", "two"))
Pointed = tuple[str, str, Decimal | None]  # what 'it' and 'that' mean: a kind, an agent, a number
Fit = tuple[int, Template, Command]  # with the number of its words that are not free text


@dataclass(slots=True)
class Fits:
    """The matches in one message's tokens. Each slot value is read once per span."""

    message: str
    tokens: tuple[Token, ...]
    situation: Situation
    values: dict[tuple[str, int, int, Pointed], Any] = field(default_factory=dict)
    known: dict[Pointed, Known] = field(default_factory=dict)  # by span of words
    walks: dict[tuple[int, Pointed], Walk] = field(default_factory=dict)
    polite: dict[tuple[str, int, int], bool] = field(default_factory=dict)  # courtesies by side and span

    def _fits(self, start: int, end: int, wanted: Callable[[Template], bool]) -> list[Fit]:
        if not 0 < end - start <= _LONGEST:
            return []
        candidates = (one for one in self._candidates(start, end) if wanted(one))
        return [fit for one in candidates if (fit := self._match(one, start, end))]

    def _candidates(self, start: int, end: int) -> list[Template]:
        near = index().near(self.tokens[start:end], _cues_of_own)
        scopes = ("", *self.situation.scope.split())
        return [one for one in near if one.scope in scopes]

    def _match(self, template: Template, start: int, end: int) -> Fit | None:
        slots = self._walk(end).match(template.pattern, start)
        if slots is None:
            return None
        span = (self.tokens[start].start, self.tokens[end - 1].end)
        words = self._words(start, end).text
        merged = self._of_spoken(template, {**template.values, **_spread(slots)})
        free = sum(_free_words(type_, slots.get(name)) for name, type_ in template.types.items())
        adds = bool(template.follows) and "thing" in template.values
        command = Command(
            template.command, merged, span, words, template.writes, template.tentative, adds, free
        )
        return (end - start) - free - template.tentative, template, command

    def _of_spoken(self, template: Template, slots: Mapping[str, Any]) -> dict[str, Any]:
        """Return the slots, with the agent named a sentence before if they lack one, and the last number."""
        name = self.situation.spoken_agent
        lacks = template.command == "agent.update" and "agents" not in slots and not template.follows
        spoken = {"agents": (Reference(name, name=name, kind="agent"),)} if name and lacks else {}
        before = {"before": self.situation.number} if template.command == "sum.more" else {}
        return {**slots, **spoken, **before}

    @property
    def pointed(self) -> Pointed:
        """Return what 'it' and 'that' mean in the clause being read."""
        return self.situation.at_hand, self.situation.spoken_agent, self.situation.number

    def _walk(self, end: int) -> Walk:
        """Return the matcher for clauses that end at an index. Values depend on what is at hand."""
        key = (end, self.pointed)
        if key not in self.walks:
            self.walks[key] = Walk(self.tokens, end, self._value)
        return self.walks[key]

    def _value(self, type_: str, first: int, last: int) -> Any:
        key = (type_, first, last, self.pointed)
        value = self.values.get(key, _MISSING)
        if value is _MISSING:
            words = self._words(first, last)
            value = self.values[key] = read_slot(type_, words) if words.tokens else None
        return value

    def _words(self, first: int, last: int) -> Words:
        known = self.known.setdefault(self.pointed, {})
        return Words(self.message, strip_punctuation(self.tokens[first:last]), self.situation, known)

    def _bare(self, start: int, end: int) -> tuple[int, int]:
        """Return the clause's span without joints, punctuation and courtesies at its ends."""
        before = None
        if end - start > _LONGEST + 2 * _COURTESY:
            return start, end  # too long for an order
        while (start, end) != before and start < end:
            before = (start, end)
            while start < end and self._opens_nothing(start):
                start += 1
            while start < end and self.tokens[end - 1].is_mark and self.tokens[end - 1].word != _OWNER:
                end -= 1
            start += self._courtesy("opening", start, end, from_start=True)
            end -= self._courtesy("closing", start, end, from_start=False)
        return start, end

    def _opens_nothing(self, at: int) -> bool:
        """Return whether a token opens no clause: a mark or 'and'. In 'plus 20%' and '-8' one may."""
        token, following = self.tokens[at], self.tokens[at + 1 : at + 3]
        if following and following[0].word[:1].isdigit():
            is_rate = any(one.word.endswith("%") for one in following)
            if token.word in _SIGNS and (at == 0 or is_rate):
                return False
            if at == 0 and token.word in _MINUS and token.end == following[0].start:
                return False
        return not token.is_quoted and (token.is_mark or token.word in JOINTS or token.word in _BULLETS)

    def _courtesy(self, side: str, start: int, end: int, *, from_start: bool) -> int:
        """Return the length of the longest courtesy at an end: 'now', but not in 'from now'."""
        known, longest = _courtesies(side), min(_COURTESY, end - start)
        row = self.tokens[start : start + longest] if from_start else self.tokens[end - longest : end]
        if not row or not (known.may_begin(row[0]) if from_start else known.may_end(row)):
            return 0
        for size in range(longest, 0, -1):
            first, last = (start, start + size) if from_start else (end - size, end)
            if first > start and self.tokens[first - 1].word in _LEADS:
                continue
            if from_start and self._counts(last):
                continue
            if self._is_courtesy(side, first, last):
                return size
        return 0

    def _is_courtesy(self, side: str, first: int, last: int) -> bool:
        key = (side, first, last)
        if key not in self.polite:
            near = _courtesies(side).near(self.tokens[first:last], _cues_of_own)
            self.polite[key] = any(self._walk(last).match(one, first) is not None for one in near)
        return self.polite[key]

    def _counts(self, at: int) -> bool:
        """Return whether the word before an index is an ordinal: 'first one'."""
        following = self.tokens[at].word if at < len(self.tokens) else ""
        return following in _ONES and bool(key_of("ordinal", self.tokens[at - 1].word))


def _cues_of_own(tokens: Sequence[Token]) -> set[str]:
    """Return the cues of words that aren't quoted."""
    return cues_in(token for token in tokens if not token.is_quoted)


def likeliest(fits: Sequence[Fit]) -> Command | None:
    """Return the command with the fewest free words. The others, one per name, are its alternatives."""
    ordered = [command for _, _, command in sorted(fits, key=_likelihood)]
    if not ordered:
        return None
    first, others = ordered[0], {one.name: one for one in reversed(ordered[1:])}
    others.pop(first.name, None)
    return replace(first, alternatives=tuple(reversed(others.values())))


def _likelihood(fit: Fit) -> tuple[int, bool]:
    """Return a sort key for matches: among equals, one that can be carried out comes first."""
    return -fit[0], fit[2].name.startswith(_REFUSED)


def _spread(slots: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return slots with those of a whole entry in its place."""
    entry = slots.get("entry")
    return (
        {**entry.slots, **{name: one for name, one in slots.items() if name != "entry"}} if entry else slots
    )


def _free_words(type_: str, value: Any) -> int:
    """Return how many words of a value are free text."""
    if isinstance(value, Reference):
        return len(value.name.split()) + sum(map(_free_in_condition, value.conditions))
    if (own := getattr(value, "free_words", None)) is not None:
        return int(own)
    if not is_free(type_) or isinstance(value, bool | int):
        return 0
    return sum(len(str(one).split()) for one in ((value,) if isinstance(value, str) else value or ()))


def _free_in_condition(condition: Condition) -> int:
    """Return how many words of a condition are free text: a name, a topic, another thing."""
    value = condition.value
    is_free = condition.field not in ("state", "order") and isinstance(value, str | Reference)
    return _free_words("text", value) if is_free else 0


@cache
def _courtesies(side: str) -> Index[Pattern]:
    """Return the courtesies before or after an order."""
    found = list[Pattern]()
    for language in LANGUAGES:
        rules = Rules(load("rules", language).get("rules", {}))
        for one in load("rules", language).get(side, ()):
            found.append(compile_template(parse_template(one, rules)))
    return Index(found, found)
