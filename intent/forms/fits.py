"""Whether a value fits a form's slot: a place to read from, things to include, a name. Talk fits none."""

import re
from datetime import date

from intent.commands.grammar.tokens import tokenize
from intent.commands.places import lies_in, names_target, place_words, storage_place_in
from intent.commands.words import as_words, at_start, is_within, key_of, table
from intent.data_files import words_of
from intent.forms.filled import PLACES
from intent.forms.verbs import is_gerund, plain_verb
from intent.slots.days import find_days, read_days
from intent.slots.moments import read_moment
from intent.slots.systems import find_systems

_FILE = re.compile(r"\w\.(?:csv|xlsx?|ods|pdf|docx?|txt|md|json)\b", re.I)
_URL = re.compile(r"\bhttps?://\S+", re.I)
_FURTHER_PAGE = re.compile(r"\s*(?:[,;&]|\b(?:and|or|und|oder|y|o)\b)*\s*\bhttps?://\S*[^\s.,;!?]", re.I)
_CALLED = re.compile(r"^(?:it['’]?s |in |from )?(?:our|my|the|an?) [\w -]{2,30} (?:called|named) \S", re.I)
_LIES = re.compile(
    r"\b(?:is|are|lies?|lives?|sits?|kept|stored|comes?|has|have) (?:all )?(?:in|on|from|it|them|that)\b",
    re.I,
)
_CLAUSES = re.compile(r"\s*(?:[,;.:–—]|\b(?:and|in)\b)\s*")
_BARE = 4  # longest place without a noun for places, in words
_ANNOUNCING = ("new", "next", "another")  # 'a new project: …'
_US, _BEGUN = {"i", "we", "im"}, 3  # and the words in which they begin a statement
_IS = "'s"  # a separate token, as in "kettle's"
_NAMED = 2  # longest place after 'hang on', in words
_INFORMED = 6  # words between 'let' and 'know'
_REPEATING = words_of("statements", "repeating")
_ANY_DAY = date(2000, 1, 1)
_MOST = {"source": 12, "destination": 12, "subject": 30, "name": 6}


def is_talk(text: str) -> bool:
    """Return whether words are talk, such as 'scrap it' or 'I want none', and name nothing."""
    words = tuple(one.word for one in tokenize(text) if not one.is_mark)
    if not words or _refuses(words):
        return True
    return _points(words) or (bool(at_start("form_talk", words)[1]) and not _informs(words))


def _informs(words: tuple[str, ...]) -> bool:
    """Return whether somebody is to be informed: 'let the fitters know which tyres are in'."""
    return words[0] in ("let", "lets") and "know" in words[2:_INFORMED]


def fits(slot: str, text: str) -> bool:
    """Return whether words can be a slot's value."""
    words = text.split()
    if not words or len(words) > _MOST.get(slot, 40):
        return False
    if _is_no_place(text) if slot in PLACES else _is_no_thing(text):
        return False
    if slot == "source" and _URL.search(text):
        return True
    if slot == "source" and (place := storage_place_in(text)):
        return not is_talk(place)
    if slot in PLACES and names_place(text):
        return not _refuses(as_words(text))
    if slot == "destination" or is_talk(text) or orders_thing(text):
        return False
    is_person = at_start("no_source", as_words(text))[1]
    return slot != "source" or not (is_person or len(place_words(text).split()) > _BARE or _speaks(text))


def _is_no_place(text: str) -> bool:
    """Return whether words say when, announce something, 'a new project: …', or tell of a day."""
    is_when = at_start("no_place", as_words(text))[1] or read_days(place_words(text), _ANY_DAY)
    tells = _speaks(text) and find_days(text, _ANY_DAY)
    return bool(is_when or ":" in _URL.sub("", text) or tells)


def _is_no_thing(text: str) -> bool:
    """Return whether words only say 'here', announce something, or tell of a day: 'Sunday I am away'."""
    tells = not _US.isdisjoint(as_words(text)[:_BEGUN]) and find_days(text, _ANY_DAY)
    announces = ":" in text and as_words(text)[0] in _ANNOUNCING
    return bool(tells or announces or as_words(text) in (("here",), ("in", "here")))


def _speaks(text: str) -> bool:
    """Return whether words are a clause, with a pronoun or a verb of being: 'on Saturday I sleep'."""
    return is_within("form_clause", as_words(place_words(text)))


def with_first_page(text: str) -> str:
    """Return a text without all addresses of pages but the first: an agent reads one page."""
    first = _URL.search(text)
    return f"{text[: first.end()]}{_FURTHER_PAGE.sub('', text[first.end() :])}" if first else text


def may_be_picked(text: str) -> bool:
    """Return whether a statement says where data lies or what to include: 'the orders are in Shopify'.

    'The notice has gone up on the board' says neither.
    """
    words = as_words(text)
    named = find_systems(text) or _FILE.search(text) or _URL.search(text)
    names = named or names_workspace(text) or storage_place_in(text)
    picks = relates(text) or _CALLED.match(text) or (bool(words) and _leads_up(words[0]))
    return bool(names or picks or lies_in(text) or _LIES.search(text))


def is_chatter(slot: str, text: str) -> bool:
    """Return whether words after 'hang on' are about something else: 'the kettle's boiling over'."""
    words = as_words(text)
    said = ["says" if word == _IS else table("happens").get((word,), "") for word in words]
    tells = "says" in said[1:] and "relates" not in said
    if slot != "source":
        return tells
    return not (names_place(text) or storage_place_in(text)) and (tells or len(words) > _NAMED)


def relates(text: str) -> bool:
    """Return whether words describe something with a clause: 'the mails that are new'."""
    return any(table("happens").get((word,)) == "relates" for word in as_words(text))


def names_one_day(text: str) -> bool:
    """Return whether a statement names a single day and no recurrence: 'my sister comes on Monday'.

    'Friday is best' begins with the day, and 'the mail goes out on Fridays' is a recurrence: neither
    counts.
    """
    words = as_words(text)
    repeats = any(one in _REPEATING or one.endswith("days") for one in words)
    parts = any(mark in text for mark in ",;:")
    begins = find_days(" ".join(words[:1]), _ANY_DAY)
    return bool(find_days(text, _ANY_DAY)) and not (repeats or parts or begins)


def wishes(text: str) -> bool:
    """Return whether words are a wish: 'I want all of them'."""
    return is_within("form_wish", as_words(text))


def says_more(text: str) -> bool:
    """Return whether words add to something: 'Fridays too'."""
    words = as_words(text)
    return any(at_start("form_more", words, at)[0] == "adds" for at in range(len(words)))


def is_moment(text: str, now: object) -> bool:
    """Return whether words are just a day or time, which no slot takes."""
    return read_moment(text, now) is not None  # type: ignore[arg-type]


def names_file(text: str) -> bool:
    """Return whether words name a file: 'the file stock.csv'."""
    return bool(_FILE.search(text))


def names_workspace(text: str) -> bool:
    """Return whether a text means the workspace itself: 'our projects', 'here, in my projects'."""
    if key_of("own_source", text):
        return True
    clauses = [place_words(one).removesuffix(" here") for one in _CLAUSES.split(text)]
    is_elsewhere = find_systems(text) or names_file(text)
    return not is_elsewhere and any(key_of("own_source", one) for one in clauses)


def names_place(text: str) -> bool:
    nouns = table("place_noun")
    return bool(
        find_systems(text)
        or _FILE.search(text)
        or names_target(text)
        or any((word,) in nouns for word in as_words(text))
    )


def _refuses(words: tuple[str, ...]) -> bool:
    return any(at_start("form_refusal", words[place:])[1] for place in range(len(words)))


def _points(words: tuple[str, ...]) -> bool:
    """Return whether a verb precedes its pronoun: 'scrap it', but not 'tell me what is due'.

    'crates that are late' has no pronoun.
    """
    pointed = len(words) > 1 and table("form_pointer").get(words[1:2])
    opens = plain_verb(words[0]) or at_start("work_opening", words)[1]
    works = pointed == "person" and len(words) > 2 and opens
    relates = words[1:2] != ("it",) and len(words) > 2 and not plain_verb(words[0])
    return bool(pointed) and not works and not relates and not _leads_up(words[0])


def _leads_up(word: str) -> bool:
    return word in (
        *("in", "from", "on", "all", "only", "just", "every", "any", "what", "with", "of", "everything"),
        *("anything", "whatever", "those"),
    )


def orders_thing(text: str) -> bool:
    """Return whether words begin with a verb and its object: 'move the vase', but not 'order numbers'."""
    words = as_words(text)
    verb = plain_verb(words[0]) if words else ""
    is_plain = verb == words[0] and not is_gerund(words[0]) if words else False
    return is_plain and len(words) > 1 and words[1] in ("the", "a", "an", "my", "our", "your", "all")
