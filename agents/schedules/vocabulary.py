"""The words in which people say when: English, German, Spanish, without accents, as `fold` leaves them."""

_ACCENTED, _PLAIN = "áàâãéèêëíìîïóòôõúùûñçäöü", "aaaaeeeeiiiioooouuuncaou"
_FOLDED = str.maketrans(_ACCENTED + _ACCENTED.upper() + "’", _PLAIN * 2 + "'")


def fold(text: str) -> str:
    """Return `text` in lower case without accents, letter for letter, so that places in it stay the same."""
    plain = "".join(letter if len(letter.lower()) != 1 else letter.lower() for letter in text)
    return plain.translate(_FOLDED)


def any_of(words: str) -> str:
    """Return a pattern for one of `words`, which are separated by '|' and may be patterns themselves."""
    return rf"\b(?:{words})\b"


EVERY = r"(?:every|each|jede[nrsm]?|alle|cada|todos los|todas las)"
AND = r"(?:and|und|y|&|,)"

DAY_NAMES = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
DAYS: dict[str, int] = {
    word: number
    for number, words in enumerate(
        (
            "sunday sun sonntag domingo",
            "monday mon montag lunes",
            "tuesday tue tues dienstag martes",
            "wednesday wed mittwoch miercoles",
            "thursday thu thurs donnerstag jueves",
            "friday fri freitag viernes",
            "saturday sat samstag sonnabend sabado",
        )
    )
    for word in words.split()
}
DAY = rf"(?:{'|'.join(sorted(DAYS, key=len, reverse=True))})"

_COUNTED = {
    1: "once one a an einmal una",
    2: "twice two other second zwei zweimal zweite zweiten dos",
    3: "thrice three third drei dreimal tres",
    4: "four vier viermal cuatro",
    5: "five funf cinco",
    6: "six sechs seis",
    10: "ten zehn diez",
    12: "twelve zwolf doce",
    15: "fifteen funfzehn quince",
    20: "twenty zwanzig veinte",
    30: "thirty dreissig treinta",
}
COUNTS: dict[str, int] = {word: number for number, words in _COUNTED.items() for word in words.split()}
COUNT = rf"(?:\d{{1,3}}|{'|'.join(sorted(COUNTS, key=len, reverse=True))})"

ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
MONTH = r"(?:month|months|monat|monats|monate|mes|meses)"

ON_DEMAND = any_of(
    r"on demand|on request|when(?:ever)? i (?:ask|say|want|need)|only when (?:i ask|asked)|when asked|"
    r"manual(?:ly)?|(?:no|without a|remove the|drop the) schedule|not on a schedule|"
    r"auf anfrage|auf abruf|wenn ich (?:frage|es sage)|a demanda|bajo demanda|cuando (?:lo |te lo )?pida"
)
AT_ONCE = any_of(
    r"(?:in )?real[ -]?time|as (?:it|they) happens?|constantly|continuously|instantly|all the time|"
    r"in echtzeit|laufend|en tiempo real"
)
NO_WEEKEND = any_of(
    r"(?:not|no|never|except|without|shouldn't|skip|nicht|ohne|kein|keine|sin|excepto)\b[^.;,]{0,25}"
    r"\b(?:weekends?|wochenende[n]?|fin(?:es)? de semana)"
)


def count(word: str) -> int:
    """Return the number that `word` says."""
    return int(word) if word.isdigit() else COUNTS[word]
