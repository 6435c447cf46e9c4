"""Which statements last: who people are, what is theirs, what they like, not how a day goes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise

from intent.commands.grammar.tokens import Token, tokenize
from intent.commands.quantities.words import units
from intent.data_files import any_of, pattern, piece, words_of
from intent.sentences.question_forms import is_question
from intent.slots.recurrence import ANY_DAY, find_recurrence, remove_recurrence
from intent.statements.introductions import introduces

_pattern = partial(pattern, "lasting")

_phrases, _words = cache(partial(any_of, "statements", "lasting")), partial(words_of, "statements")
TIME = piece("lasting", "time")
_CLOCK = _pattern("clock")
_ON_DAY, _SOON = _pattern("on_day"), _pattern("soon")
_FOR_MANY = _pattern("for_many")
_WEEKDAY = _pattern("weekday")
_BEFORE_NOUN = ("of", "the", "our", "my", "all", "no", "these", "those")
_ARTICLES = ("the", "a", "an", "our", "my", "your", "their", "its", "no", "of")  # before a noun
_SUBJECT = 10  # words before the verb
_BETWEEN = 3  # words between 'looks' and 'our' in 'looks after all our plants'
_AND = ("and", "or", "und", "y")
_SHORT = 4  # letters of words in 'ed' that aren't verbs: 'red', 'need'
_NAMED_VALUE = r"[^\W\d_][^\d,;]{2,40}?:? [€$£]?\d[^,;]{0,40}$"
_ADJECTIVE = re.compile(r"\b(?:the|our|my|an?|any) (?:late|finished)\b(?= [^\W\d_]+ )", re.I)
_DEED = 4  # fewest words of what somebody did
OF_US = _pattern("of_us")
_SELF = re.compile(r"(?:i am|i'm|i’m) (?-i:[A-ZÀ-Þ][\w'’-]{2,})", re.I)


@dataclass(frozen=True, slots=True)
class _Told:
    """A parsed statement: the words before its verb, the verb, and the rest."""

    text: str
    subject: Sequence[Token]
    verb: str
    value: Sequence[Token]

    @property
    def is_own(self) -> bool:
        """Return whether it is about the person, or something that belongs to somebody."""
        first = self.subject[0].word
        mine = first in _words("owning") or (len(self.subject) == 1 and first in _words("selves"))
        return mine or any(one.word == "'s" for one in self.subject)

    @property
    def is_of_person(self) -> bool:
        """Return whether it is about a named person, or 'she'."""
        names = all(one.text[:1].isupper() for one in self.subject)
        return names or self.subject[0].word in _words("persons")


def lasts(text: str) -> bool:
    """Return whether a statement is about something lasting, False in doubt."""
    told = _taken_apart(text)
    if _is_away(text):
        return True
    if (
        _shares_duties(text)
        or _does_for_us(text)
        or OF_US.match(text)
        or _SELF.match(text)
        or tells_measured(text)
        or introduces(text)
    ):
        return not _has(text, "passing")
    if told is None or _has(text, "passing") or any(one.word in _words("pointing") for one in told.subject):
        return False
    if _has(text, "recurring"):
        return True
    if _WEEKDAY.search(text):
        return False
    if told.verb in _words("having"):
        return _is_number_of(told)
    if told.verb in _words("habits"):
        return not all(one.word in _words("pointing") | {"now"} for one in told.value[:1])
    return _is_what_it_is(told)


def _is_away(text: str) -> bool:
    """Return whether somebody is away for a stated time: 'Ana is on leave until 4 May'."""
    return bool(
        re.search(
            rf"\b(?:is|are|am|'s|'m|'re|ist|esta) (?:{_phrases('away')}) (?:{piece('lasting', 'away_when')})",
            text,
            re.I,
        )
    )


def tells_measured(text: str) -> bool:
    """Return whether somebody states how much they did: 'we sold 40 kg on Monday and 25 on Tuesday'."""
    tokens = [one for one in tokenize(text) if not one.is_mark]
    if len(tokens) < _DEED or tokens[0].word not in _words("selves") | _words("persons") | {"they"}:
        return False
    verb = tokens[2].word if tokens[1].word in ("have", "has", "haben", "hemos") else tokens[1].word
    did = verb.endswith("ed") or verb in _words("verbs") | _words("did")
    pairs = pairwise(tokens)
    measures = units().keys() | _words("money")
    return did and any(one.word[:1].isdigit() and other.word in measures for one, other in pairs)


_HANDS = (("here", "are"), ("here", "is"), ("here", "'s"))


def says(words: Sequence[str]) -> bool:
    """Return whether words have a verb that states: 'is', 'costs', 'arrived', but not 'name and cost'.

    'Here are my …' hands something over.
    """
    if tuple(words[:2]) in _HANDS:
        return False
    if len(words) > 1 and words[-2] in _AND:
        words = words[:-1]
    return any(_is_verb(before, word) for before, word in pairwise(("", *words)))


def _is_verb(before: str, word: str) -> bool:
    """Return whether a word is a verb that states, no noun and no participle: 'and planned fairs'."""
    past = before not in ("", *_AND) and word.endswith("ed") and len(word) > _SHORT
    return before not in _ARTICLES and (past or word in _words("verbs") | _words("habits"))


def names_values(sentence: str) -> bool:
    """Return whether a sentence lists things with values and has no verb: 'Lead time 11 days, …'."""
    words = [token.word for token in tokenize(sentence) if not token.is_mark]
    parts = [one.strip() for one in re.split(r"[,;] ", sentence.strip(" .!"))]
    bare = bool(words) and not is_question(sentence) and words[0] not in _words("order")
    return bare and not says(words) and all(re.match(_NAMED_VALUE, one) for one in parts)


def occasion_in(text: str) -> str:
    """Return the occasion whose date or size a statement gives: 'is for 80 guests'.

    It may also be a thing in the workspace, and the statement an order. Empty for other statements.
    """
    told = _happening(text) or _taken_apart(text)
    happens = told is not None and told.verb in _words("being") | _words("happening")
    if told is None or not happens or not _names_occasion(told):
        return ""
    said = text[told.subject[-1].end :].strip(" .!").partition(" ")[2]
    said = re.sub(r"^(?:now |also |be |(?:set|fixed) for )+", "", said)
    is_told = _ON_DAY.fullmatch(said) or _FOR_MANY.fullmatch(said) or _happens_at(said, told)
    return text[told.subject[0].start : told.subject[-1].end] if is_told else ""


def _happens_at(said: str, told: _Told) -> bool:
    """Return whether something 'starts at 9'. 'starts monday' is over with that day."""
    is_day = _WEEKDAY.fullmatch(said.removeprefix("on "))
    return told.verb in _words("happening") and not is_day and bool(_CLOCK.fullmatch(said))


def _names_occasion(told: _Told) -> bool:
    """Return whether an occasion has its own name: 'the boat lift', but no 'task' and no 'meeting'.

    Without an article it must have several words: 'market day at the farm'.
    """
    said = [one.word for one in told.subject]
    has_article = said[0] in ("the", *_words("owning"))
    name = said[1:] if has_article else said
    if not name or (len(name) == 1 and not has_article) or name[0] in _words("pointing") | _words("subjects"):
        return False
    vague = (_words("pointing") | _words("events") | _words("moods")) - _words("part_of_name")
    return vague.isdisjoint(name) and not _has(told.text, "passing")


def _shares_duties(text: str) -> bool:
    """Return whether a sentence says what each of several people does. About one it may be an order."""
    tokens = tokenize(text)
    named = (one.text[:1].isupper() and other.word in _words("duties") for one, other in pairwise(tokens))
    return sum(named) > 1


def _does_for_us(text: str) -> bool:
    """Return whether somebody does something for us: 'Ruth does our invoices', 'Kai tends our plants'."""
    words = [one.word for one in tokenize(text) if not one.is_mark]
    at = next((at for at, one in enumerate(words[:_SUBJECT]) if one in _words("duties")), 0)
    pointing = _words("pointing") | _words("selves")
    owned = [place for place in range(at + 1, len(words) - 1) if words[place] in _words("owning")]
    return bool(at and owned) and owned[0] - at <= _BETWEEN and pointing.isdisjoint(words[:at])


def _taken_apart(text: str) -> _Told | None:
    """Return a statement parsed at its first lasting verb, or None if it has none."""
    tokens = [one for one in tokenize(text) if not one.is_mark or one.word == "'s"]
    plain = _words("being") | _words("having")
    for at in range(1, min(_SUBJECT + 1, len(tokens) - 1)):
        goes_on = not text[tokens[at].end : tokens[at + 1].start].strip()  # not 'cake stand, …'
        goes_on = goes_on and tokens[at - 1].word not in _BEFORE_NOUN  # not 'number of open jobs'
        does = goes_on and tokens[at].word in _words("habits") and tokens[at + 1].word not in plain
        if does or tokens[at].word in plain:
            return _Told(text, tokens[:at], tokens[at].word, _heavy(tokens[at + 1 :]))
    return None


def _happening(text: str) -> _Told | None:
    """Return a parsed statement about something upcoming, 'the parcels arrive on 4 May'."""
    tokens = [one for one in tokenize(text) if not one.is_mark]
    verbs = (
        at for at in range(1, min(_SUBJECT + 1, len(tokens) - 1)) if tokens[at].word in _words("happening")
    )
    at = next(verbs, None)
    return _Told(text, tokens[:at], tokens[at].word, _heavy(tokens[at + 1 :])) if at else None


def _heavy(tokens: Sequence[Token]) -> Sequence[Token]:
    start = next((at for at, one in enumerate(tokens) if one.word not in _words("small")), len(tokens))
    return tokens[start:]


def _is_number_of(told: _Told) -> bool:
    """Return whether somebody has a number of something: 'we have eleven employees'."""
    first = told.value[0].word if told.value else ""
    counts = first in _words("numbers") or first[:1].isdigit()
    return counts and _words("events").isdisjoint(one.word for one in told.value)


def _is_what_it_is(told: _Told) -> bool:
    """Return whether 'is' gives a trait, a value or a role."""
    if not told.value or told.value[-1].word == "'s":
        return False
    said = told.text[told.value[0].start :]
    if re.match(rf"(?:{_phrases('traits')})\b", said, re.I):
        return True
    if any(one.word in _words("attributes") for one in told.subject):
        return True
    return not _is_moment(told) and _is_value(told)


def only_says_when(text: str) -> bool:
    """Return whether a statement tells nothing but when something is or happens: 'the demo is on Friday'."""
    told = _happening(text) or _taken_apart(text)
    return told is not None and (_is_moment(told) or bool(_SOON.fullmatch(_predicate(told))))


def _is_moment(told: _Told) -> bool:
    """Return whether a thing's predicate is only a time: 'is on 4 May', 'is at 3'."""
    return bool(_CLOCK.fullmatch(_predicate(told)))


def _predicate(told: _Told) -> str:
    """Return what stands behind the verb."""
    said = told.text[told.subject[-1].end :].strip(" .!").partition(" ")[2]
    return re.sub(r"^(?:now|also) ", "", said)


def _is_value(told: _Told) -> bool:
    first, *rest = told.value
    if first.word[:1].isdigit() or first.word[:1] in "€$£" or "@" in first.word:
        return _words("events").isdisjoint(one.word for one in rest)
    if first.word in ("a", "an", "the", *_words("owning")):
        names_role = _words("moods").isdisjoint(one.word for one in rest)
        return bool(rest) and names_role and (told.is_own or told.is_of_person) and first.word != "the"
    names = first.text[:1].isupper() and told.subject[0].word not in _words("selves")
    return names and (told.is_own or told.subject[0].word == "the")


def _has(text: str, name: str) -> bool:
    said = _ADJECTIVE.sub("", text)  # 'the late fee is 6' lasts
    return bool(re.search(rf"\b(?:{_phrases(name)})\b", said, re.I))


def says_when(text: str) -> bool:
    """Return whether words are a recurrence without an activity: 'every Friday at noon'."""
    found = find_recurrence(text, ANY_DAY)
    return found is not None and not remove_recurrence(text, found).strip(" .!")
