"""What a question asks for (who, when, where, how much, how long) and the words that its answer is about."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path

from intent.rules.text import fold
from intent.synonyms import joined
from omniforge.projects.search.words import placed_stems, stems

_DATA = Path(__file__).parent / "data" / "questions.toml"
_SMALL = (
    r"(?:\W|\b(?:and|so|but|or|also|then|on|at|for|in|from|to|by|of|und|y|et|please|ok|okay|well|hey|hi)\b)*"
)
_START = rf"^{_SMALL}"
_CLAUSE = rf"^(?:[^?]*?[,;:.!] +)??{_SMALL}"
_PART = re.compile(
    r"(?<=[?])\s+|[,;]?\s+(?:and|und|y|et)\s+(?=(?:(?:on|at|for|in|from|by|until|since|to|with)\s+)?"
    r"(?:who|whom|whose|when|where|what|which|why|how|is|are|was|do|does|did|can|may|must|has|have|will|"
    r"wer|wann|wo|was|wie|warum|welche[rs]?)\b)",
    re.I,
)
_HEAD_ENDS = (
    r"\b(?:of|for|in|at|on|to|from|with|by|after|before|during|when|if|that|who|von|fur|im|am|bei|nach|vor)\b"
)
PRICE = "price"  # the stem that stands for what 'how much is …' asks for
_FOUND_OUT = re.compile(r"\b(?:find|found|finding) out\b", re.I)
_LONG_SUBJECT = 8  # words
_FEW = 2  # words; a part of fewer is understood with the part before it


class Asked(StrEnum):
    """What kind of answer is wanted."""

    PERSON = "person"
    TIME = "time"
    PLACE = "place"
    AMOUNT = "amount"
    DURATION = "duration"
    REASON = "reason"
    MANNER = "manner"
    YES_NO = "yes_no"
    THING = "thing"


_SURE = (Asked.DURATION, Asked.TIME, Asked.AMOUNT, Asked.PERSON, Asked.PLACE, Asked.REASON)
_OF_WORLD = (Asked.THING, Asked.PERSON, Asked.MANNER, Asked.REASON)
_KEYED = frozenset(_SURE) - {Asked.REASON}


@dataclass(frozen=True, slots=True)
class Question:
    """A question: `words` are the stems that its answer is about, in order and each once.

    `key` is the one without which nothing is an answer: 'built' in 'when was house 4 built?'; empty where
    none stands out. `about` are the words of the part before it, where it says 'it' or little else, and
    `before` the same as they are written. `there` are those of which it asks whether there is such a thing.
    """

    text: str
    asks: Asked
    words: tuple[str, ...]
    key: str = ""
    about: tuple[str, ...] = ()
    before: str = ""
    there: tuple[str, ...] = ()

    @property
    def in_full(self) -> str:
        """The question with the words that it leans on, as it can be understood alone."""
        return f"{self.before}: {self.text}" if self.before else self.text

    def with_words(self, other: Mapping[str, str]) -> "Question":
        """Return the question with its words replaced."""
        groups = (self.words, self.about, self.there)
        words, about, there = (tuple(other.get(one, one) for one in group) for group in groups)
        return replace(self, words=words, about=about, there=there, key=other.get(self.key, self.key))


def read_question(text: str) -> Question:
    """Return what one question asks for; what is no question asks for a thing."""
    said = joined(without_lead(_folded(text)))
    asks = _asked_for(said)
    words = telling_words(_without_opening(said, asks))
    if _begins(said, _phrases("words", "price"), _START):
        words = (*words, PRICE)
    return Question(text, asks, words, _key(said, asks, words), there=_there(said, words))


def for_whole(question: Question, words: tuple[str, ...]) -> Question:
    """Return a question with these words only; without any, 'how long is it' asks for its term."""
    words = words or _of_whole().get(question.asks, question.words)
    return replace(question, words=words, key=question.key if question.key in words else "")


def parts_of(text: str, before: str = "") -> tuple[Question, ...]:
    """Return the questions in a message: 'what does it cost, and who pays?' are two.

    `before` is what was asked before, which the first one may lean on.
    """
    parts = [read_question(part.strip()) for part in _PART.split(text) if part.strip()]
    earlier = [read_question(before) if before else None, *parts]
    return tuple(_after(part, one) for part, one in zip(parts, earlier, strict=False))


@cache
def _of_whole() -> Mapping[Asked, tuple[str, ...]]:
    """Return what is asked of a thing as a whole; stems are loaded at the first question."""
    return {Asked.DURATION: tuple(stems("term")), Asked.AMOUNT: (PRICE,)}


def is_question(text: str) -> bool:
    """Return whether a message asks: it ends in a question mark or begins as questions do."""
    said = _folded(text).strip()
    called, _, rest = said.partition(",")  # 'salam, what time …': whoever or whatever is called first
    asked = (said, rest.strip()) if called.isalpha() else (said,)
    return (
        said.endswith("?")
        or bool(_enquired(said))
        or any(_begins(without_lead(one), _phrases("asks", *Asked), _START) for one in asked)
    )


def asks_own_name(text: str) -> bool:
    """Return whether a question asks what the person is called: 'do you still know my name?'"""
    return _ends_in(text, "name")


def asks_how_many(text: str) -> bool:
    """Return whether a question asks how many people the person's own are: 'how many of us are there?'"""
    return _ends_in(text, "how_many")


def _ends_in(text: str, own: str) -> bool:
    return bool(re.search(rf"\b(?:{_phrases('own', own)})\W*$", _folded(text)))


def opens_question(text: str) -> bool:
    """Return whether a text begins as questions do."""
    return _begins(without_lead(_folded(text)), _phrases("asks", *Asked), _START)


@cache
def speaker_words() -> frozenset[str]:
    """Return the words for whoever speaks: a clause with one is a remark of theirs."""
    return frozenset(_data()["words"]["speaker"].split())


def asks_to_show(text: str) -> bool:
    """Return whether a message asks to be shown something: 'list whatever is open'."""
    return _begins(without_lead(_folded(text)), _phrases("leads", "showing"), _START)


def without_showing(text: str) -> str:
    """Return a text without 'show me' at its beginning."""
    return re.sub(rf"{_START}(?:{_phrases('leads', 'showing')})\b\s*", "", text, count=1, flags=re.I)


def is_request(text: str) -> bool:
    """Return whether a question may ask to do something: 'can the platform help with that?'"""
    said = without_lead(_folded(text))
    asked = r"can|could|will|would|may|might|should|shall|is it possible"
    return bool(re.match(rf"{_START}(?:{asked})\b", said))


def _folded(text: str) -> str:
    """Return a folded text in which 'whats' is 'what is', and 'wat' is 'what'."""
    said = re.sub(rf"\b(?:{'|'.join(_slips())})\b", lambda one: _slips()[one[0]], fold(text))
    return re.sub(r"\b(what|who|where|when|how|why|that)'?s\b", r"\1 is", said)


def without_lead(said: str) -> str:
    """Return a folded question without a greeting and 'do you know' before what it asks."""
    greeted = re.sub(rf"^{_SMALL}(?:(?:{_phrases('leads', 'greeting')})\b{_SMALL})+", "", said)
    if enquired := _enquired(greeted):
        return enquired
    found = re.match(rf"^{_SMALL}(?:{_phrases('leads', 'asking')})\b\W*", greeted)
    rest = greeted[found.end() :] if found else greeted
    asks = _begins(rest, _phrases("asks", *Asked), _START) or rest.startswith(("if ", "whether "))
    return rest if asks else said


def _enquired(said: str) -> str:
    """Return what somebody else asks, 'a guest wants to know when …'; empty if nobody does."""
    whoever = rf"(?:{_phrases('leads', 'whoever')})(?: [\w'-]+){{0,4}}?|[\w'-]+(?: [\w'-]+){{0,2}}?"
    found = re.match(rf"^{_SMALL}(?P<who>{whoever}) (?:{_phrases('leads', 'enquires')})\b\W*", said)
    if not found or found["who"].split()[-1] in _data()["words"]["no_enquirer"].split():
        return ""
    rest = said[found.end() :]
    return (
        rest if _begins(rest, _phrases("asks", *Asked), "^") or rest.startswith(("if ", "whether ")) else ""
    )


def adds_nothing(sentence: str) -> bool:
    """Return whether a question only asks for the answer to the one before: 'do we have that somewhere?'"""
    said = re.findall(r"[\w']+", fold(sentence))
    return sentence.rstrip().endswith("?") and set(said) <= set(_data()["words"]["adds_nothing"].split())


def asks_of_world(text: str) -> bool:
    """Return whether a question names nothing of the person's own: it may ask of general knowledge."""
    return _asked_for(_folded(text)) in _OF_WORLD and _own().isdisjoint(re.findall(r"\w+", fold(text)))


def leans_back(sentence: str) -> bool:
    """Return whether a sentence begins with a word for what was named before it: 'it', 'they', 'this'."""
    first = re.match(r"\w+", fold(sentence))
    return first is not None and first[0] in _pronouns()


def points_back(text: str) -> bool:
    """Return whether a text has a word for what was named before it: 'his', 'it', 'there'."""
    return not _pronouns().isdisjoint(re.findall(r"\w+", fold(text)))


def telling_words(text: str) -> tuple[str, ...]:
    """Return the stems that a text is about, each once; what could stand in any question tells nothing."""
    found = dict.fromkeys(stems(_FOUND_OUT.sub(" ", text)))
    return tuple(word for word in found if word not in _fillers()) or tuple(found)


def is_light(word: str) -> bool:
    """Return whether a stem says little of what is asked: of a verb like 'go', or a piece of 'co-op'."""
    return word in _light() or (len(word) < 3 and word.isalpha())


def spelt_words(text: str) -> dict[str, str]:
    """Return the telling words as they are written, by their stems."""
    telling = set(telling_words(text))
    return {
        stem: re.split(r"[^\w'’-]", text[place:], maxsplit=1)[0]
        for place, stem in placed_stems(text)
        if stem in telling
    }


def subject_of(text: str) -> str:
    """Return what a question is about as it is written, from first to last telling word, or 'that'."""
    said = without_lead(_folded(text))
    telling = set(telling_words(re.sub(rf"{_START}(?:{_phrases('asks', *Asked)})\b", " ", said)))
    places = [place for place, stem in placed_stems(text) if stem in telling]
    if not places or not telling:
        return "that"
    words = re.split(r"[?!.,;]", text[places[0] :], maxsplit=1)[0].split()
    last = max(at for at, word in enumerate(words) if set(stems(word)) & telling)
    return f"“{' '.join(words[: last + 1])}”" if last < _LONG_SUBJECT else "that"


def _after(part: Question, before: Question | None) -> Question:
    leans = len(part.words) < _FEW or not _pronouns().isdisjoint(re.findall(r"\w+", fold(part.text)))
    if not before or not leans:
        return part
    return replace(part, about=before.words, before=" ".join(spelt_words(before.text).values()))


def _asked_for(said: str) -> Asked:
    for asked in _SURE:
        if _begins(said, _phrases("asks", asked)):
            return asked
    if _begins(said, _phrases("asks", Asked.THING), _START) and (noun := _noun(said)):
        return noun
    for asked in (Asked.MANNER, Asked.YES_NO):
        if _begins(said, _phrases("asks", asked), _START):
            return asked
    return Asked.THING


def _noun(said: str) -> Asked | None:
    """Return what the noun of 'what is the …' asks for."""
    head = re.split(_HEAD_ENDS, re.sub(_START, "", said), maxsplit=1)[0]
    kinds = (Asked.DURATION, Asked.AMOUNT, Asked.TIME, Asked.PERSON, Asked.PLACE)
    return next((kind for kind in kinds if re.search(rf"\b(?:{_phrases('nouns', kind)})s?\b", head)), None)


def _without_opening(said: str, asks: Asked) -> str:
    """Return a question without 'on which day' or 'how fast', which are no words of its answer."""
    opening = _opening(said, asks) if asks in (Asked.TIME, Asked.DURATION) else None
    return f"{said[: opening.start('asks')]} {said[opening.end('asks') :]}" if opening else said


def _key(said: str, asks: Asked, words: tuple[str, ...]) -> str:
    """Return the first telling word after 'what', 'who', 'how much', else the last one before 'on' …"""
    if asks is Asked.THING:
        return _noun_asked(said, words)
    if asks not in _KEYED:
        return ""
    opening = _opening(said, asks)
    clause = said[opening.end("asks") :] if opening else re.sub(_START, "", said)
    heavy = [word for word in words if word in set(stems(clause)) and not is_light(word)]
    head = set(stems(re.split(_HEAD_ENDS, clause, maxsplit=1)[0]))
    named = [word for word in heavy if word in head] or heavy
    first = asks in (Asked.AMOUNT, Asked.PERSON) or _begins(said, _phrases("asks", Asked.THING), _START)
    return (named[0] if first else named[-1]) if named else ""


def _there(said: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the stems of what 'is there a … in …' asks for."""
    found = re.match(rf"{_START}(?:{_phrases('leads', 'there')})\b", said)
    head = stems(re.split(_HEAD_ENDS, said[found.end() :], maxsplit=1)[0]) if found else []
    return tuple(word for word in words if word in head and not is_light(word))


def is_of_time(question: Question) -> bool:
    """Return whether a question names nothing but measures of time: 'how many minutes are in a week?'"""
    return question.asks is Asked.DURATION and _units().issuperset(question.words)


@cache
def _units() -> frozenset[str]:
    return frozenset(stems(_data()["words"]["units"]))


def _noun_asked(said: str, words: tuple[str, ...]) -> str:
    """Return the stem of the noun of 'which bed is free', if it is a telling one."""
    found = re.match(rf"{_START}(?:what|which) (?P<noun>\w+) (?!of\b)", said)
    noun = next(iter(stems(found["noun"])), "") if found else ""
    return noun if noun in words and not is_light(noun) else ""


def _opening(said: str, asks: Asked) -> re.Match[str] | None:
    return re.match(rf"{_CLAUSE}(?P<asks>{_phrases('asks', asks)})\b", said)


def _begins(said: str, phrases: str, before: str = _CLAUSE) -> bool:
    return bool(re.match(rf"{before}(?:{phrases})\b", said))


@cache
def _phrases(table: str, *kinds: str) -> str:
    listed = (phrase.strip() for kind in kinds for phrase in _data()[table][kind].split("|"))
    return "|".join(re.escape(fold(phrase)) for phrase in sorted(listed, key=len, reverse=True))


@cache
def _fillers() -> frozenset[str]:
    return frozenset(stems(_data()["words"]["filler"]))


@cache
def _light() -> frozenset[str]:
    return frozenset(stems(_data()["words"]["light"]))


@cache
def _slips() -> dict[str, str]:
    """Return question words by the ways in which they are often misspelt."""
    return {slip: right for right, slips in _data()["slips"].items() for slip in slips.split()}


@cache
def _own() -> frozenset[str]:
    return _pronouns() | frozenset(_data()["words"]["own"].split())


@cache
def _pronouns() -> frozenset[str]:
    return frozenset(_data()["words"]["pronouns"].split())


@cache
def _data() -> dict[str, dict[str, str]]:
    return tomllib.loads(_DATA.read_text(encoding="utf-8"))
