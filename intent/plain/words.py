"""Removes words without meaning before anything else is read, in one pass over each message."""

import re
from collections.abc import Sequence
from itertools import pairwise

from intent.commands.bodies import end_of_order
from intent.commands.catalogue import JOINTS, verbs
from intent.commands.grammar.tokens import Token, tokenize
from intent.commands.remarks import only_states
from intent.commands.words import at_start as at_word
from intent.commands.words import key_of
from intent.data_files import pattern, words_of
from intent.dialogue import Reply, only_asks, read_small_talk, without_aside
from intent.plain.phrases import at_start, forms, irregular, shorthand, stands_for
from intent.plain.self_corrections import apply_self_corrections
from intent.plain.slips import meant_by
from intent.plain.spoken_lists import write_out_list
from intent.sentences.question_forms import is_question

_GREETINGS = (Reply.HELLO, Reply.THANKS, Reply.NOTED)

# The purpose of a question: 'when is it, so that I can sleep?'
_AIM = re.compile(r",? so(?: that)? (?:i|we|he|she|they)\b[^?.!,]*\?\s*$", re.I)
_SMILEY = re.compile(r"(?P<before>[\w)\"'])?\s+[:;]-?[)(/\\DPp](?=\s|$)")
_UNTIL = re.compile(r",\s+(?=(?:until|till)\s+(?:the\s+)?(?:end|\d|[A-Z]))")
_COURTESY = pattern("lasting", "courtesy")
_NOTED_BEHIND = pattern("notes", "noted_behind")
_FORMAL = re.compile(r"\b(?P<word>[A-ZÄÖÜ]?[a-zäöüß]+)en Sie\b")
_IN_TURN = re.compile(
    r"^(?:(?:ok|okay|right|so|well|fine|alright|now|then|let['’]?s go|let['’]?s do it)[ ,]+)*"
    r"(?:one (?:by|at|after) (?:one|a time|the other|another)|one thing at a time|step by step)"
    r"(?: (?:then|now|please))*\s*[:.,;!–—-]+\s+(?=\S)",
    re.I,
)
_ANNOUNCED = 16  # words that may announce how many requests follow
_OF = ("of", "more")  # 'a couple of things'
_TITLED = frozenset(("task", "goal", "milestone", "risk", "requirement"))
_DASHES = ("-", "–", "—")
_PAUSES = (",", *_DASHES)
_SHOUTED = 4  # letters of an abbreviation that may be written in capitals
_OPENING = 3  # words
_HEARD = 2_000  # characters of a message that are processed


def to_plain_words(message: str) -> str:
    """Return a message without hesitations and greetings, with self-corrections applied.

    Text below the first line, or after the colon of an order, is unchanged.
    """
    message = _UNTIL.sub(" ", _without_announcement(write_out_list(message, to_plain_words)))
    end = end_of_order(message[:_HEARD])
    said = apply_self_corrections(_without_hesitations(_familiarly(_without_smileys(message[:end]))))
    said = _reason_apart(_plainly(_NOTED_BEHIND.sub(". ", _spelled_joints(said))))
    said = _AIM.sub("?", _reason_behind(said) if end == len(message) else said)
    return without_aside(_without_tail(_without_small_talk(said)) + _titled(message[:end], message[end:]))


def _without_smileys(text: str) -> str:
    """Return a text with its smileys as ends of sentences: 'Ann is off :/ can Bo take it'."""
    return _SMILEY.sub(lambda found: f"{found['before']}." if found["before"] else "", text)


def _titled(order: str, text: str) -> str:
    """Return the text after an order, a task's title may be corrected, a document's text not."""
    kinds = {key_of("kind", one.word) for one in tokenize(order)}
    return _COURTESY.sub("", apply_self_corrections(text)) if _TITLED & kinds and "\n" not in text else text


def expand_abbreviations(message: str, names: Sequence[str] = ()) -> str:
    """Return a message with abbreviations and typos replaced by full words: 'wat', 'teh'.

    Text below the first line, or after the colon of an order, is unchanged.
    """
    tokens = tokenize(message[: end_of_order(message[:_HEARD])])
    for token, after in reversed([*pairwise(tokens), *((one, None) for one in tokens[-1:])]):
        is_letter = len(token.text) == 1
        if is_letter and not (after and after.word[:1].isalpha()):  # 'part n 5'
            continue
        whole = "" if token.is_quoted else _whole(token.text) or _right(token, names)
        if whole:
            message = f"{message[: token.start]}{whole}{message[token.end :]}"
    return message


def _whole(word: str) -> str:
    """Return the word that an abbreviation stands for. 'R' may be a name."""
    return shorthand().get(word.lower() if len(word) >= _SHOUTED else word, "")


def _right(token: Token, names: Sequence[str]) -> str:
    """Return a lower-case word's correction, empty if it is no typo."""
    return meant_by(token.text, names) if token.text.islower() else ""


def _without_hesitations(text: str) -> str:
    tokens, kept, at = tokenize(text), list[tuple[int, int]](), 0
    while at < len(tokens):
        size = _hesitation(tokens, at)
        if not size:
            at += 1
            continue
        end = at + size
        starts = at == 0 or tokens[at - 1].ends_sentence
        comma = end < len(tokens) and tokens[end].word in _PAUSES
        before = at > 0 and tokens[at - 1].word in _PAUSES
        first = tokens[at - 1].end if before and comma else tokens[at].start
        last = tokens[end].end if comma and (before or starts) else tokens[end - 1].end
        kept.append((first, last))
        at = end + comma
    return _without(text, kept)


def _hesitation(tokens: Sequence[Token], at: int) -> int:
    """Return the number of tokens at an index that only show hesitation."""
    if size := at_start("hesitations", tokens, at):
        return size
    if size := _courtesy(tokens, at):
        return size
    size = at_start("waits", tokens, at)
    before = at == 0 or tokens[at - 1].word in _PAUSES or tokens[at - 1].ends_sentence
    set_off = before and at + size < len(tokens) and tokens[at + size].word in _PAUSES
    return size if size and set_off and not at_start("takes_back", tokens, at) else 0


def _courtesy(tokens: Sequence[Token], at: int) -> int:
    """Return the length in tokens of a courtesy at an index, with other words on both sides."""
    size = at_start("between", tokens, at)
    behind = at_start("behind_verb", tokens, at) if at and tokens[at - 1].word in verbs() else 0
    size = size or behind
    if not 0 < at < len(tokens) - size or tokens[at - 1].word in forms("mentions"):
        return 0
    comma = tokens[at + size].word == "," and at > _OPENING  # 'tasks please, …' opens a list
    inside = not (tokens[at - 1].is_mark or (tokens[at + size].is_mark and not comma))
    return size if inside else 0


def _familiarly(text: str) -> str:
    """Return a text with formal German orders made informal: 'halten Sie das an' is 'halte das an'."""
    for one in reversed(list(_FORMAL.finditer(text))):
        word = one["word"].lower()
        said = irregular().get(f"{word}en") or next(
            (form for form in (f"{word}e", word) if form in verbs()), ""
        )
        text = f"{text[: one.start()]}{said}{text[one.end() :]}" if said else text
    return text


def _without_announcement(text: str) -> str:
    """Return a text without what announces its orders: 'three things before I go: …', 'one by one: …'."""
    text = _IN_TURN.sub("", text)
    tokens = tokenize(text)
    for at, token in enumerate(tokens[:_ANNOUNCED]):
        if token.ends_sentence:
            break
        spaced = token.word == ":" or (token.word in _DASHES and tokens[at - 1].end < token.start)
        if at and spaced and _announces(tokens[:at]) and _opens_order(tokens[at + 1 :]):
            return text[token.end :].lstrip()
    return text


def _announces(tokens: Sequence[Token]) -> bool:
    said = [one.word for one in tokens if not one.is_mark and one.word not in _OF]
    counts = (one in forms("announced") and other in forms("wishes") for one, other in pairwise(said))
    return any(counts) and said[0] not in verbs()


def _without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    for start, end in reversed(spans):
        text = f"{text[:start].rstrip()} {text[end:].lstrip()}".strip()
    return text


def _plainly(text: str) -> str:
    """Return a text with phrases replaced by plain words."""
    tokens = tokenize(text)
    longest = max(map(len, stands_for())) + 1  # the words may include a comma
    for at in range(len(tokens)):
        for size in range(min(longest, len(tokens) - at), 0, -1):
            row = tokens[at : at + size]
            plain = stands_for().get(tuple(one.word for one in row if one.word != ","))
            if plain and not (row[0].is_mark or row[-1].is_mark) and not any(one.is_quoted for one in row):
                return f"{text[: row[0].start]}{plain}{_plainly(text[row[-1].end :])}"
    return text


def _spelled_joints(text: str) -> str:
    """Return a text with 'and' for the '&' before another order: 'rename it & make it urgent'."""
    pairs = reversed([*pairwise(tokenize(text))])
    for one, after in pairs:
        if one.word == "&" and after.word in verbs() and not after.is_quoted and not after.text[:1].isupper():
            text = f"{text[: one.start].rstrip()} and {text[one.end :].lstrip()}"
    return text


def _reason_apart(text: str) -> str:
    """Return a text with a reason before an order's colon as a separate sentence."""
    tokens = tokenize(text)
    at, colon = next(((at, one) for at, one in enumerate(tokens[:-1]) if one.word == ":"), (0, None))
    if colon and only_states(text[: colon.start]) and _opens_order(tokens[at + 1 :]):
        return f"{text[: colon.start]}.{text[colon.end :]}"
    return text


def _reason_behind(text: str) -> str:
    """Return a text with the reason after an order as a separate sentence: 'cancel it, she is ill'."""
    tokens = tokenize(text)
    at = next((at for at in range(len(tokens) - 1, 0, -1) if tokens[at].word == ","), 0)
    if not at:
        return text
    start = next((one + 1 for one in range(at - 1, -1, -1) if tokens[one].ends_sentence), 0)
    order, reason = tokens[start:at], text[tokens[at].end :]
    points = any(key_of("pronoun", one.word) for one in order)
    changes = points or words_of("work_orders", "never").isdisjoint(one.word for one in order)
    first = tokens[at + 1] if at + 1 < len(tokens) else tokens[at]
    tells = first.word in forms("subjects") or (first.text[:1].isupper() and not first.is_quoted)
    if changes and tells and _opens_order(order) and only_states(reason):
        return f"{text[: tokens[at].start]}.{reason}"
    return text


def _opens_order(tokens: Sequence[Token]) -> bool:
    said = tuple(one.word for one in tokens if one.word not in JOINTS)
    said = said[bool(said) and said[0] in forms("please") :]
    if not said or key_of("article", said[0]) or key_of("pronoun", said[0]):
        return False  # 'the gate: the latch is broken' is no order
    return said[0] in verbs() or bool(at_word("state_verb", said)[1])


def _without_tail(text: str) -> str:
    """Return a text without thanks after its last comma."""
    tokens = [one for one in tokenize(text) if not (one.ends_sentence and one.end == len(text.rstrip()))]
    for at in range(len(tokens) - 1, 0, -1):
        if tokens[at].word == "," and at_start("tails", tokens, at + 1) == len(tokens) - at - 1 > 0:
            return _without_tail(text[: tokens[at].start])
        if tokens[at].word == ",":
            break
    return text


def _without_small_talk(text: str) -> str:
    """Return a text without sentences at its ends that only greet or thank."""
    ends = [0, *(one.end for one in tokenize(text) if one.ends_sentence), len(text)]
    rows = [text[first:last] for first, last in pairwise(ends)]
    meant = [one for one in rows if one.strip() and not (_greets(one) or _exclaims(one))]
    asked = [one for one in meant if not only_asks(one)]
    meant = asked if any(map(is_question, asked)) else meant
    return "".join(meant).strip() if meant else text


def _exclaims(sentence: str) -> bool:
    """Return whether a sentence is only a surprised word: 'What?'"""
    said = [one.word for one in tokenize(sentence) if not one.is_mark]
    return len(said) == 1 and said[0] in forms("exclamations") and sentence.strip().endswith(("?", "!"))


def _greets(sentence: str) -> bool:
    return read_small_talk(sentence) in _GREETINGS and not sentence.strip().endswith("?")
