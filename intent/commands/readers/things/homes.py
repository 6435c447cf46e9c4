"""Reads the project that something is in: 'in Marlow Road', 'of the Halcyon project'."""

import re
from collections.abc import Iterator, Sequence

from intent.commands.grammar.slot_types import Words, slot_type, text_of
from intent.commands.grammar.tokens import Token, split_at, tokenize
from intent.commands.readers.things.others import is_plural
from intent.commands.words import as_words, at_start, key_of
from intent.slots.moments import tells_when
from omniforge.projects.search.words import stems

_AHEAD = 200  # characters
_CAPITAL = re.compile(r"\b[A-ZÀ-Þ]")
_QUOTES = re.compile(r"[\"“”„«»]|(?<!\w)['‘’]|['’](?!\w)")
_AS = "as"  # 'the project as the document X' says what the document is called
_NO_NAMES = (("either",), ("neither",), ("which",), ("what",))


def project_at_end(words: Words, tokens: Sequence[Token]) -> tuple[str, int] | None:
    """Return the project at the end of a phrase, 'in Marlow Road', and its length in words."""
    for at in range(len(tokens) - 2, 0, -1):
        if tokens[at].is_quoted or not key_of("inside", tokens[at].word):
            continue
        if name := read_home(words.part(tokens[at + 1 :])):
            return name, len(tokens) - at
    return None


@slot_type("home")
def read_home(words: Words) -> str | None:
    """Return a project's name: an existing one, or one that the words call a project."""
    rest = drop_article(words)
    kinds = [one for one in rest if key_of("kind", one.word) == "project" and not one.is_quoted]
    bare = _behind_called([one for one in rest if one not in kinds])
    said = tuple(token.word for token in bare)
    if known := _begun(words, said) or _by_some_words(words, said, is_called=len(kinds) == 1):
        return known
    is_thing = len(bare) + len(kinds) < len(rest) and key_of("pronoun", words.tokens[0].word)
    says_so = len(kinds) == 1 and kinds[0] in (rest[0], rest[-1]) and not is_plural(kinds[0].word)
    is_named = bare and says_so and not (is_thing or _is_cut(bare) or _goes_beyond(words, bare))
    return text_of(words.source, bare) if is_named else None  # 'in that project called Keys' names a thing


def _begun(words: Words, said: tuple[str, ...]) -> str | None:
    """Return the existing project whose name is so said, or begins so, if the words name no longer one."""
    begun = [one for one in words.situation.projects if said and _own_words(one)[: len(said)] == said]
    if any(_goes_on(words, _own_words(one)[len(said) :]) for one in begun):
        return None
    whole = [one for one in begun if _own_words(one) == said]
    return next(iter(whole or begun), None) or _by_short_name(words, said)


def _by_short_name(words: Words, said: tuple[str, ...]) -> str | None:
    """Return the only project whose name ends so: 'Salt and Rope' of 'Spring show “Salt and Rope”'."""
    named = [one for one in words.situation.projects if said in _short_names(one)]
    return named[0] if len(named) == 1 else None


def _by_some_words(words: Words, said: tuple[str, ...], *, is_called: bool) -> str | None:
    """Return the only project whose name has these words: 'the choir tour', 'the choir project', 'choir:'."""
    is_announced = words.source[words.tokens[-1].end :].lstrip().startswith(":")
    if len(said) < (1 if is_called or is_announced else 2):
        return None
    named = [one for one in words.situation.projects if {*said} <= {*_own_words(one)}]
    return named[0] if len(named) == 1 and not _goes_on(words, _own_words(named[0])) else None


def _short_names(name: str) -> Iterator[tuple[str, ...]]:
    """Yield the names at the end of a project's name: two words or more, the first with a capital."""
    bare = _QUOTES.sub(" ", name)
    for found in _CAPITAL.finditer(bare):
        if (found.start() or bare != name) and len(ending := as_words(bare[found.start() :])) > 1:
            yield ending


def _behind_called(bare: list[Token]) -> list[Token]:
    """Return the name in 'the project called X'."""
    is_led = len(bare) > 1 and not bare[0].is_quoted and key_of("called", bare[0].word)
    return bare[1:] if is_led else bare


def _is_cut(bare: Sequence[Token]) -> bool:
    """Return whether words end within a name, or are 'either' or 'which' of the projects, and none's name."""
    ends = not bare[-1].is_quoted and bool(key_of("article", bare[-1].word))
    named_as = bare[0].word == _AS and not bare[0].is_quoted
    return ends or named_as or bare[0].is_mark or tuple(one.word for one in bare) in _NO_NAMES


@slot_type("called_home")
def _called_home(words: Words) -> str | None:
    """Return a project by its name, or the only one whose name ends so: 'the refit'."""
    said = tuple(one.word for one in drop_article(words))
    ends = [one for one in words.situation.projects if said and _own_words(one)[-len(said) :] == said]
    return read_home(words) or (ends[0] if len(ends) == 1 else None)


@slot_type("short_home")
def _short_home(words: Words) -> str | None:
    """Return a project by its name, or the only one whose name has these words: 'the mill'."""
    said = {one.word for one in drop_article(words)}
    named = [one for one in words.situation.projects if said and said <= {*_own_words(one)}]
    return read_home(words) or (named[0] if len(named) == 1 else None)


def _goes_beyond(words: Words, bare: Sequence[Token]) -> bool:
    """Return whether words are a project's name and more: 'Launch noch offen'."""
    said = [token.word for token in bare]
    known = ([*_own_words(name)] for name in words.situation.projects)
    ends = [len(own) for own in known if own == said[: len(own)] and len(own) < len(said)]
    return any(key_of("no_name", said[end]) for end in ends)


def _goes_on(words: Words, rest: Sequence[str]) -> bool:
    """Return whether the message continues with a name that these words begin."""
    following = tokenize(words.source[words.tokens[-1].end :][:_AHEAD])[:1]
    return any(token.word in rest for token in following)


@slot_type("homes")
def read_homes(words: Words) -> tuple[str, ...] | None:
    """Return several projects: each by name, or 'both hulls' by a word that their names share."""
    said = tuple(one.word for one in words.tokens)
    number, size = at_start("every_project", said)
    if not number:
        listed = split_at(words.tokens, (",", "and", "&", "plus"))
        parts = [_exact_home(words.part(part)) for part in listed if part]
        return tuple(one for one in parts if one) if len(parts) > 1 and all(parts) else None
    kind, projects = {*stems(" ".join(said[size:]))}, words.situation.projects
    named = projects if kind == {*stems("projects")} else [one for one in projects if kind <= {*stems(one)}]
    fits = len(named) == 2 if number == "both" else len(named) > 1
    return tuple(named) if kind and fits else None


@slot_type("known_home")
def _known_home(words: Words) -> str | None:
    """Return a project by its exact name, or so called in the words: 'to' also leads to people."""
    name = read_home(words)
    bare = [one for one in drop_article(words) if key_of("kind", one.word) != "project"]
    said = tuple(one.word for one in _behind_called(bare))
    return name if name and said in (_own_words(name), *_short_names(name)) else None


@slot_type("exact_home")
def _exact_home(words: Words) -> str | None:
    """Return a project by its exact name only: 'for the launch' may be for anything."""
    name = read_home(words)
    said = tuple(token.word for token in words.tokens)
    return name if name and said in (as_words(name), _own_words(name), *_short_names(name)) else None


@slot_type("certain_home")
def _certain_home(words: Words) -> str | None:
    """Return a project by its exact name, or the only one whose name begins so: 'Elm', 'the Elm project'.

    'The elm' may be anything, so it needs a capital or the word 'project'.
    """
    row = drop_article(words)
    bare = [one for one in row if key_of("kind", one.word) != "project"]
    said = tuple(one.word for one in bare)
    begun = [one for one in words.situation.projects if said and _own_words(one)[: len(said)] == said]
    exact = [one for one in begun if _own_words(one) == said]
    is_bare = len(row) == len(words.tokens) or len(bare) < len(row)
    is_said = is_bare or any(one.text[:1].isupper() for one in bare[:1])
    meant = exact or (begun if is_said and not any(tells_when(one) for one in said) else [])
    return meant[0] if len(meant) == 1 else None


def drop_article(words: Words) -> Sequence[Token]:
    """Return the tokens without a leading 'the' or 'my'."""
    return words.tokens[_article(tuple(token.word for token in words.tokens)) :]


def _own_words(name: str) -> tuple[str, ...]:
    """Return the words of a name as it is called: 'The Christmas stollen' also without 'the'."""
    own = as_words(name)
    return own[_article(own) :]


def _article(words: tuple[str, ...]) -> int:
    key, size = at_start("article", words)
    return size if key in ("one", "mine") else 0
