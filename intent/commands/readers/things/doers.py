"""Who does an item of a list, named as its subject: 'Ann prints the cards', 'I'll ring the bank'."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from intent.commands.catalogue import verbs
from intent.commands.grammar.slot_types import Words, slot_type
from intent.commands.grammar.tokens import Token
from intent.commands.readers.things.entries import read_entry
from intent.commands.readers.things.list_rows import bare_verb
from intent.commands.readers.things.people import may_be_person
from intent.commands.readers.things.titles import read_title
from intent.commands.types import Entry
from intent.commands.words import at_start, key_of, table, verbs_of_work
from intent.data_files import words_of as words_in
from intent.slots.language import words_of
from intent.word_groups import groups_of

Row = Sequence[Token]
_FEWEST = 3  # words of 'Ann rings Bo'
_SPEAKERS = {"i": "me", "me": "me", "we": "", "someone": "", "somebody": ""}
_BE, _GOING = frozenset(("is", "'s", "am", "are")), "ing"
_WILL = "ill"  # "I'll" without its apostrophe
_PLACED = ("by", "on", "until", "till", "before", "for", "at", "in", "to", "with", "and")
_NAMED = 3  # words of the longest name: 'Mr Tobias Renn'


def subject_of(row: Row) -> int:
    """Return how many words name who does something, with 'to' or 'has to' behind the name, 0 if none do."""
    size = _name_size(row)
    behind = row[size:]
    if not size or len(behind) < _FEWEST - 1 or row[0].is_quoted:
        return 0
    if must := must_in(behind):
        return (size + must) * (must < len(behind) and behind[must].text.islower())
    if _goes_on(behind):
        return size + 1
    return size * _acts(row[:size], behind)


def must_in(behind: Row) -> int:
    """Return how many words behind a name say that it must: 'has to', "'s going to", 'to'."""
    words = [one.word for one in behind]
    shortened = words[:1] and words[0] in _BE and words[1:2] == ["going"]
    return at_start("doer_must", ("is", *words[1:]) if shortened else tuple(words))[1]


def may_state(row: Row) -> bool:
    """Return whether a word stands there without which no item `states` anything."""
    return not _stating().isdisjoint([one.word for one in row])


@cache
def _stating() -> frozenset[str]:
    states_of_work = (word for form in table("state") for word in form)
    return frozenset((*words_in("work_orders", "stating"), *states_of_work))


def states(row: Row) -> bool:
    """Return whether an item is a statement, 'the roof is not', or tells how far it is: '3 done'."""
    if not row or subject_of(row):
        return False
    words = [one.word for one in row if not one.is_quoted]
    behind = words_in("work_orders", "stating").intersection(words[1:])
    return bool(behind or (words and key_of("state", words[-1])))


def with_subject(words: Words, row: Row, size: int) -> Entry | None:
    """Return 'Print the cards' for Ann from 'Ann prints the cards'."""
    entry = read_entry(words, row[size:])
    if entry and entry.assignee:
        entry = _for_whom(words, row, entry)
    if entry is None or entry.assignee:
        return entry
    verb, _, rest = entry.title.partition(" ")
    named = _name_size(row)
    is_third = size == named and row[0].word not in _SPEAKERS
    title = (
        f"{base_of_work(verb.lower()).capitalize() or bare_verb(verb)} {rest}" if is_third else entry.title
    )
    who = _SPEAKERS.get(row[0].word, "me" if row[0].word == _WILL else words.part(row[:named]).text)
    return Entry(title, entry.due, who, entry.priority)


def _for_whom(words: Words, row: Row, entry: Entry) -> Entry:
    """Return an item with its 'for Klaus' in the title: who does it stands in front."""
    whom = f"for {entry.assignee}"
    told = whom in words.part(row).text
    return replace(entry, title=f"{entry.title} {whom}", assignee="") if told else entry


def _name_size(row: Row) -> int:
    """Return how many words the name at the start has: three in 'Mr Tobias Renn', one in 'I' and 'ann'."""
    if not row:
        return 0
    if row[0].word in _SPEAKERS or _is_will(row):
        return 1
    titled = row[0].word in words_of("titles")
    size = next((at for at, one in enumerate(row) if at >= titled and not may_be_person(one.text)), len(row))
    if size > titled:
        return size if size <= _NAMED else 0
    return int(_may_be_name(row[0]))


def _may_be_name(token: Token) -> bool:
    """Return whether a word without a capital may be a name: 'terry', but not 'order' or 'the'."""
    word = token.text
    return word.islower() and may_be_person(word.title()) and word not in verbs()


def _is_will(row: Row) -> bool:
    """Return whether words begin with "I'll" without its apostrophe: 'ill do the bags'."""
    return len(row) > 1 and row[0].text == _WILL and bool(base_of_work(row[1].word))


@slot_type("her_deed", free=True)
def _her_deed(words: Words) -> str | None:
    """Return 'Check the register' from 'checks the register', said of somebody named before."""
    verb, title = base_of_work(words.tokens[0].word), read_title(words)
    return f"{verb.capitalize()} {title.partition(' ')[2]}".strip() if verb and title else None


def has_duty(row: Row) -> bool:
    """Return whether an item says that somebody does it: 'Ilse has to check the van', 'Al cuts glass'."""
    size = _name_size(row)
    if not size or not row[0].text[:1].isupper() or row[0].word in verbs():
        return False
    must = must_in(row[size:]) > 0 and row[size].word != "to"  # as in 'Post to collect'
    return must or _is_at_work(row[size:])


def _is_at_work(behind: Row) -> bool:
    """Return whether words behind a name are a verb of work in the third person and its object."""
    verb = behind[0].text if len(behind) > 1 else ""
    is_third = verb.islower() and verb not in verbs_of_work() and bool(base_of_work(verb))
    return is_third and behind[1].text.isalpha() and behind[1].word not in _PLACED


def _goes_on(behind: Row) -> bool:
    """Return whether words say what somebody is at: 'is bringing the pies'."""
    return behind[0].word in _BE and behind[1].word.endswith(_GOING) and len(behind) > _FEWEST - 1


def _acts(name: Row, behind: Row) -> bool:
    """Return whether a name goes on with what is done: 'prints the cards', behind 'I' any words."""
    verb, after = behind[0], behind[1]
    if not verb.text.islower() or not verb.text.isalpha():
        return False
    if name[0].word == "me":
        return verb.word in verbs_of_work()
    if name[0].word in _SPEAKERS or name[0].text == _WILL:
        return not (key_of("article", verb.word) or verb.word in words_in("work_orders", "stating"))
    has_object = bool(key_of("article", after.word) or key_of("pronoun", after.word) or after.word == "all")
    if name[0].text[:1].isupper() and base_of_work(verb.word) and not base_of_work(name[0].word):
        return len(name) > 1 or may_be_named(name[0].word)
    return verb.word.endswith("s") and has_object


def may_be_named(word: str) -> bool:
    """Return whether somebody may be called so: 'beth', 'bronya', but not 'kitchen'."""
    return word in words_in("given_names", "given") or groups_of(word) is None


def base_of_work(verb: str) -> str:
    """Return a verb of work without the ending of the third person, empty if it is none."""
    return next((one for one in (verb, bare_verb(verb)) if one in verbs_of_work()), "")
