"""Reads titles: of new things and new names, alone or before the word for a kind."""

from collections.abc import Sequence
from dataclasses import replace

from intent.commands.catalogue import verbs
from intent.commands.grammar.slot_types import Words, slot_type
from intent.commands.grammar.tokens import Token
from intent.commands.readers.things.no_titles import is_no_title, without_tail
from intent.commands.words import at_start, is_within, key_of
from intent.slots.moments import tells_when

_SHORT = 5
_OWNS = ("'s", "’s")
_ASIDE = 3  # fewest words that name an assignee
_DAY_WORDS = 3  # at the end of a title, starting with 'due'
_BETWEEN = frozenset((",", "and", "und", "y"))  # between orders
_LINKS = frozenset(("which", "that", "it"))  # before a statement about a new thing
_BY = ("by", "until", "before")  # before a day
_ABOUT = ("about", "regarding", "concerning")
_RANGES = frozenset(("to", "till", "until", "from", "between", "through"))  # end no title: a day follows
_SPEAKER = frozenset(("me", "us"))
_SUBJECTS = frozenset(("we", "i", "you", "they"))  # of a sentence without an order
_EACH = ("each", "every")
_ONLY = frozenset(("just", "only", "simply", "plainly"))
_THEN = ("then", "also", "please", "but")
_CLAUSE = 2  # fewest words of another order, or of a statement
_ADDS = ("and", "plus")  # before the contents of a new project, if an article follows: 'and a task for Ann'
_ONE = ("a", "an", "one")
_NEAR, _FAR = 3, 5  # words up to the kind of the contents, without and with an article
_BULLETS = frozenset(("-", "–", "—", "*", "•"))


@slot_type("title", "name", "heading", free=True)
def read_title(words: Words) -> str | None:
    """Return a capitalised title that isn't a pronoun. Quotation marks at its start also end it."""
    while words.tokens and (words.tokens[0].word in _BULLETS or _only_leads_quote(words.tokens)):
        words = replace(words, tokens=words.tokens[1:])
    first = words.tokens[0] if words.tokens else None
    if first is None or (first.is_quoted and len(words.tokens) > 1):
        return None
    text = _with_ending(words).rstrip(" ,:")
    if not first.is_quoted and (
        key_of("pronoun", text)
        or key_of("no_title", text)
        or _breaks_range(words.tokens)
        or _lacks_topic(words)
        or _opens_no_title(words)
        or _ends_pronoun(words)
        or _says_due(words)
        or continues_with_request(words.tokens)
        or _says_who(words)
        or _goes_on_with_change(words.tokens)
        or _orders_behind_day(words.tokens)
        or is_no_title(text)
    ):
        return None
    text = text if first.is_quoted else without_tail(text)
    return text[:1].upper() + text[1:]


def _breaks_range(tokens: Sequence[Token]) -> bool:
    """Return whether words end within a range of days: 'closed 21 Dec to', 'closed 21 Dec to 4'."""
    end = tokens[:-1] if tokens[-1].word.isdigit() else tokens
    return bool(end) and end[-1].word in _RANGES and not end[-1].is_quoted


def _lacks_topic(words: Words) -> bool:
    """Return whether words end before the day that they are about: 'call Ines about the' of '… the 22nd'."""
    tokens, behind = words.tokens, words.source[words.tokens[-1].end :]
    end = tokens[:-1] if tokens[-1].word in ("the", "a", "an") else tokens
    led = len(end) > 1 and end[-1].word in _ABOUT and not end[-1].is_quoted
    return led and behind[:1] == " " and not key_of("pronoun", behind.split(maxsplit=1)[0].strip(".,!?"))


def _ends_pronoun(words: Words) -> bool:
    """Return whether words begin with the end of 'that one'."""
    before = words.source[: words.tokens[0].start].split()[-1:]
    return words.tokens[0].text == "one" and before in (["that"], ["this"])


def _only_leads_quote(tokens: Sequence[Token]) -> bool:
    """Return whether a word before a quoted title isn't part of it: 'just "Shed"'."""
    return len(tokens) == 2 and tokens[0].word in _ONLY and tokens[1].is_quoted


def continues_with_request(tokens: Sequence[Token]) -> bool:
    """Return whether words continue with another request: '…, and while you're at it'."""
    said = tuple(one.word for one in tokens if not one.is_quoted)
    return is_within("another_wish", said, 1)


def _goes_on_with_change(tokens: Sequence[Token]) -> bool:
    """Return whether words continue with a change: '…, gets priority 2', '… goes to Ann', '…, by Friday'."""
    starts = [at + 1 for at, one in enumerate(tokens) if at and one.word in _BETWEEN and not one.is_quoted]
    return any(_changes(tokens[at:]) for at in starts)


def _orders_behind_day(tokens: Sequence[Token]) -> bool:
    """Return whether another order follows a day: 'by 5 December, tick off the crates'."""
    rows = zip(tokens, tokens[1:], tokens[2:], strict=False)
    return any(joint.word in _BETWEEN and _is_verb(verb) and _ends_day(day.word) for day, joint, verb in rows)


def _is_verb(token: Token) -> bool:
    return token.word in verbs() - _SUBJECTS and not token.is_quoted


def _changes(tokens: Sequence[Token]) -> bool:
    while tokens and tokens[0].word in (*_BETWEEN, *_LINKS):
        tokens = tokens[1:]
    said = tuple("" if one.is_quoted else one.word for one in tokens)
    key, size = at_start("another_change", said)
    named = len(tokens) > size and tokens[size].text[:1].isupper()
    by_day = len(said) > 1 and said[0] in _BY and _is_of_day(said[1])
    return key == "sure" or (bool(key) and named) or by_day


def _with_ending(words: Words) -> str:
    """Return the words with what directly follows the last one: a closing bracket, an 's."""
    behind = words.source[words.tokens[-1].end :]
    if words.text.count("(") > words.text.count(")") and behind[:1] == ")":
        return f"{words.text})"
    owns = behind[:2] in _OWNS and not behind[2:3].isalnum() and not words.tokens[-1].is_quoted
    return f"{words.text}{behind[:2]}" if owns else words.text


def has_parts(words: Words) -> bool:
    return any(opens_list(words.tokens, at) for at in range(1, len(words.tokens)))


def opens_list(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a new project's contents begin at an index: 'with these tasks', ', tasks'."""
    if tokens[at].word == "," and at + 2 == len(tokens):
        return at_start("part_kind", (tokens[-1].word,))[1] > 0
    adds = tokens[at].word in _ADDS
    if tokens[at].is_quoted or not (adds or key_of("having", tokens[at].word)):
        return False
    said = tuple(token.word for token in tokens[at + 1 : at + 1 + _FAR + 2])
    one = said[:1] and said[0] in _ONE
    far = _FAR if one else 0 if adds else _NEAR
    return any(at_start("part_kind", said[skipped:])[1] for skipped in range(min(far, len(said))))


@slot_type("new_title", free=True)
def _new_title(words: Words) -> str | None:
    """Return a new name. It ends where an order or a statement begins: 'X, make the …', 'X, it has …'."""
    commas = [at for at, one in enumerate(words.tokens) if at and one.word == ","]
    return None if any(_begins_anew(words.tokens[at:]) for at in commas) else read_title(words)


@slot_type("page_title", free=True)
def _page_title(words: Words) -> str | None:
    """Return a document's title, which ends before another order: 'Kitchen rules and make tasks from it'."""
    joints = [at for at, one in enumerate(words.tokens) if at and one.word in _BETWEEN and not one.is_quoted]
    return None if any(_begins_anew(words.tokens[at:]) for at in joints) else read_title(words)


def _begins_anew(tokens: Sequence[Token]) -> bool:
    while tokens and tokens[0].word in (*_BETWEEN, *_THEN):
        tokens = tokens[1:]
    said = tuple("" if one.is_quoted else one.word for one in tokens)
    if len(said) < _CLAUSE:
        return False
    points = _points(said[1:])
    does = tokens[0].text.istitle() and said[1].endswith("s") and _points(said[2:])
    return does or said[0] in {*_SUBJECTS, *_LINKS} or bool(_is_verb(tokens[0]) and points)


def _points(said: Sequence[str]) -> bool:
    """Return whether words begin with the object of an order: 'the roof', 'it', 'task 2'."""
    first = "".join(said[:1])
    return bool(key_of("article", first) or key_of("pronoun", first) or at_start("kind", tuple(said))[1])


@slot_type("bare_title", free=True)
def read_bare_title(words: Words) -> str | None:
    """Return a title directly after its kind: it begins with a significant word."""
    first = words.tokens[0]
    opens = not first.is_quoted and (key_of("no_name", first.word) or key_of("called", first.word))
    return None if opens or has_parts(words) else read_title(words)


@slot_type("lone_name", free=True)
def _lone_name(words: Words) -> str | None:
    """Return a name directly behind what gets it. 'X to Y' is none: what gets Y has a longer name."""
    return None if any(one.word == "to" for one in words.tokens) else read_title(words)


@slot_type("set_off_title")
def _set_off_title(words: Words) -> str | None:
    """Return a title of several words behind a comma or colon: 'another one, print the flyers'."""
    before = words.source[: words.tokens[0].start].rstrip()[-1:]
    return read_title(words) if before in (",", ":") and len(words.tokens) > 1 else None


@slot_type("chore")
def _chore(words: Words) -> str | None:
    """Return a title of several words that names no person, no other kind of thing and nothing at hand."""
    said = tuple(one.word for one in words.tokens)
    named = all(one.text[:1].isupper() for one in words.tokens)
    points = key_of("article", said[0]) or key_of("pronoun", said[0]) or key_of("no_name", said[0])
    if len(said) == 1 or named or points or _is_other_kind(said):
        return None
    return read_title(words)


def _is_other_kind(said: tuple[str, ...]) -> bool:
    """Return whether words begin with a kind of thing or an occasion: 'call with Al', not 'call the mill'."""
    meets = at_start("occasion", said)[1] and not key_of("article", said[1])
    counts = key_of("table_word", said[0]) or key_of("table_word", said[-1])
    return bool(meets or counts or at_start("kind", said)[1])


@slot_type("short_title", free=True)
def _short_title(words: Words) -> str | None:
    """Return a short title before a kind: 'launch checklist' in 'a launch checklist task'."""
    said = [token.word for token in words.tokens]
    return None if len(said) > _SHORT or any(key_of("no_name", one) for one in said) else read_title(words)


def _says_due(words: Words) -> bool:
    """Return whether words name a due day that can't be read: 'due 31/4'."""
    row = [token for token in words.tokens if not token.is_mark]
    said = [[other.word for other in row[at + 1 :]] for at, one in enumerate(row) if at and one.word == "due"]
    return any(not after or any(map(_is_of_day, after[:_DAY_WORDS])) for after in said)


def _says_who(words: Words) -> bool:
    """Return whether words after a comma name an assignee that can't be read: '…, Ann's on it'."""
    row = words.tokens
    commas = [at for at, one in enumerate(row) if one.word == "," and not one.is_quoted]
    aside = row[commas[-1] + 1 :] if commas else ()
    named = len(aside) >= _ASIDE and aside[0].text[:1].isupper() and not aside[0].is_quoted
    return named and key_of("pronoun", aside[-1].word) == "one"


def _ends_day(word: str) -> bool:
    return _is_of_day(word) and word != "now"


def _is_of_day(word: str) -> bool:
    return word[:1].isdigit() or (tells_when(word) and not key_of("no_name", word))


def _is_short_form(token: Token) -> bool:
    """Return whether a word is an abbreviation in capitals: 'IT cabling'."""
    return token.text.isupper() and len(token.text) > 1


def _opens_no_title(words: Words) -> bool:
    said = ["" if _is_short_form(token) else token.word for token in words.tokens]
    if any(one in _BETWEEN and other in _SPEAKER for one, other in zip(said, said[2:], strict=False)):
        return True  # 'call Ann and tell me the weather'
    row = said[:2]
    if len(row) < 2 or row[0] == "all":
        return False
    if row[0] in _EACH:
        told = words.source[: words.tokens[0].start].rstrip().endswith(":")
        return tells_when(row[1]) or not told  # 'task: every tin has a date', not 'a task for each tin'
    return bool(key_of("no_title", row[0])) or (row[1] in _EACH and bool(key_of("no_name", row[0])))
