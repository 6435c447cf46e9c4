"""Whether a sentence holds the kind of value that a question asks for: a time, an amount, a person."""

import re

from intent.questions.asked import PRICE, Question, wants_number
from intent.sentences.question_words import Asked
from intent.text import fold
from omniforge.projects.search.words import stems

_NUMBER = (
    r"(?:\d[\d.,]*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|"
    r"thirteen|fourteen|sixteen|seventeen|eighteen|nineteen|fifty|sixty|seventy|eighty|ninety|hundred|thousand|"
    r"million|dozen|half|third|quarter|fifth|tenth|twice|once|double|several|none|nothing|no|free|"
    r"zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|zwanzig|dreissig|vierzig|funfzig|hundert|tausend|"
    r"kein|keine|kostenlos|frei)\b)"
)
_UNIT = (
    r"(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|min|sekunden?|minuten?|stunden?|tagen?|wochen?|"
    r"monaten?|jahren?)"
)
_LASTING = rf"(?:{_NUMBER}|\ban?\b|\bper\b)\W*(?:\w+\W+){{0,2}}?{_UNIT}\b"
_TIME = (
    r"\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:mon|tues|wednes|thurs|fri|satur|sun|week)days?|weekends?|noon|midnight|mornings?|"
    r"afternoons?|evenings?|nights?|daily|weekly|monthly|yearly|annually|every|each|today|tomorrow|yesterday|spring|"
    r"summer|autumn|winter|o'clock|(?:1[6-9]|20)\d\d|\d{1,2}[:.]\d\d|\d{1,2} ?[ap]\.?m|"
    r"(?:at|from|um|ab|gegen|las) \d{1,2}(?![\d.,]* ?(?:[%€$£]|\d|percent|euros?|pounds?|dollars?|degrees?))|"
    r"(?:before|after|within|until) (?:a|an|the|\d)|\bthe \d{1,2}(?:st|nd|rd|th)|"
    r"\w+tags?|januar|februar|marz|mai|juni|juli|oktober|"
    r"dezember|jeden|taglich|wochentlich)\b"
)
_NO_PERSON = r"(?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\b)"
_PERSON = (
    rf"(?<![.!?:] )(?<!^)\b{_NO_PERSON}[A-ZÀ-Þ][a-zà-ÿ]+"
    r"|^[A-ZÀ-Þ][\w'’-]+ (?:[A-ZÀ-Þ][\w'’-]+|(?:is|was|\w+s)\b)|^[^,.]{1,60}:"
    r"|\b(?:[Mm]rs?|[Mm]s|[Dd]r|[Hh]err|[Ff]rau|[Ss]e[nñ]ora?)\b\.? [^\W\d_]{2,}"
)
_PLACE = (
    r"\b(?:in|at|on|to|from|is|beside|behind|under|near|next|between|opposite|inside|outside|above|below|room|floor|"
    r"street|house|building|cellar|office|im|am|neben|unter|hinter|zimmer|raum)\b"
)
_FITTING = {
    Asked.TIME: re.compile(_TIME, re.I),
    Asked.AMOUNT: re.compile(_NUMBER, re.I),
    Asked.DURATION: re.compile(rf"{_LASTING}|\bat once\b|\bimmediately\b|\buntil\b", re.I),
    Asked.PERSON: re.compile(_PERSON),
    Asked.PLACE: re.compile(_PLACE, re.I),
}
_PRICES = frozenset({PRICE, "cost", "fee", "charg", "rate", "expens", "pay", "money"})
_ASKS_MONEY = re.compile(
    r"^how much (?:does|do|did|is|are|was|were|will|would) .*(?:cost|pay|earn|charged?|paid)\b"
)
_PRICED = re.compile(r"\b(?:price|cost|costs|fee|rate|rent|deposit|pay|wage|salary)\b\W+(?:\w+\W+){0,3}?\d")
# Something is done to it, and by whom is not said.
_DOES_NOBODY = re.compile(
    r"\b(?:is|are|was|were|been|being|be) (?:\w+ )?\w+(?:ed|en|ught|ld|nt)\b(?!.*\b(?:by|to|from)\b)"
)
_FORMS = (
    (
        frozenset(("phone", "telephon", "number", "mobil", "cell", "call", "ring")),
        re.compile(r"\+?\d[\d ()/-]{5,}\d"),
    ),
    (frozenset(("email", "mail", "e-mail")), re.compile(r"[\w.+-]+@[\w-]+\.\w+")),
    (frozenset(("websit", "web", "site", "link")), re.compile(r"\bwww\.|https?://")),
)
_HOW_MANY = re.compile(r"\b(?:how many|wie viele|cuantos|cuantas|combien|quanti|quante) (?P<noun>\w+)")
_UNITS = frozenset(
    ("euro", "pound", "dollar", "franc", "percent", "per", "degre", "grad", "prozent", "pfund")
)
_COUNT = re.compile(_NUMBER)
_COUNTED = re.compile(rf"\S+?(?::|\s+(?:is|are|was|were|total|number|=))\s*{_NUMBER}")
_PHONE = frozenset(("phone", "telephon", "mobil", "cell", "fax"))
_MAIL = frozenset(("email", "mail", "e-mail"))
_MONTH = re.compile(
    r"\b(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|apr(?:il)?|june?|juni|july?|juli|aug(?:ust)?|"
    r"(?:in|of|since|until|to|and|or|by|last|next|im|bis|\d\.?) ma(?:rch|rz|y|i)|"
    r"sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)\b"
)
_FROM_TO = re.compile(r"\b(?:from|between|until|till|bis|von|zwischen|each|every)\b|\s[–-]\s")
_ASKED_FORMS = (
    (
        re.compile(r"\b(?:how old|wie alt)\b"),
        re.compile(
            r"\b(?:old|age[ds]?|born|birthday|over|under|older|younger|since|built|founded|jahre alt|geboren|"
            r"(?:19|20)\d\d)\b"
        ),
    ),
    (
        re.compile(r"\b(?:what|which) colou?r\b|\bwelche farbe\b"),
        re.compile(
            r"\b(?:red|orange|yellow|green|blue|purple|violet|pink|brown|black|white|grey|gray|silver|gold|golden|beige|"
            r"colou?red|rot|gelb|grun|blau|schwarz|weiss|grau|braun)\w*"
        ),
    ),
)
_FORM_NAMES = frozenset(("colour", "color", "farb"))
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_MONEY = re.compile(
    rf"[€$£¥₹]|\b(?:eur|usd|gbp|chf|inr|rs\.?|aud|cad|zar) ?\d"
    rf"|{_NUMBER}[ -]*(?:euros?|dollars?|pounds?|cents?|pence|francs?|pfund|franken|kr|eur|"
    r"usd|gbp|chf|percent|%)"
    r"|\bfree\b",
    re.I,
)


def lacks_value(question: Question, sentence: str) -> bool:
    """Return whether a sentence has no number where one is asked for, or what was asked for by its form."""
    asks, said = question.asks, fold(sentence)
    lacks_number = wants_number(question) and not _FITTING[asks].search(said)
    lacks_length = asks is Asked.DURATION and not _FITTING[asks].search(sentence)
    lacks_money = asks is Asked.AMOUNT and _ASKS_MONEY.search(fold(question.text)) and not _names_price(said)
    nobody = asks is Asked.PERSON and not _FITTING[asks].search(sentence) and _DOES_NOBODY.search(said)
    return lacks_number or lacks_length or bool(lacks_money or nobody) or lacks_form(question, sentence)


def _names_price(said: str) -> bool:
    return names_money(said) or bool(_PRICED.search(said))


def lacks_form(question: Question, sentence: str) -> bool:
    """Return whether a phone number, an address, an age or a colour is asked for, and a sentence has none."""
    asked, words = fold(question.text), set(question.words)
    wanted = [form for asks, form in _ASKED_FORMS if asks.search(asked)]
    wanted += [_FORMS[0][1]] if _PHONE & words and {"number", "phone"} & words else []
    wanted += [_FORMS[1][1]] if _MAIL & words and "address" in words else []
    return any(not form.search(fold(sentence)) for form in wanted)


def is_of_form(word: str) -> bool:
    """Return whether a stem says what kind of value is asked for, as 'colour' does."""
    return word in _FORM_NAMES


def is_of_other_time(question: str, sentence: str) -> bool:
    """Return whether a question names a month or a year, and a sentence others, but no time between two."""
    if _FROM_TO.search(fold(sentence)):
        return False
    return any(
        asked and said and asked.isdisjoint(said)
        for asked, said in ((_months(question), _months(sentence)), (_years(question), _years(sentence)))
    )


_FURTHER = re.compile(r"\b(?:another|an (?:additional|extra)|a further|weitere|otr[oa]s) \d")
_BARE_END = re.compile(r"(?<![\w.,:-])\d{1,3}(?:[.,]\d{3})?\W*$")


def counted_in(question: Question) -> str:
    """Return the stem of what is to be counted, 'how many boxes …'; empty if nothing is, or a mere unit."""
    asked = _HOW_MANY.search(fold(question.text))
    noun = next(iter(stems(asked["noun"])), "") if asked else ""
    return noun if noun in question.words and noun not in _UNITS else ""


def counts_others(noun: str, sentence: str) -> bool:
    """Return whether a sentence names what is to be counted, but has no number for it."""
    words = fold(sentence).split()
    places = [place for place, word in enumerate(words) if noun in stems(word)]
    near = (" ".join(words[max(0, place - 3) : place + 1]) for place in places)
    after = (" ".join(words[place : place + 3]) for place in places)
    return bool(places) and not (any(map(_COUNT.search, near)) or any(map(_COUNTED.match, after)))


def adds_to_others(sentence: str) -> bool:
    """Return whether the number of a sentence comes on top of another: 'another 20 can stand'."""
    return bool(_FURTHER.search(fold(sentence)))


def ends_in_number(sentence: str) -> bool:
    """Return whether a sentence ends in a bare number, of what its verb tells: 'the hall seats 64'."""
    return bool(_BARE_END.search(sentence))


def is_year(word: str) -> bool:
    """Return whether a word is a year."""
    return bool(_YEAR.fullmatch(word))


def _months(text: str) -> set[str]:
    return {found.split()[-1][:3] for found in _MONTH.findall(fold(text))}


def _years(text: str) -> set[str]:
    return set(_YEAR.findall(text))


def fit_of(asks: Asked, sentence: str) -> float:
    """Return how well the form of a sentence fits what is asked for: 1 where it does, or any form would."""
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


def holds_price(word: str, sentence: str) -> bool:
    """Return whether a stem asks for a price, and a sentence names one."""
    return word in _PRICES and names_money(sentence)


def names_money(sentence: str) -> bool:
    """Return whether a sentence names a sum of money, a share of one, or that something is free."""
    return bool(_MONEY.search(sentence))
