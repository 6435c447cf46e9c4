"""Reads people: a name, 'me', 'nobody'."""

from collections.abc import Sequence
from dataclasses import replace

from intent.commands.catalogue import verbs
from intent.commands.grammar.slot_types import Words, read_slot, slot_type, text_of, words_in
from intent.commands.grammar.tokens import AT, Token, split_at, tokenize
from intent.commands.readers.things.homes import read_home
from intent.commands.readers.times.bare_months import is_month
from intent.commands.types import SEVERAL, Condition, Reference
from intent.commands.words import as_words, at_start, key_of, verbs_of_work
from intent.data_files import words_of as data_words
from intent.slots.language import words_of
from intent.slots.moments import tells_when

_LONGEST = 4  # words of a name
_SHORT = 2
_SETS_OFF = (",", ";", "-", "–", "—", "|", "/")
TOGETHER = ("and", "und", "y", "&", "+", "/")  # between those who do something together
_BETWEEN = (",", "and", "&", "und", "y")  # between names


@slot_type("person", free=True)
def _person(words: Words) -> str | None:
    """Return a name, 'me' for the speaker, or 'nobody'."""
    if someone := key_of("someone", words.text):
        return someone
    words = _without_only(words)
    row = words.tokens
    if (
        not row
        or (len(row) == 1 and is_month(row[0].word))
        or len(row) > _LONGEST
        or (row[0].is_quoted and len(row) > 1)
    ):
        return None
    named = _is_quoted_name(row[0]) if row[0].is_quoted else all(_may_name(token.word) for token in row)
    if not named or read_slot("days", words) or key_of("state", words.text):
        return None
    return words.text


def _without_only(words: Words) -> Words:
    """Return a name without what says that nobody else is meant: 'Dai only', 'just Dai'."""
    row = words.tokens
    ends = [at for at in (0, -1) if len(row) > 1 and key_of("nobody_else", row[at].word)]
    return words.part(row[1:] if ends == [0] else row[:-1]) if ends else words


def _is_quoted_name(token: Token) -> bool:
    """Return whether quoted text may be a name: 'Dai', but not 'Borrow two tents'."""
    words = token.text.split()
    return len(words) == 1 or all(one[:1].isupper() for one in words)


@slot_type("mover", free=True)
def _mover(words: Words) -> str | None:
    """Return who moves an event: a person, also 'the plumber', but not the speaker."""
    bare = words.tokens[bool(key_of("article", words.tokens[0].word)) :]
    who = _person(words.part(bare)) if bare else None
    return None if key_of("someone", words.text) else who


@slot_type("occupation")
def _occupation(words: Words) -> str | None:
    """Return what people are by their work: 'which instructor'. With a table at hand it may be a column."""
    named = all(_may_name(one.word) and not one.is_quoted for one in words.tokens)
    is_other = bool(key_of("no_occupation", words.tokens[-1].word)) or words.situation.table is not None
    return words.text if named and len(words.tokens) <= _SHORT and not is_other else None


@slot_type("proper", free=True)
def _proper(words: Words) -> str | None:
    """Return a name whose words are all capitalised or common first names, and not a firm's: 'Marlow Ltd'."""
    before, behind = words.source[: words.tokens[0].start], words.source[words.tokens[-1].end :]
    owns = before.endswith("for ") and behind[:2] in ("'s", "’s")  # 'for St Mark's' names a place
    is_firm = owns or bool(key_of("firm", words.tokens[-1].word))
    return _person(words) if not is_firm and all(map(_is_name_like, words.tokens)) else None


def _is_name_like(token: Token) -> bool:
    return token.text[:1].isupper() or token.word in data_words("given_names", "given")


@slot_type("another", free=True)
def _another(words: Words) -> str | None:
    """Return a capitalised name other than the speaker: 'I should do it' is a thought."""
    return None if key_of("someone", words.text) else _proper(words)


@slot_type("worker", free=True)
def _worker(words: Words) -> str | None:
    """Return a person, unless a project has the name: 'how many tasks does Spring market have?'"""
    named = words.text.casefold() in (name.casefold() for name in words.situation.projects)
    return None if named else _person(words)


@slot_type("colleague", free=True)
def _colleague(words: Words) -> str | None:
    """Return the name of another person, unless an agent has it: 'tell Jonas to order clay'."""
    called = words.text.casefold() in (name.casefold() for name in words.situation.agents)
    return None if called else _another(words)


@slot_type("set_off", free=True)
def _set_off(words: Words) -> str | None:
    """Return a name after a comma or dash: 'due 28 feb, gwen'."""
    before = words.source[: words.tokens[0].start].rstrip()[-1:]
    is_one = len(words.tokens) == 1 or words.text != words.text.lower()  # 'by friday, paint door' are two
    is_name = before in _SETS_OFF and len(words.tokens) <= _SHORT and is_one
    is_name = is_name and not key_of("priority", words.text)
    return _person(words) if is_name else None


@slot_type("doer", free=True)
def _doer(words: Words) -> str | None:
    """Return the assignee of a new thing, set off from it: ', Ann should do it', 'and let Ann do it'."""
    return _led(words, "does") or (_person(words) if _is_aside(words) else None)


@slot_type("doer_alone", cues=words_in("doer_lead"), free=True)
def _doer_alone(words: Words) -> str | None:
    """Return the assignee in ', that's one for Ann'."""
    return _led(words, "alone")


def _led(words: Words, lead: str) -> str | None:
    """Return the name after words that introduce it."""
    key, size = at_start("doer_lead", tuple(token.word for token in words.tokens))
    named = key == lead and _is_aside(words, size) and len(words.tokens) > size
    return _person(replace(words, tokens=words.tokens[size:])) if named else None


def _is_aside(words: Words, lead: int = 0) -> bool:
    """Return whether a short name, after its introduction, follows a comma, a dash or 'and'."""
    before = words.source[: words.tokens[0].start].rstrip()
    joined = before[-1:] in _SETS_OFF or before.casefold().endswith(" and")
    return joined and len(words.tokens) - lead <= _SHORT


@slot_type("proper_aside", free=True)
def _proper_aside(words: Words) -> str | None:
    """Return a capitalised name between two commas: 'print menus, Mair, 10 dec'."""
    after = words.source[words.tokens[-1].end :].lstrip()[:1]
    return _set_off(words) and _proper(words) if after in _SETS_OFF else None


@slot_type("one_name", free=True)
def _one_name(words: Words) -> str | None:
    """Return one word that may be a name and is no day or time: 'due friday dai'."""
    one = words.tokens[0]
    return _person(words) if len(words.tokens) == 1 and not tells_when(one.word) else None


@slot_type("beside_day", free=True)
def _beside_day(words: Words) -> str | None:
    """Return a short capitalised name after a day: 'on 8 December Ann Moss'."""
    short = len(words.tokens) <= _SHORT and not any(tells_when(one.word) for one in words.tokens)
    return _proper(words) if short else None


@slot_type("speaker")
def _speaker(words: Words) -> str | None:
    """Return the speaker: 'me', 'myself'."""
    return "me" if key_of("someone", words.text) == "me" else None


@slot_type("handle", cues=lambda: frozenset((AT,)))
def _handle(words: Words) -> str | None:
    """Return the person in '@Mei', or several in '@Mei @Bo'."""
    names = [one.text for one in words.tokens if one.word not in TOGETHER]
    if not names or not all(one.startswith("@") and one[1:] for one in names):
        return None
    return " and ".join(one[1:] for one in names)


@slot_type("owners", free=True)
def _owners(words: Words) -> str | None:
    """Return one or more people named with capitals: 'Ann and Ben'."""
    if read_home(words):
        return None
    rows = split_at(words.tokens, _BETWEEN)
    named = all(row and _proper(replace(words, tokens=row)) for row in rows)
    return words.text if named else None


@slot_type("persons", free=True)
def _persons(words: Words) -> str | None:
    """Return several people: 'Ann and Ben', 'Ann's or Ben'."""
    rows = split_at((one for one in words.tokens if one.word != "'s"), (*_BETWEEN, "or"))
    names = [_proper(words.part(row)) for row in rows if row]
    return SEVERAL.join(filter(None, names)) if len(names) > 1 and all(names) else None


@slot_type("work_of")
def _work_of(words: Words) -> Reference | None:
    """Return a person's open tasks, which somebody takes over."""
    who = _person(words)
    open_ones = (Condition("assignee", who), Condition("state", "done", negated=True))
    return (
        Reference(words.text, kind="task", is_plural=True, is_all=True, conditions=open_ones) if who else None
    )


def names_in(said: str) -> list[str]:
    """Return each of those who do something together: 'Ann and me' names two."""
    return [text_of(said, row) for row in split_at(tokenize(said), TOGETHER)]


def joins_names(tokens: Sequence[Token], at: int) -> bool:
    """Return whether 'and' joins people who belong together: 'with Sophie and Tom'.

    'To Ann and Tents to Bob' has two parts, and so has 'for Ann and Print the flyers'.
    """
    if not 2 <= at < len(tokens) - 1:
        return False
    if tokens[at - 1].word == "'s" == tokens[min(at + 2, len(tokens) - 1)].word:
        return True  # 'Dana's and Kim's tasks'
    names, lead = (tokens[at - 1], tokens[at + 1]), tokens[at - 2].word
    capital = all(one.text[:1].isupper() and not (one.is_quoted or tells_when(one.word)) for one in names)
    behind = [one.word for one in tokens[at + 2 : at + 3]]
    again = any(one == lead or key_of("article", one) for one in behind)
    return bool(capital and key_of("before_names", lead)) and not again and names[1].word not in verbs()


def _may_name(word: str) -> bool:
    return (
        (word[:1].isalpha() or word == ".")
        and not word[-1:].isdigit()
        and not (
            key_of("no_name", word)
            or key_of("kind", word)
            or key_of("article", word)
            or key_of("pronoun", word)
        )
    )


def may_be_person(word: str) -> bool:
    """Return whether a capitalised word may be an unknown person's name: not 'MOT', and not 'Easter'."""
    return word.istitle() and word.isalpha() and _may_name(word.casefold()) and not tells_when(word)


def precedes_person(said: Sequence[str]) -> bool:
    """Return whether a name after these words belongs to them: 'call', 'lunch with', 'the', 'Ann and'."""
    before = said[-1].casefold()
    met = key_of("met", before)
    leads = key_of("before_names", before) or key_of("article", before) or met == "always"
    return bool(leads) or (len(said) == 1 and met == "alone")


def may_do_work(who: str) -> bool:
    """Return whether words may name somebody: 'Dr Lee', 'ann', not 'order', 'Ring Bo', 'Bo cuts tin'."""
    names = [one for one in as_words(who) if one not in (*TOGETHER, ".") and one not in words_of("titles")]
    acts = not verbs_of_work().isdisjoint({*names[:1]} - data_words("told_work", "also_names"))
    if len(names) == 1:
        return not (acts and who.islower())
    return not acts and all(one[:1].isupper() for one in who.split() if one.strip(".").lower() in names)
