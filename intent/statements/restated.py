"""A fact said anew of somebody who is only pointed at: 'no, her dog's called Rex', 'nein, er heißt Kurz'."""

import re
from functools import cache
from itertools import takewhile

from intent.data_files import alternatives, words_of
from intent.statements.retractions import correction_in
from intent.statements.statement import subject_and_verb
from intent.statements.values import NAME
from intent.text import fold
from omniforge.projects.search.sentences import sentences_of
from omniforge.projects.search.words import stems

_FILE = "statements"
_LONGEST, _BOTH = 200, 2  # characters, and sentences, of a message that puts itself right
_VALUE = 6  # words of what is said at most
NAMES_AT_END = re.compile(rf"{NAME}$")
_SAME = 3  # words with which a fact begins again, if it is said anew
_WHY = re.compile(r"\s*,\s*(?:as|because|since|now that|so)\s.*$", re.I | re.S)


def restate_fact(fact: str, message: str) -> str:
    """Return a fact with what 'no, her dog's called …' says of the same thing, empty for all else."""
    old, new = _parts(fact), _parts(correction_in(message))
    if not (old and new) or len(new["value"].split()) > _VALUE:
        return ""
    if not _points_at(new["subject"], old["subject"], is_name=_names(old["verb"])):
        return ""
    verb = new["verb"] if _head(new["subject"]) == _head(old["subject"]) else old["verb"]
    return f"{old['subject']} {_whole(verb)} {new['value'].rstrip('.')}"


def said_anew(fact: str, message: str) -> str:
    """Return what 'correction: the board meets in Rowan hall' says instead of a fact that begins like it."""
    right = _WHY.sub("", correction_in(message)).strip(" .")
    old, new = fact.split(), right.split()
    same = sum(1 for _ in takewhile(lambda pair: fold(pair[0]) == fold(pair[1]), zip(old, new, strict=False)))
    begins_like = _SAME <= same < len(new) <= len(old) + 1 and len(stems(" ".join(new[:same]))) > 1
    return f"{right[:1].upper()}{right[1:]}" if begins_like else ""


def said_of_same(fact: str, message: str) -> str:
    """Return a fact with what 'no, Dilan starts on the 26th' says of the same, who is named in part.

    The same verb has to follow the same noun, or a part of the name that ends the fact's subject, but what
    somebody 'is' may be something else.
    """
    right = _WHY.sub("", correction_in(message)).strip(" .")
    (own, verb), (other, same) = subject_and_verb(right), subject_and_verb(fact)
    said, names = [fold(one) for one in own if not _is_article(one)], NAMES_AT_END.search(" ".join(other))
    is_part = names and {*said} < {*fold(names[0]).split()}
    is_same = said == [fold(one) for one in other if not _is_article(one)][-len(said) :]
    if (
        not said
        or verb != same
        or verb in words_of(_FILE, "being")
        or not (is_part or (is_same and len(own) < len(other)))
    ):
        return ""
    return " ".join((*other, *right.split()[len(own) :]))


def _is_article(word: str) -> bool:
    return fold(word) in words_of(_FILE, "owners")


def put_right_within(message: str) -> str:
    """Return 'her dog is called Max. No, it's called Rex.' with the right value alone, else all of it."""
    sentences = sentences_of(message) if len(message) <= _LONGEST else []
    return (restate_fact(*sentences) if len(sentences) == _BOTH else "") or message


def _parts(text: str) -> re.Match[str] | None:
    """Return the subject of a sentence that says what something is, its verb, and what it is."""
    return next(filter(None, (one.fullmatch(text.strip()) for one in _patterns())), None)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """Return the verb written out first: in 'Ann's dog is called Rex' the 's is none."""
    names, being = (alternatives(words_of(_FILE, name)) for name in ("called_so", "being"))
    written = rf"\b(?:(?:{being})(?: (?:{names}))?|se llama|heißt|heisst)"
    return tuple(
        re.compile(rf"(?P<subject>.{{0,60}}?)\s*(?P<verb>{verb}) (?P<value>\S.*)", re.I | re.S)
        for verb in (written, rf"(?<=\w)['’]s(?: (?:{names}))?")
    )


def _names(verb: str) -> bool:
    return bool({*fold(verb).split()} & (words_of(_FILE, "called_so") | {"heisst", "llama"}))


def _whole(verb: str) -> str:
    """Return a verb without its contraction: 'is called' of ''s called'."""
    return re.sub(r"^['’]s\b", "is", verb)


def _points_at(new: str, old: str, *, is_name: bool) -> bool:
    """Return whether a subject means that of an older fact: by a pronoun, or by 'her' and the same noun."""
    said = fold(new).split()
    if len(said) < 2:
        return not said or said[0] in words_of(_FILE, "pointers")
    is_same = _head(new) == _head(old) or (is_name and said[-1] in words_of(_FILE, "name_words"))
    return said[0] in words_of(_FILE, "owners") and is_same


def _head(subject: str) -> str:
    return (fold(subject).split() or [""])[-1]
