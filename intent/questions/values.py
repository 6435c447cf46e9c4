"""Whether a sentence contains the kind of value that a question asks for: a time, an amount, a person."""

import re
from collections.abc import Set
from functools import cache, partial

from intent.data_files import pattern, piece
from intent.questions.asked import PRICE, Question, wants_number
from intent.questions.synonyms import synonyms_of, words_in
from intent.questions.wanted import FORMS, is_undone, lacks_any_of, required_kinds
from intent.sentences.question_forms import strip_lead
from intent.sentences.question_words import HEAD_ENDS, Asked, begins, folded
from intent.sentences.telling_words import is_light
from intent.text import fold
from omniforge.projects.search.words import stems

_pattern = partial(pattern, "values")

_MEASURES = frozenset(("extent", "depth", "width", "height", "weight", "temperature"))
_LASTING = piece("values", "lasting")
_FITTING = {
    Asked.TIME: _pattern("time"),
    Asked.AMOUNT: _pattern("number"),
    Asked.DURATION: _pattern("duration"),
    Asked.PERSON: _pattern("person", flags=re.NOFLAG),
    Asked.PLACE: _pattern("place"),
}
PRICES = frozenset({PRICE, "cost", "fee", "charg", "rate", "expens", "pay", "money"})
_MOMENT = _pattern("moment")
_ROLE, _CASE, _WHO_DOES = (_pattern(one, flags=re.NOFLAG) for one in ("role", "case", "who_does"))
_EARNED = _pattern("earned", flags=re.NOFLAG)
_DOES_NOBODY = _pattern("does_nobody", flags=re.NOFLAG)
_FORMS = (
    (
        frozenset(("phone", "telephon", "number", "mobil", "cell", "call", "ring", "reach", "dial")),
        re.compile(r"\+?\d[\d ()/-]{5,}\d"),
    ),
    (frozenset(("email", "mail", "e-mail")), re.compile(r"[\w.+-]+@[\w-]+\.\w+")),
    (frozenset(("websit", "web", "site", "link")), re.compile(r"\bwww\.|https?://")),
)
_HOW_MANY = _pattern("how_many", flags=re.NOFLAG)
_UNITS = frozenset(
    ("euro", "pound", "dollar", "franc", "percent", "per", "degre", "grad", "prozent", "pfund")
)
_COUNT = _pattern("number", flags=re.NOFLAG)
_COUNTED = _pattern("counted", flags=re.NOFLAG)
_PHONE = frozenset(("phone", "telephon", "mobil", "cell", "fax"))
_MAIL = frozenset(("email", "mail", "e-mail"))
_MONTH = _pattern("month", flags=re.NOFLAG)
_FROM_TO = _pattern("from_to", flags=re.NOFLAG)
_FORM_NAMES = frozenset(("colour", "color", "farb"))
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_MONEY = _pattern("money")
_PLACE_TOLD = _pattern("place_told")
_MEASURED_ITEM = _pattern("measured_item")
_FIRM = re.compile(
    r"\b(?:which|what) (?:insurer|supplier|company|firm|bank|contractor|provider|courier|agency)\b"
)
_PARTS, _CAPITAL_WITHIN = re.compile(r"[;:]|,\s+(?:and|but)\s"), re.compile(r"\w\s+[A-ZÀ-Þ]")


def lacks_value(question: Question, sentence: str) -> bool:
    """Return whether a sentence lacks the requested kind of value, or gives it for something rejected."""
    kinds, sentence = required_kinds(question.text), _without_others(question, sentence)
    lacks_any = kinds <= FORMS and _lacks_any(question, sentence)
    nobody = question.asks is Asked.PERSON and _has_nobody(sentence)
    in_vain = question.asks in _FITTING and is_undone(question.text, sentence)
    lacks_kind = lacks_any or lacks_any_of(kinds, sentence) or _is_wage(question, kinds, sentence)
    return nobody or in_vain or lacks_kind or lacks_form(question, sentence)


def _without_others(question: Question, sentence: str) -> str:
    """Return a sentence without other things of its list that have measures of their own."""
    items = re.split(r"(?<=[,;]) ", sentence)
    others = [one for one in items if _MEASURED_ITEM.fullmatch(fold(one).rstrip(" ,;."))]
    left = [one for one in items if one not in others or {*question.words} & words_in(one)]
    return " ".join(left)


def _is_wage(question: Question, kinds: Set[str], sentence: str) -> bool:
    """Return whether a sentence tells what somebody earns, but a question asks for a price."""
    asks_price = PRICE in question.words or "price" in kinds
    return asks_price and "wage" not in kinds and bool(_EARNED.search(fold(sentence)))


def _lacks_any(question: Question, sentence: str) -> bool:
    """Return whether a sentence lacks the requested number, duration or moment."""
    asks, said = question.asks, fold(sentence)
    if asks is Asked.TIME:
        return not (_FITTING[asks].search(sentence) or _MOMENT.search(said))
    lacks_number = wants_number(question) and not _FITTING[asks].search(said)
    return lacks_number or (asks is Asked.DURATION and not _FITTING[asks].search(sentence))


def _has_nobody(sentence: str) -> bool:
    return not _FITTING[Asked.PERSON].search(sentence) and bool(_DOES_NOBODY.search(fold(sentence)))


def has_own_verb(question: Question) -> bool:
    """Return whether a 'who' question's verb tells something: 'who opens …', not 'who got …'."""
    found = _WHO_DOES.search(fold(question.text))
    verbs = stems(found["verb"]) if found else []
    return any(one in question.words and not is_light(one) for one in verbs)


def lacks_phrase(question: Question, sentence: str) -> bool:
    """Return whether a 'who' question's verb has a sense that a sentence lacks: 'takes over'."""
    found = _WHO_DOES.search(fold(question.text))
    if not found or not found["particle"]:
        return False
    lacks_verb = words_in(sentence).isdisjoint(stems(found["verb"]))
    return lacks_verb or not re.search(rf"\b{found['particle']}\b", fold(sentence))


def names_no_firm(question: Question, sentence: str) -> bool:
    """Return whether 'which insurer' is asked, and the clause that tells of insuring names nobody."""
    clauses = _PARTS.split(sentence) if _FIRM.search(folded(question.text)) else ()
    telling = [one for one in clauses if question.key in stems(one)]
    return bool(telling) and not any(_CAPITAL_WITHIN.search(one) for one in telling)


def gives_role(stems_of_it: Set[str], sentence: str) -> bool:
    """Return whether a clause with one of some stems says who it is, by what they are: 'the manager'."""
    clauses = _CASE.split(fold(sentence))
    return any(_ROLE.search(one) and not stems_of_it.isdisjoint(words_in(one)) for one in clauses)


def lacks_form(question: Question, sentence: str) -> bool:
    """Return whether a sentence lacks the requested phone number, address, age or colour."""
    words = set(question.words)
    head = words_in(re.split(HEAD_ENDS, folded(question.text), maxsplit=1)[0])
    named = question.asks in (Asked.THING, Asked.AMOUNT) and "phone" in head  # not 'when do I phone'
    wanted = [_FORMS[0][1]] if _PHONE & words and (named or "number" in words) else []
    wanted += [_FORMS[1][1]] if _MAIL & words and "address" in words else []
    lacks = any(not form.search(fold(sentence)) for form in wanted)
    return lacks or lacks_any_of(required_kinds(question.text) & FORMS, sentence)


def asks_where(question: str) -> bool:
    """Return whether a question asks where somebody or something is, and not in which room or street."""
    return begins(strip_lead(folded(question)), r"where|wo|woher|wohin|dónde|donde")


def tells_place(sentence: str) -> bool:
    """Return whether a sentence explicitly says where something is."""
    return bool(_PLACE_TOLD.search(sentence))


def is_of_form(word: str) -> bool:
    """Return whether a stem names a kind of value, as 'colour' does."""
    return word in _FORM_NAMES


def is_of_other_time(question: str, sentence: str) -> bool:
    """Return whether a question names a month or year and a sentence only others, but no range."""
    if _FROM_TO.search(fold(sentence)):
        return False
    return any(
        asked and said and asked.isdisjoint(said)
        for asked, said in ((_months(question), _months(sentence)), (_years(question), _years(sentence)))
    )


_FURTHER = _pattern("further", flags=re.NOFLAG)
_BARE_END = re.compile(r"(?<![\w.,:-])\d{1,3}(?:[.,]\d{3})?\W*$")


def counted_in(question: Question) -> str:
    """Return the stem of the counted noun, 'how many boxes …', empty if there is none, or it is a unit."""
    asked = _HOW_MANY.search(fold(question.text))
    noun = next(iter(stems(asked["noun"])), "") if asked else ""
    return noun if noun in question.words and noun not in _UNITS else ""


def counts_others(noun: str, sentence: str) -> bool:
    """Return whether a sentence names the counted noun, or a similar one, without a number for it."""
    words, nouns = fold(sentence).split(), {noun, *synonyms_of(noun)}
    places = [place for place, word in enumerate(words) if not nouns.isdisjoint(stems(word))]
    near = (" ".join(words[max(0, place - 3) : place + 1]) for place in places)
    after = (" ".join(words[place : place + 3]) for place in places)
    return bool(places) and not (any(map(_COUNT.search, near)) or any(map(_COUNTED.match, after)))


def adds_to_others(sentence: str) -> bool:
    """Return whether a sentence's number is added to another: 'another 20 can stand'."""
    return bool(_FURTHER.search(fold(sentence)))


def ends_in_number(sentence: str) -> bool:
    """Return whether a sentence ends in a bare number for its verb: 'the hall seats 64'."""
    return bool(_BARE_END.search(sentence))


def is_year(word: str) -> bool:
    return bool(_YEAR.fullmatch(word))


def _months(text: str) -> set[str]:
    return {found.split()[-1][:3] for found in _MONTH.findall(fold(text))}


def _years(text: str) -> set[str]:
    return set(_YEAR.findall(text))


def fit_of(asks: Asked, sentence: str, question: str = "") -> float:
    """Return how well the form of a sentence fits the requested one, up to 1, 1 if any form will do.

    The words of a `question` may want a measure: 'how long is the pool?', 'how heavy is the bell?'
    """
    if measures := required_kinds(question) & _MEASURES:
        return 0.75 if lacks_any_of(measures, sentence) else 1.0
    wanted = _FITTING.get(asks)
    if wanted is None:
        return 1.0
    if not wanted.search(sentence):
        return 0.75
    without_times = re.sub(_LASTING, "", sentence, flags=re.I)
    return 0.95 if asks is Asked.AMOUNT and not wanted.search(without_times) else 1.0


def holds_value(word: str, sentence: str) -> bool:
    """Return whether a stem asks for a price, a phone number or an address, and a sentence has one."""
    return holds_price(word, sentence) or any(
        word in stems and form.search(sentence) for stems, form in _FORMS
    )


def is_day_in(word: str, sentence: str) -> bool:
    """Return whether a word is a day or month that a sentence has in another form: '13th', '13 dec'."""
    day = _DAY.fullmatch(word)
    if day:
        return bool(re.search(rf"\b{day[1]}(?:st|nd|rd|th)?\b", sentence, re.I))
    return word[:_SHORT] in _MONTHS and bool(re.search(rf"\b{word[:_SHORT]}[a-z]*\b", sentence, re.I))


def holds_price(word: str, sentence: str) -> bool:
    """Return whether a stem asks for a price, and a sentence has one."""
    return word in PRICES and names_money(sentence)


def names_money(sentence: str) -> bool:
    """Return whether a sentence has an amount of money, a share of one, or says that something is free."""
    return bool(_MONEY.search(sentence))


def is_free(sentence: str) -> bool:
    """Return whether the only amount of money in a sentence is that something is free."""
    named = [one[0] for one in _MONEY.finditer(sentence)]
    return bool(named) and all(one.isalpha() for one in named)


_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th)")
_SHORT = 3  # letters of a month
_MONTHS = ("jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ASKS_LEAVE, _LEAVE = pattern("leave", "asks", flags=re.NOFLAG), pattern("leave", "leave")
_FORBIDS = pattern("leave", "forbids", flags=re.NOFLAG)


def lacks_leave(question: Question, sentence: str) -> bool:
    """Return whether a question asks what is allowed or possible, but a sentence names no permission.

    'Where may we park?' isn't answered by where it is forbidden.
    """
    if not _ASKS_LEAVE.search(fold(question.text)):
        return False
    if question.asks is Asked.PLACE:
        return bool(_FORBIDS.search(fold(sentence)))
    return question.asks is Asked.YES_NO and not _LEAVE.search(sentence)


def forbids(sentence: str) -> bool:
    """Return whether a sentence says what must not be done."""
    return bool(_FORBIDS.search(fold(sentence)))


def is_of_leave(word: str) -> bool:
    """Return whether a stem only asks for permission, like 'allow', and need not be in the answer."""
    return word in _leave_words()


@cache
def _leave_words() -> frozenset[str]:
    return frozenset(stems(piece("leave", "words")))
