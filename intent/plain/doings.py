"""Who does what, as a clause tells it: 'Kovacs replaces the boiler', 'my sister Marta is packing it'."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from intent.commands.catalogue import verbs
from intent.commands.grammar.tokens import Token
from intent.commands.readers.things.doers import must_in
from intent.commands.readers.things.list_rows import bare_verb
from intent.commands.readers.things.people import may_be_person
from intent.commands.words import key_of, verbs_of_work
from intent.data_files import words_of
from intent.slots.language import words_of as spoken

Row = Sequence[Token]
_SPEAKERS = {"i": "me", "ill": "me", "im": "me", "we": "", "someone": "", "somebody": ""}
_TO_BE_DONE = ("me", "remember")  # before 'to order paint'
_SHORTENED = ("ill", "im")  # 'I'll' and 'I'm' without the apostrophe
_ACTS = ("does", "asks")  # with an object they are work: 'Breda does the count'
_TOGETHER = ("&", "and")
_NAMED = 4  # words of the longest name: 'Mr Tobias Renn', 'Finch & Daughter'
_FROM, _OTHERS = 2, 3  # words of 'from accounts', 'and the lads'
_THEIRS = ("the", "his", "her", "their", "my", "our")
_PLACED = ("to", "in", "at", "from", "on", "with", "into", "for", "by")
_TO_VERB = 3  # place of the verb in 'is going to measure'
_BE, _WILL = ("is", "'s", "am", "'m", "im", "are", "'re"), ("'ll", "ill", "will", "shall")


class Doing(NamedTuple):
    """Who does it, the verb in its base form, and where the rest begins."""

    who: str
    verb: str
    end: int


class _Subject(NamedTuple):
    """Who does it, how many words that takes, and whether it is more than one other."""

    who: str
    size: int
    several: bool = False


def doing_of(row: Row) -> Doing | None:
    """Return who does what by a clause, None if it states anything else: 'Ann is ill', 'the cat sleeps'."""
    subject = _subject(row)
    behind = row[subject.size :] if subject else ()
    if subject is None or len(behind) < 2:
        return None
    skipped = int(behind[0].word in ("myself", "again", "also"))
    return _said(subject, behind[skipped:])


def _said(subject: _Subject, behind: Row) -> Doing | None:
    words = [one.word for one in behind]
    must = must_in(behind) or int(bool(words) and words[0] in _WILL)
    if must:
        must += 2 * (words[must : must + 2] == ["remember", "to"])
        does = must < len(behind) and _is_verb(behind[must])
        return Doing(subject.who, words[must], behind[must].end) if does else None
    if words[:1] and words[0] in _BE:
        if words[1:3] == ["going", "to"] and len(words) > _TO_VERB:
            return Doing(subject.who, words[_TO_VERB], behind[_TO_VERB].end)
        is_going = len(words) > 2 and words[1].endswith("ing")
        return Doing(subject.who, _going().get(words[1], words[1]), behind[1].end) if is_going else None
    verb = _verb_of(subject, *behind[:2]) if len(behind) > 1 else ""
    return Doing(subject.who, verb, behind[0].end) if verb else None


def _verb_of(subject: _Subject, token: Token, after: Token) -> str:
    """Return the base form of the verb that goes with its subject, empty if it is no work."""
    base = bare_verb(token.word)
    acts = token.word in _ACTS and _points(after.word)
    if not _is_verb(token) or (token.word in words_of("told_work", "states") and not acts):
        return ""
    if subject.who == "me":
        return base if base in verbs_of_work() else token.word
    if subject.several or not subject.who:
        return token.word if token.word in verbs_of_work() else ""
    return base if base != token.word else ""


@cache
def _going() -> Mapping[str, str]:
    """Return the verbs of work by their -ing form: 'packing', 'baking'."""
    stems = ((one, one.removesuffix("e")) for one in (*verbs_of_work(), "do"))
    return {form: one for one, stem in stems for form in (f"{stem}ing", f"{stem}{stem[-1:]}ing")}


def hides_another(row: Row) -> bool:
    """Return whether words behind a joint tell what another does: 'the caretaker paints the fence'."""
    at = 1 + (bool(row) and _points(row[0].word))
    is_third = len(row) > at + 1 and row[at].text.islower() and bare_verb(row[at].word) != row[at].word
    return is_third and _points(row[at + 1].word)


def is_work(verb: str) -> bool:
    """Return whether a verb in its base form is of work, by hand or in an office."""
    return verb == "do" or verb in verbs_of_work()


def _is_verb(token: Token) -> bool:
    return token.text.isalpha() and token.text.islower() and not key_of("article", token.word)


def _subject(row: Row) -> _Subject | None:
    """Return the one who is named first: 'I', 'Mr Renn', 'my sister Marta', 'Finch & Daughter', 'mum'."""
    if not row:
        return None
    if row[0].word in _SPEAKERS:
        return _Subject(_SPEAKERS[row[0].word], int(row[0].word not in _SHORTENED))
    if row[0].word in _TO_BE_DONE and _is_to_do(row[1:]):
        return _Subject("me", 1)
    return _named(row) or _in_small_letters(row)


def _named(row: Row) -> _Subject | None:
    lead = _lead(row)
    size = lead + next(
        (at for at, one in enumerate(row[lead:]) if not (_is_name(one) or _joins(row[lead:], at))),
        len(row) - lead,
    )
    if lead < size <= _NAMED + lead:
        first = 0 if row[0].word in spoken("titles") else lead
        several = any(one.word in _TOGETHER for one in row[:size])
        with_others = _beside(row[size:])
        return _Subject(_text(row[first:size]), size + with_others, several or with_others > _FROM)
    relation = lead - 1 if lead else 0
    if row[relation].word in words_of("told_work", "relatives") and not lead > 1:
        return _Subject(row[relation].text.capitalize(), relation + 1)
    return None


def _in_small_letters(row: Row) -> _Subject | None:
    """Return a name without its capital: 'terry has to', 'dr lee signs the', but not 'the shop has to'."""
    titled = int(row[0].word in spoken("titles"))
    size = titled + 1
    if len(row) < size + 2 or not _may_be_name(row[titled]):
        return None
    size += _beside(row[size:])
    behind = tuple(one.word for one in row[size:])
    must = must_in(row[size:]) > 1
    base = bare_verb(behind[0]) if len(behind) > 1 else ""
    acts = base and base != behind[0] and (_points(behind[1]) or base in verbs_of_work())
    is_to = row[titled].word not in words_of("told_work", "before_to") and _is_to_do(row[size:])
    return _Subject(_text(row[: titled + 1]).title(), size) if must or acts or is_to else None


def _is_to_do(behind: Row) -> bool:
    """Return whether words behind a name are 'to' and a verb of work with its object: 'to call the bank'."""
    words = [one.word for one in behind[:3]]
    return len(words) > _FROM and words[0] == "to" and is_work(words[1]) and words[2] not in _PLACED


def _may_be_name(token: Token) -> bool:
    word = token.text
    return word.islower() and may_be_person(word.title()) and word not in verbs() and not token.is_quoted


def _points(word: str) -> bool:
    return bool(key_of("article", word) or key_of("pronoun", word) or word == "all")


def _beside(row: Row) -> int:
    """Return how many words behind a name say where from or with whom: 'from the mill', 'and the lads'."""
    words = [one.word for one in row[: _OTHERS + 1]]
    if words[:1] == ["from"] and len(words) > _FROM and row[1].text.isalpha():
        return _FROM
    is_with = len(words) > _OTHERS and words[0] in _TOGETHER and words[1] in _THEIRS
    return _OTHERS if is_with and row[2].text.islower() else 0


def _lead(row: Row) -> int:
    """Return how many words stand before a name: 'Mrs', 'my sister', 'our'."""
    if row[0].word in spoken("titles"):
        return 1
    if row[0].word in words_of("told_work", "ages") and len(row) > 1 and row[1].text[:1].isupper():
        return 1
    if row[0].word not in ("my", "our"):
        return 0
    relative = len(row) > 1 and row[1].word in words_of("told_work", "relatives")
    return 1 + relative


def _is_name(token: Token) -> bool:
    is_known = token.text.istitle() and token.word in words_of("told_work", "also_names")
    return (is_known or all(map(may_be_person, token.text.split("-")))) and not token.is_quoted


def _joins(row: Row, at: int) -> bool:
    """Return whether a word joins two names: 'Anna and Ben'."""
    is_between = 0 < at < len(row) - 1 and row[at].word in _TOGETHER
    return is_between and _is_name(row[at - 1]) and _is_name(row[at + 1])


def _text(row: Row) -> str:
    return " ".join(one.text for one in row)
