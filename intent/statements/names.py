"""Names of people and things: questions for a name, and facts that give one."""

import re
from collections.abc import Iterator
from functools import partial

from intent.data_files import words_of
from intent.sentences.question_words import folded
from intent.sentences.telling_words import topic_stems
from omniforge.projects.search.words import stems

_words = partial(words_of, "statements")
_JOINT = re.compile(r"[,;]|\band\b")
_TITLES = r"(?:(?:mr|mrs|ms|dr|prof)\.? )?"
# 'Tim Rourke is our electrician'
_IS_OURS = re.compile(
    rf"(?i:{_TITLES})[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+)* (?:is|was) (?P<role>(?:our|my|the) [\w -]+)"
)
_CALLED = re.compile(rf"\s*(?:now )?(?:(?:called|named|known as)\s+[\w'’-]+|(?i:{_TITLES})[A-ZÀ-Þ][\w'’-]+)")


def asks_name_of(question: str) -> frozenset[str]:
    """Return the stems of what a question asks the name of: 'what is the vet called?', else empty."""
    said = re.findall(r"[\w’'-]+", folded(question))
    naming = _words("naming")
    if not said or said[0] not in _words("asks_name") or not any(_bare(one) in naming for one in said):
        return frozenset()
    return frozenset(topic_stems(" ".join(one for one in said[1:] if _bare(one) not in naming)))


def tells_name_of(wanted: frozenset[str], fact: str) -> bool:
    """Return whether a fact gives the name of somebody or something whose stems are all wanted."""
    return any(wanted <= set(stems(subject)) for subject in _named(fact)) if wanted else False


def names_somebody(text: str) -> bool:
    """Return whether a text has a common first name, perhaps in small letters: 'callum leads it'."""
    return not words_of("given_names", "given").isdisjoint(re.findall(r"[\w’'-]+", text.casefold()))


def _named(fact: str) -> Iterator[str]:
    """Yield the subject that a fact names: 'Our vet is called …', 'The dog's name is …', 'Our vet is Dr …'"""
    for clause in _JOINT.split(fact):
        for verb in re.finditer(r"\b\w+\b", clause):
            if verb[0].casefold() in _words("is_called") and _CALLED.match(clause, verb.end()):
                yield clause[: verb.start()]
                break
        if found := _IS_OURS.fullmatch(clause.strip(" .!")):
            yield found["role"]


def _bare(word: str) -> str:
    return re.sub(r"['’]s$", "", word)
