"""What a question asks for (who, when, where, how much, how long), and the words of its subject."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, partial

from intent.data_files import alternatives, pattern, words_of
from intent.questions.bare import completed
from intent.questions.named import names_in
from intent.questions.synonyms import joined
from intent.questions.wanted import required_kinds
from intent.sentences.question_forms import is_question, points_back, strip_lead
from intent.sentences.question_words import (
    CLAUSE,
    HEAD_ENDS,
    START,
    Asked,
    begins,
    folded,
    phrases,
    stems_listed,
)
from intent.sentences.telling_words import is_light, topic_stems, topic_words
from omniforge.projects.search.words import stems

_pattern = partial(pattern, "asked")

_PART = _pattern("part")
_RATE = _pattern("rate")
_TOLD = re.compile(r"(?P<told>[^?]*?\w{2}[.!]+)\s+(?=\S)", re.DOTALL)  # a sentence followed by another
_LEAD = _pattern("lead")
_TWO = (
    _pattern("both_doings"),
    _pattern("on_each"),
    _pattern("both_named", flags=re.NOFLAG),
    _pattern("both_things"),
    _pattern("compared"),
)
PRICE = "price"  # the stem for what 'how much is …' asks for
_BEING, _ARTICLES = (alternatives(words_of("questions", one)) for one in ("being", "articles"))
_HELPING = "do|does|did|will|would|must|should|can"  # 'what does a child pay'
_DOES = re.compile(rf"{START}what (?:{_HELPING})\b")
_AGAINST = _pattern("against", flags=re.NOFLAG)
_STEPS = _pattern("steps")
_PAID_FOR = _pattern("paid_for", flags=re.NOFLAG)
_FEW = 2  # words; a shorter part is combined with the part before it
_SURE = (Asked.DURATION, Asked.TIME, Asked.AMOUNT, Asked.PERSON, Asked.PLACE, Asked.REASON)
_MEASURED = ("depth", "width", "height", "weight", "temperature")
_HOW = ("how", "wie")
_KEYED = frozenset(_SURE) - {Asked.REASON}


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and the stems by which its answer is found."""

    text: str
    asks: Asked
    words: tuple[str, ...]  # stems of its subject, in order, without duplicates
    key: str = ""  # an answer must contain it: 'built' in 'when was house 4 built?'; or empty
    about: tuple[str, ...] = ()  # words of the part before it, if it says 'it' or little else
    before: str = ""  # the same as written
    there: tuple[str, ...] = ()  # subjects of 'is there a …'
    names: tuple[str, ...] = ()  # the names among the words
    case: str = ""  # what was told in front of it, as written

    @property
    def in_case(self) -> str:
        """Return the question behind its case, on which its meaning depends: 'a lamp is broken. Who …'"""
        return f"{self.case} {self.text}" if self.case else self.in_full

    @property
    def in_full(self) -> str:
        """Return the question with the words it depends on, so that it can be understood alone."""
        return f"{self.before}: {self.text}" if self.before else self.text

    @property
    def is_short(self) -> bool:
        """Return whether it has hardly a word of its own: 'and for how much?'"""
        return len(self.words) < _FEW

    @property
    def leans(self) -> bool:
        """Return whether it can only be understood with the question before it."""
        return bool(self.about) and self.is_short

    def with_words(self, other: Mapping[str, str]) -> "Question":
        """Return the question with its words replaced."""
        groups = (self.words, self.about, self.there, self.names)
        words, about, there, names = (tuple(other.get(one, one) for one in group) for group in groups)
        key = other.get(self.key, self.key)
        return replace(self, words=words, about=about, there=there, names=names, key=key)


def read_question(text: str) -> Question:
    """Return what one question asks for. Any other text asks for a thing."""
    said = joined(strip_lead(folded(text)))
    asks = _asked_for(said)
    words = topic_stems(_without_opening(said, asks))
    if begins(said, phrases("words", "price"), START) or _RATE.search(said):
        words = (*words, PRICE)
    names = tuple(one for one in names_in(text) if one in words)
    key = _key(said, asks, words, names)
    return Question(text, asks, words, key, there=_there(said, words), names=names)


def opening_words(question: Question) -> frozenset[str]:
    """Return the stems of the phrase that asks: 'room' for 'in which room is it?'"""
    opening = _opening(joined(strip_lead(folded(question.text))), question.asks)
    return frozenset(stems(opening["asks"]) if opening else ())


def wants_number(question: Question) -> bool:
    """Return whether only a number answers a question: 'how much is it?', but not 'which rates apply?'"""
    said = joined(strip_lead(folded(question.text)))
    several = re.search(rf"\b(?:{phrases('nouns', Asked.AMOUNT)})s\b", said)
    is_sure = begins(said, phrases("asks", Asked.AMOUNT)) or several is None
    return question.asks is Asked.AMOUNT and is_sure


def for_whole(question: Question, words: tuple[str, ...]) -> Question:
    """Return a question with only these words. Without words, 'how long is it' asks for its term."""
    words = words or _of_whole().get(question.asks, question.words)
    there, names = (tuple(one for one in of if one in words) for of in (question.there, question.names))
    key = question.key if question.key in words else ""
    return replace(question, words=words, key=key, there=there, names=names)


def parts_of(text: str, before: str = "") -> tuple[Question, ...]:
    """Return the questions in a message: 'what does it cost, and who pays?' has two.

    `before` is the previous question, which the first one may depend on.
    """
    told, asked = _apart(text)
    parts, earlier = list[Question](), read_question(told or before) if told or before else None
    for part in (one for said in asked for one in _each(said)):
        earlier = _after(read_question(completed(part, earlier.text) if earlier else part), earlier)
        parts.append(earlier)
    return tuple(replace(part, case=told) for part in parts)


def _apart(text: str) -> tuple[str, list[str]]:
    """Return the statement before a message's questions, and the questions. A reason may follow them."""
    told, rest = "", text.strip()
    while (found := _TOLD.match(rest)) and not is_question(found["told"]):
        told, rest = f"{told} {found['told']}".strip(), rest[found.end() :]
    first, *others = [part.strip() for part in _PART.split(rest) if part.strip()] or [rest]
    lead, asked = _led(first, is_one=not others)
    told, first = f"{told} {lead}".strip(), asked
    if others and not is_question(first) and read_question(first).asks is Asked.THING:
        first, others = f"{first}, {others[0]}", others[1:]  # 'I am ill and can't come, who …'
    return told, [first, *(part for part in others if is_question(part))]


def _led(text: str, *, is_one: bool) -> tuple[str, str]:
    """Return the clause in front of a question, and the question: 'a client is here - what is …'.

    A comma belongs to a single question: 'I am ill, who do I ring?'
    """
    found = _LEAD.match(text)
    if not found or is_question(found["told"]) or (is_one and found["mark"] == ","):
        return "", text
    return found["told"], found["asks"]


def _each(part: str) -> tuple[str, ...]:
    """Return a question about two things, 'who leads at Rye and at Lewes?', as two questions."""
    found = next((found for one in _TWO if (found := one.match(part))), None)
    rest = (found.groupdict().get("rest") or "") if found else ""
    return tuple(found["asks"] + found[one] + rest for one in ("one", "other")) if found else (part,)


@cache
def _of_whole() -> Mapping[Asked, tuple[str, ...]]:
    """Return the stems of what is asked about a thing as a whole, loaded on the first question."""
    return {Asked.DURATION: tuple(stems("term")), Asked.AMOUNT: (PRICE,)}


def asks_for_steps(question: Question) -> bool:
    """Return whether a question asks what is to be done in a case: 'what do I do if the alarm rings?'"""
    return bool(_STEPS.search(folded(question.text)))


def is_of_time(question: Question) -> bool:
    """Return whether a question names only units of time: 'how many minutes are in a week?'"""
    return question.asks is Asked.DURATION and stems_listed("units").issuperset(question.words)


def _after(part: Question, before: Question | None) -> Question:
    leans = part.is_short or points_back(part.text)
    if not before or not (leans or _is_what_to_do(part, before)):
        return part
    spelt = " ".join((before.before, *topic_words(before.text).values())).strip()
    about = tuple(dict.fromkeys((*before.about, *before.words)))
    return replace(part, about=about, before=spelt, key=part.key or _priced(part, before))


def _priced(part: Question, before: Question) -> str:
    """Return what 'how much is it?' asks the price of: the last thing that the part before it names."""
    if part.words != (PRICE,):
        return ""
    things = [one for one in before.words if not (one in before.names or is_light(one) or one == PRICE)]
    return before.key or (things[-1] if things else "")


def _is_what_to_do(part: Question, before: Question) -> bool:
    """Return whether a part asks how to do something in a case that is told: 'the lamp is broken. How …'"""
    return part.asks is Asked.MANNER and not is_question(before.text)


def _asked_for(said: str) -> Asked:
    for asked in _SURE:
        if begins(said, phrases("asks", asked)):
            return asked
    if _RATE.search(said):
        return Asked.AMOUNT
    if begins(said, phrases("asks", Asked.THING), START) and (noun := _noun(said)):
        return noun
    pays = not words_of("questions", "paying").isdisjoint(re.findall(r"\w+", said))
    if pays and _DOES.match(said):
        return Asked.AMOUNT
    for asked in (Asked.MANNER, Asked.YES_NO):
        if begins(said, phrases("asks", asked), START):
            return asked
    is_noun = said.rstrip().endswith("?")  # 'phone number of the vet?'
    return (is_noun and _noun(said)) or Asked.THING


def _noun(said: str) -> Asked | None:
    """Return what the noun in 'what is the …' asks for."""
    head = re.split(HEAD_ENDS, re.sub(START, "", said), maxsplit=1)[0]
    does = _DOES.match(said)  # 'what did the managers decide' wants no name
    kinds = (Asked.DURATION, Asked.AMOUNT, Asked.TIME, *(() if does else (Asked.PERSON,)), Asked.PLACE)
    return next((kind for kind in kinds if re.search(rf"\b(?:{phrases('nouns', kind)})s?\b", head)), None)


def _without_opening(said: str, asks: Asked) -> str:
    """Return a question without 'on which day' or 'how deep', which don't occur in its answer."""
    opening = _opening(said, asks)
    is_measured = (
        not required_kinds(said).isdisjoint(_MEASURED) and opening and opening["asks"].startswith(_HOW)
    )
    is_no_word = asks in (Asked.TIME, Asked.DURATION) or is_measured
    if opening is None or not is_no_word:
        return said
    return f"{said[: opening.start('asks')]} {said[opening.end('asks') :]}"


def _key(said: str, asks: Asked, words: tuple[str, ...], names: tuple[str, ...]) -> str:
    """Return the first significant word after 'what', 'who', 'how much', else the last one before 'on' …

    Names don't count: in 'how much does Ann earn' it is the verb.
    """
    if aim := _aim(said, asks, words):
        return aim
    noun = _noun_asked(said, words, names)
    if asks is Asked.THING or (asks is Asked.PERSON and noun):
        return noun
    if asks not in _KEYED:
        return ""
    opening = _opening(said, asks)
    clause = said[opening.end("asks") :] if opening else re.sub(START, "", said)
    there = set(stems(clause)).difference(names)
    heavy = [word for word in words if word in there and not is_light(word)]
    head = set(stems(re.split(HEAD_ENDS, clause, maxsplit=1)[0]))
    named = [word for word in heavy if word in head] or heavy
    first = asks in (Asked.AMOUNT, Asked.PERSON) or begins(said, phrases("asks", Asked.THING), START)
    return (named[0] if first else named[-1]) if named else ""


def _aim(said: str, asks: Asked, words: tuple[str, ...]) -> str:
    """Return the last significant word of an aim: 'what do we give against rust', 'how much for an ice?'"""
    found = _AGAINST.search(said) or (asks is Asked.AMOUNT and _PAID_FOR.search(said))
    aims = stems(found["aim"]) if found else []
    return next((one for one in reversed(aims) if one in words and not is_light(one)), "")


def _there(said: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the stems of the subject of 'is there a … in …'."""
    found = re.match(rf"{START}(?:{phrases('leads', 'there')})\b", said)
    head = stems(re.split(HEAD_ENDS, said[found.end() :], maxsplit=1)[0]) if found else []
    return tuple(word for word in words if word in head and not is_light(word))


def _noun_asked(said: str, words: tuple[str, ...], names: tuple[str, ...]) -> str:
    """Return the stem of the noun in 'which bed is free' or 'who is the deputy of …' if it is significant."""
    found = re.match(rf"{START}(?:what|which) (?P<noun>(?!(?:{_BEING})\b)\w+) (?!of\b)", said)
    named = re.match(rf"{START}(?:what|who) (?:{_BEING}) (?:(?:{_ARTICLES}) )?(?P<noun>[^?]+)", said)
    head = found["noun"] if found else re.split(HEAD_ENDS, named["noun"], maxsplit=1)[0] if named else ""
    telling = [one for one in stems(head) if one in words and one not in names and not is_light(one)]
    vague = stems_listed("vague") | stems_listed("units")
    return next((one for one in reversed(telling) if one not in vague), "")


def _opening(said: str, asks: Asked) -> re.Match[str] | None:
    return re.match(rf"{CLAUSE}(?P<asks>{phrases('asks', asks)})\b", said)
