"""Reads the titles of new projects, and what is said of one behind its title."""

from itertools import pairwise

from intent.commands.catalogue import JOINTS, verbs
from intent.commands.grammar.slot_types import Words, slot_type
from intent.commands.grammar.tokens import fold
from intent.commands.readers.things.titles import has_parts, read_bare_title, read_title
from intent.commands.words import at_start

_SAID_BY_NAME = frozenset(("called", "named", "titled", "for", "by", "with"))
_PLEASE = frozenset(("please", "pls", "plz"))
_A = frozenset(("a", "an"))
_IS = frozenset(("is", "are", "was", "has", "starts", "begins", "opens", "runs", "takes", "ends", "will"))
_FOR_WHAT = frozenset(("for", "about", "to"))  # behind 'its', which tell what a project is for
_LONGEST = 5  # words of a title that only “project” precedes


@slot_type("project_title", free=True)
def _project_title(words: Words) -> str | None:
    """Return a project's title. 'with tasks' isn't part of it, but lists its contents."""
    orders = any(one.word in JOINTS and other.word in verbs() for one, other in pairwise(words.tokens))
    asks = words.tokens[0].word in _PLEASE and not words.tokens[0].is_quoted
    return None if orders or asks or _states(words) or has_parts(words) else read_title(words)


def _states(words: Words) -> bool:
    """Return whether a clause follows a comma, or begins: 'Spring fair, the fair is'."""
    said = ["" if one.is_quoted else one.word for one in words.tokens]
    behind = said[said.index(",") :] if "," in said else said[-1:]
    return any(one in _IS for one in behind)


@slot_type("project_for", free=True)
def _project_for(words: Words) -> str | None:
    """Return the title of a project for something, without its article: 'the new shop', but 'The Crown'.

    'New clients' without an article are clients of a sort.
    """
    row, begins = words.tokens, words.tokens[0].word == "new"
    while len(row) > 1 and not row[0].is_quoted and row[0].text.islower() and _introduces(row[0].word):
        row = row[1:]
    row = words.tokens if begins else row
    return _project_title(words.part(row))


def _introduces(word: str) -> bool:
    return word == "new" or at_start("article", (word,))[0] in ("one", "mine", "theirs")


@slot_type("new_project_title", free=True)
def _new_project_title(words: Words) -> str | None:
    """Return the title of a project that doesn't exist yet: 'open' shows an existing one."""
    there = map(fold, words.situation.projects)
    return None if fold(words.text) in there or _opens_named(words) else _bare_project_title(words)


def _opens_named(words: Words) -> bool:
    return not words.tokens[0].is_quoted and words.tokens[0].word in _SAID_BY_NAME


@slot_type("capital_title", free=True)
def _capital_title(words: Words) -> str | None:
    """Return a new project's title with a capital or in quotes: 'the project plan' is a document."""
    first = words.tokens[0]
    return _new_project_title(words) if first.is_quoted or first.text[:1].isupper() else None


@slot_type("aim", free=True)
def _aim(words: Words) -> str | None:
    """Return a purpose after 'to': a verb, not a place as in 'Trip to Graz'."""
    return words.text if words.tokens[0].text[:1].islower() else None


@slot_type("apposition")
def _apposition(words: Words) -> str | None:
    """Return what a project is, said behind its name: 'a patio for Mrs Poole'."""
    said = tuple(one.word for one in words.tokens)
    named = said[0] in _A and len(said) > 1 and not at_start("kind", said[1:])[1]
    return words.text if named and not has_parts(words) else None


@slot_type("bare_project_title", free=True)
def _bare_project_title(words: Words) -> str | None:
    return read_bare_title(words) and _project_title(words)


@slot_type("headed_title", free=True)
def _headed_title(words: Words) -> str | None:
    """Return a short title behind “project” alone, in capitals, in quotes or behind a colon."""
    row = words.tokens
    set_off = words.source[: row[0].start].rstrip().endswith(":") or row[0].is_quoted
    states = any(one.word in _IS | {","} and not one.is_quoted for one in row)
    if states or len(row) > _LONGEST or not (set_off or row[0].text[:1].isupper()):
        return None
    return _new_project_title(words)


@slot_type("first_title", free=True)
def _first_title(words: Words) -> str | None:
    """Return the first project's title: 'call it Winter Boilers' renames nothing when nothing is there."""
    is_there = words.situation.projects or words.situation.at_hand
    return None if is_there else _headed_title(words) or _capital_title(words)


@slot_type("own_clause", free=True)
def _own_clause(words: Words) -> str | None:
    """Return a clause about a new project, behind a comma: 'the wedding is on 21 June'."""
    said = [one.word for one in words.tokens]
    before = words.source[: words.tokens[0].start].rstrip()[-1:]
    return words.text if before in (",", ".", "-", "–") and _IS & set(said[1:]) else None


@slot_type("told_of_new", free=True)
def _told_of_new(words: Words) -> str | None:
    """Return a clause that says when or where a new project is, 'its on Sunday at the hall', or a quote."""
    if len(words.tokens) == 1 and words.tokens[0].is_quoted:
        return words.tokens[0].text
    said = tuple(one.word for one in words.tokens)
    key, size = at_start("told_of_new", said)
    return words.text if key and len(said) > size and said[size] not in _FOR_WHAT else None
