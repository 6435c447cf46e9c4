"""Reads how a fact is revoked or corrected: 'forget that, she left', 'scrap that, it's green'."""

import re

from intent.commands.grammar.tokens import tokenize
from intent.data_files import pattern, words_of
from intent.dialogue import read_small_talk
from intent.sentences.question_forms import is_question
from intent.statements.openings import openings, without_openings
from intent.statements.values import NAME
from intent.text import fold
from omniforge.english import capital
from omniforge.projects.search.words import stems

_FILE = "statements"
_UNNOTED = pattern("notes", "unnoted", flags=re.IGNORECASE | re.DOTALL)
_VALUE = 4  # words of a replacement value
_OLD = 6  # words of a fact's value

_TOLD_BEHIND = re.compile(
    r"[,;.]?\s(?:and|but|then)\s+(?:please\s+)?(?P<told>(?:note|remember|keep in mind)\b.+)", re.I | re.S
)


_VALUE_BEHIND = re.compile(
    r"\S\s*[,;–—-]\s*(?:it['’]?s|it is|there are|we have)(?: now)?\s+(?P<told>\d[^,.;?!]*\s[^,.;?!]+)$", re.I
)


def to_forget(sentence: str) -> str:
    """Return the words of what to forget, without the reason, empty if nothing is named."""
    said = fold(as_correction(sentence).strip(" .!"))
    found = re.match(rf"(?:(?:{openings('courtesy')})\b\W*)*(?:{openings('forget')})\b(?P<what>.*)", said)
    what = re.sub(rf"^(?:{openings('concerning')})\b", "", found["what"].strip()).strip() if found else ""
    what = re.sub(r"[,;–]\s.*", "", what)
    return what if what[:1].isalnum() and stems(what) else ""  # 'forget that, it is 900' is a correction


def told_behind(message: str) -> str:
    """Return the note behind an order to forget another: 'forget the fee, and note that it's free'."""
    found = _TOLD_BEHIND.search(message)
    return found["told"] if found else ""


def new_value_behind(message: str) -> str:
    """Return what is so instead of what is to be forgotten: 'forget the 14, it's 15 guests', else empty."""
    found = _VALUE_BEHIND.search(message.strip(" .!"))
    return capital(found["told"]) if found else ""


def is_of_one(message: str) -> bool:
    """Return whether exactly one note is to be forgotten: 'that note about the hall'."""
    return bool(re.search(r"\b(?:that|the|this) (?:note|thing|bit|one|fact)\b", fold(message)))


def find_retracted(message: str) -> str | None:
    """Return the words after 'forget that', perhaps none, or None if nothing is revoked."""
    said = message.strip(" .!")
    opening = rf"(?:(?:{openings('courtesy')})\b\W*)*(?:{openings('retract')})(?=$|\s*[,.;:–-]\s)[\s,.;:–-]*"
    found = re.match(opening, said, re.I)
    return said[found.end() :] if found else None


def find_note_refused(message: str) -> str | None:
    """Return the words after 'don't note that', perhaps none, or None if a message doesn't say so."""
    found = _UNNOTED.match(message.strip())
    return found["rest"].strip(" .!") if found else None


def as_correction(sentence: str) -> str:
    """Return 'forget that, the fee is 900' and 'sorry, typo, the fee is 900' as 'no, the fee is 900'."""
    said = re.sub(rf"^(?:{openings('retract')})\s*[,:–-]+\s*", "no, ", sentence.strip(), flags=re.I)
    before, why = openings("correction"), openings("excuse")
    short = r"(?:(?! [–-] )(?:[^,:;]|[,:](?=\S))){0,30}(?:[,:;]|\s*[–-])\s+"  # the rest of the excuse
    excuse = re.match(rf"(?:(?:{before})\b\W+)?(?:[\w'’]+ ){{0,3}}(?:{why})\b{short}", said, re.I)
    news = r"(?:they|she|he|the [\w-]+)(?:['’]ve|['’]s| have| has)? just "  # 'they have just rung: …'
    excuse = excuse or re.match(rf"(?:(?:{before})\b\W+)*{news}[^:;?]{{1,40}}: ", said, re.I)
    return f"no, {said[excuse.end() :]}" if excuse and said[excuse.end() :] else said


def mistaken_about(sentence: str) -> str:
    """Return the thing of 'I was wrong about the hall: it holds 90', empty for other corrections."""
    why = rf"(?:[\w'’]+ ){{0,3}}(?:{openings('excuse')})"
    found = re.match(rf"{why} (?:about|on|with) (?P<what>[^:;,.?–]{{2,40}})[:;,.–]\s", sentence, re.I)
    return found["what"].strip() if found else ""


def correction_in(sentence: str) -> str:
    """Return the words after 'no, it's', empty if a sentence doesn't begin that way."""
    bare = without_openings(as_correction(sentence), "courtesy")
    right = without_openings(bare, "correction", "courtesy")
    return "" if right == bare or is_question(sentence) else right.strip(" .!")


def with_value_of(fact: str, message: str) -> str:
    """Return a fact with its value replaced by a message's, empty if that isn't certain.

    In 'Ruth does our invoices' the value is the person.
    """
    value = re.sub(rf"\s(?:{openings('closing')})$", "", correction_in(message), flags=re.I)
    value = re.sub(rf"^(?:{openings('small')})\s+", "", value, flags=re.I)
    if not _is_value(value):
        return ""
    if re.fullmatch(NAME, value) and (others := _done_by(fact)):
        return f"{value} {others}"
    parted = re.match(rf"(.{{1,60}}? (?:{'|'.join(words_of(_FILE, 'being'))})) (.+?)\.?$", fact, re.I)
    if parted and len(parted[2].split()) <= _OLD and not re.search(r"\d", parted[2]):
        return f"{parted[1]} {value}"
    return ""


def _done_by(fact: str) -> str:
    """Return the activity of the person named at the beginning of a fact, else empty."""
    verbs = words_of(_FILE, "duties") | words_of(_FILE, "being")
    doer = re.match(rf"(?P<name>{NAME}) (?=(?:{'|'.join(verbs)}) )", fact)
    if not doer or fold(doer["name"].split()[0]) in words_of(_FILE, "subjects"):
        return ""
    rest = fact[doer.end() :]
    return "" if re.search(NAME, rest) else rest


def _is_value(value: str) -> bool:
    words = [one.word for one in tokenize(value)]
    if not 0 < len(words) <= _VALUE or not all(one.isalnum() or "-" in one for one in words):
        return False
    barred = ("requests", "mishaps", "clauses", "pointing", "selves", "persons", "nothing_said")
    return (
        all(words_of(_FILE, name).isdisjoint(words) for name in barred)
        and words[0] not in words_of(_FILE, "order")
        and not (words_of(_FILE, "verbs") | words_of(_FILE, "habits")).intersection(words)
        and not read_small_talk(value)
    )
