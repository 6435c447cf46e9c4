"""Whether a message is a question, and in which form: direct, for others, a request to show something."""

import re
from functools import cache, partial

from intent.data_files import words_of
from intent.sentences.question_words import SMALL, START, Asked, begins, folded, phrases
from intent.text import fold

_words = partial(words_of, "questions")
_ADVERBS = "please|kindly|perhaps|maybe|just|also|quickly|briefly|possibly"
_HURRIED = re.compile(rf"\b((?:can|could|would|will) you )(?:(?:{_ADVERBS}) )+")
_LEAVE = re.compile(r"(?:can|could|may|should|shall) (?:i|we) (?P<order>[^?.!;]+?)\s*\??", re.IGNORECASE)
_ORDERS_IT = re.compile(
    r"(?:and |please |just )*(?:have (?:it|them|him|her) "
    r"(?!(?:to|in|on|at|by|for|been|got|not|ever|already)\b)[a-z]+ "
    r"|do (?:it|this|that|(?:just )?the same(?: thing)?) (?:for|with|to|again|too|as well)\b)"
)
_TELLS = re.compile(r"(?:just )?had (?:an?|the|my|our) [^?]+?[,;] (?!or\b)[^?]+")  # 'had the talk, so …'
_MEANT = re.compile(
    r".*\bwhen (?:i|we) (?:said|told you|wrote|typed|put|mentioned)\b[^?]*\b(?:i|we)\b[^?]*\bmeant\b[^?]*"
)
_SHORT = 5  # words of an elliptical question
_WHETHER = ("if ", "whether ", "ob ", "si ")


def is_question(text: str) -> bool:
    """Return whether a message is a question: it ends in a question mark or begins like one."""
    said = folded(text).strip()
    if not said.endswith("?") and begins(said, phrases("leads", "exclaims"), START):
        return False  # 'what a day'
    if not said.endswith("?") and (
        _ORDERS_IT.match(said) or _TELLS.fullmatch(said) or _MEANT.fullmatch(said)
    ):
        return False
    bare = _ungreeted(said)
    if _fetched(bare):
        return True
    called, _, rest = said.partition(",")  # 'salam, what time …': a form of address
    asked = (said, rest.strip()) if called.isalpha() else (said,)
    return (
        said.endswith("?")
        or bool(_enquired(bare))
        or any(begins(strip_lead(one), phrases("asks", *Asked), START) for one in asked)
    )


def opens_question(text: str) -> bool:
    """Return whether a text begins like a question."""
    return begins(strip_lead(folded(text)), phrases("asks", *Asked), START)


def asks_openly(text: str) -> bool:
    """Return whether a text begins like a question that no yes answers: 'where is that', 'in which'."""
    kinds = [one for one in Asked if one is not Asked.YES_NO]
    return begins(strip_lead(folded(text)), phrases("asks", *kinds), START)


def asks_to_tell(text: str) -> bool:
    """Return whether a text is only what precedes a question: 'remind me', 'could you tell me'."""
    return bool(re.fullmatch(rf"{SMALL}(?:{phrases('leads', 'asking')})\W*", folded(text)))


def is_request(text: str) -> bool:
    """Return whether a question may be a request: 'can the platform help with that?'"""
    said = strip_lead(folded(text))
    asked = r"can|could|will|would|may|might|should|shall|is it possible"
    return bool(re.match(rf"{START}(?:{asked})\b", said))


def asks_what_others_may(text: str) -> bool:
    """Return whether a question asks what others may or should do: 'can guests smoke?', not 'can you …'."""
    who = rf"(?:(?:{'|'.join(_words('articles'))}) )?(?P<who>\w+)"
    found = re.match(rf"{START}(?:can|may|might|must|should|shall) {who}", strip_lead(folded(text)))
    return found is not None and found["who"] not in _words("asked_to_do") | _words("machines")


def order_asked_leave_for(text: str) -> str:
    """Return the order that a question asks permission for: 'delete it' for 'may I delete it?', else ''."""
    found = _LEAVE.fullmatch(text.strip())
    return found["order"] if found else ""


def orders_politely(text: str) -> bool:
    """Return whether a question is a request: 'could you run it?', not 'could you tell me …'."""
    said = strip_lead(folded(text))
    found = re.match(
        rf"{START}(?P<mood>can|could|would|will) you "
        rf"(?:(?:{_ADVERBS}) )*(?P<verb>\w+)",
        said,
    )
    if found is None or found["verb"] in _words("telling_verbs"):
        return False
    return found["mood"] != "can" or found["verb"] not in _words("able_verbs")


def asks_own_name(text: str) -> bool:
    """Return whether a question asks for the person's own name: 'do you still know my name?'"""
    return _ends_in(text, "name")


def asks_opinion(text: str) -> bool:
    """Return whether a question asks for an opinion: 'what do you think?'"""
    return _ends_in(text, "opinion")


def asks_how_many(text: str) -> bool:
    """Return whether a question asks how many people 'we' are: 'how many of us are there?'"""
    return _ends_in(text, "how_many")


def _ends_in(text: str, own: str) -> bool:
    return bool(re.search(rf"\b(?:{phrases('own', own)})\W*$", folded(text)))


def asks_to_show(text: str) -> bool:
    """Return whether a message asks to see something: 'list whatever is open'."""
    return begins(strip_lead(folded(text)), phrases("leads", "showing"), START)


def strip_show_me(text: str) -> str:
    """Return a text without a leading 'show me'."""
    return re.sub(rf"{START}(?:{phrases('leads', 'showing')})\b\s*", "", text, count=1, flags=re.I)


def adds_nothing(sentence: str) -> bool:
    """Return whether a question only asks for the previous one's answer: 'do we have that somewhere?'"""
    said = re.findall(r"[\w']+", fold(sentence))
    return sentence.rstrip().endswith("?") and set(said) <= _words("adds_nothing")


def leans_back(sentence: str) -> bool:
    """Return whether a sentence begins with a pronoun: 'it', 'they', 'this'."""
    first = re.match(r"\w+", fold(sentence))
    return first is not None and first[0] in _words("pronouns")


def points_back(text: str) -> bool:
    """Return whether a text has a word that refers back: 'his', 'it', 'there'."""
    return not _words("pronouns").isdisjoint(re.findall(r"\w+", fold(text)))


def is_led(text: str) -> bool:
    """Return whether a short question begins like a follow-up: 'and without?', 'what about children?'"""
    said = re.findall(r"[\w']+", fold(text))
    return len(said) <= _SHORT and begins(fold(text), r"and|what about|how about|und|y", r"^\W*")


def speaker_words() -> frozenset[str]:
    """Return the words for the speaker: a clause with one is a remark of theirs."""
    return _words("speaker")


def strip_closing(text: str) -> str:
    """Return a text without a trailing 'please' or 'many thanks in advance'."""
    said = fold(text)
    while len(said) == len(text) and (found := _closing().search(said)):
        text = text[: found.start()] + (found["mark"] or "")
        said = fold(text)
    return text


@cache
def _closing() -> re.Pattern[str]:
    said = phrases("leads", "closing")
    return re.compile(rf"(?<=\w)(?:\s*[,;:–-]+\s*|(?P<mark>[.?!])+\s*)(?:{said})\W*$", re.I)


def strip_lead(said: str) -> str:
    """Return a folded question without a leading greeting and 'do you know'."""
    greeted = _HURRIED.sub(r"\1", _ungreeted(said))
    if enquired := _enquired(greeted):
        return enquired
    found = re.match(rf"^{SMALL}(?:{phrases('leads', 'asking')})\b\W*", greeted)
    rest = greeted[found.end() :] if found else greeted
    asks = begins(rest, phrases("asks", *Asked), START) or rest.startswith(_WHETHER)
    return rest if asks else _fetched(greeted) or said


def _fetched(said: str) -> str:
    """Return what is to be looked up, 'could you dig out our fax number for us?', else empty."""
    found = _fetching().match(said)
    rest = re.split(r"[?.!]", said[found.end() :], maxsplit=1)[0] if found else ""
    return _for_whom().sub("?", rest)


@cache
def _fetching() -> re.Pattern[str]:
    return re.compile(rf"^{SMALL}(?:{phrases('leads', 'fetching')}) (?=(?:{'|'.join(_words('articles'))})\b)")


@cache
def _for_whom() -> re.Pattern[str]:
    return re.compile(rf"(?: (?:{phrases('leads', 'for_whom')}))+\W*$")


def _ungreeted(said: str) -> str:
    """Return a folded text without a leading greeting."""
    return _greeting().sub("", said)


@cache
def _greeting() -> re.Pattern[str]:
    described = r"(?!(?:all|everyone|team) (?:who|whose|that|which)\b)"  # 'everyone who is new'
    return re.compile(rf"^{SMALL}(?:{described}(?:{phrases('leads', 'greeting')})\b{SMALL})+")


def _enquired(said: str) -> str:
    """Return what somebody else asks, 'a guest wants to know when …', else empty."""
    found = _enquiry().match(said)
    if not found or not _may_enquire(found["told"] or "", found["who"] or ""):
        return ""
    rest = said[found.end() :]
    return rest if begins(rest, phrases("asks", *Asked), "^") or rest.startswith(_WHETHER) else ""


@cache
def _enquiry() -> re.Pattern[str]:
    """Return the pattern for who asks: 'I've got a guest here who asks', 'Ann wants to know'."""
    whoever = rf"(?:{phrases('leads', 'whoever')})"
    short = rf"(?P<who>{whoever}(?: [\w'-]+){{0,4}}?|\w[\w'-]*(?: [\w'-]+){{0,2}}?)"
    long = rf"(?P<told>(?:{phrases('leads', 'presents')}) {whoever}(?:,? [\w'-]+){{1,10}}?)"
    return re.compile(rf"^{SMALL}(?:{long}|{short}),? (?:{phrases('leads', 'enquires')})\b\W*")


def _may_enquire(told: str, who: str) -> bool:
    """Return whether a person asks: described in `told`, 'I've got a guest here who', or named in `who`."""
    if told:
        return _words("machines").isdisjoint(told.split())
    return who.split()[-1] not in _words("no_enquirer")
