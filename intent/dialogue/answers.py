"""Reads answers to an open question by a table of phrases: yes, no, never mind, start over, goodbye."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

from intent.commands.grammar.phrases import Phrases
from intent.commands.grammar.tokens import Token, tokenize
from intent.commands.words import forms_of, table

_JOINTS = frozenset(("but", "and", "then", "please", "aber", "und", "dann", "bitte", "pero", "y", "entonces"))
# used only for answers to a question
_OWN = (
    *("sure", "echo", "refusal", "deeds", "pointers", "beside", "leaving", "choosing"),
    *("praise", "as_it_is", "manner", "stays", "made", "turning", "places", "doubts"),
    *("plainly", "once"),
)
_FILLER = "filler"
_SILENT = ("sounds", "answers")  # fillers that may come anywhere in an answer
_CLAUSES = str.maketrans({";": ",", ".": ",", ":": " "})
_APART = str.maketrans(dict.fromkeys('-"“”„«»*', " "))  # joins or quotes words
_FILE = files("intent") / "dialogue" / "answers.toml"
_CHATTER = files("intent") / "dialogue" / "chatter.toml"
_FURTHER = ("one", "ones")  # 'yes, and one for Mondays' wants another agent
_LONGEST_CHAT = 14  # words of a piece of small talk
_LONGEST_ANSWER = 10  # words of a name, a day or a time


class Reply(StrEnum):
    """The meaning of an answer. If a message has several, the first one here counts."""

    START_OVER = "start_over"
    NEVER_MIND = "never_mind"
    RESUME = "resume"
    GOODBYE = "goodbye"
    NO = "no"
    YES = "yes"
    SKIP = "skip"
    THANKS = "thanks"
    HELLO = "hello"
    NOTED = "noted"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, and the rest of the message: 'yes, but weekly' is YES with 'but weekly' left."""

    said: Reply | None = None
    rest: str = ""

    @property
    def is_whole(self) -> bool:
        """Return whether the whole message is the answer."""
        return self.said is not None and not self.rest


def read_answer(message: str) -> Answer:
    """Return the answer that a message begins with, if any.

    'Sorry, the phone. Where were we?' means RESUME: for that one of several sentences is enough.
    """
    kinds, at = phrases(tokens := tokenize(message))
    if at < len(tokens) and _resumes(_sentences(tokens)):
        return Answer(Reply.RESUME)
    said = next((one for one in Reply if one in kinds), None)
    if at == len(tokens):
        return Answer(Reply.YES if said is Reply.NO and turns_to_yes(message) else said)
    parted = next((place for place in range(at, 0, -1) if parts_answer(tokens[place - 1])), 0)
    before = phrases(tokens[:parted])[0] if parted else set()
    if before:
        return Answer(next(one for one in Reply if one in before), message[tokens[parted].start :].strip())
    return Answer(None, message.strip())


def is_brief(message: str) -> bool:
    """Return whether a message could be a name, a day or a time: a few words in one sentence, no list."""
    *said, last = tokenize(message) or (Token("", "", 0, 0),)
    marks = {one.word for one in said if not one.is_quoted}
    return len(said) < _LONGEST_ANSWER and not marks & {":", "\n", ".", "!", "?", ";"} and last.word != "\n"


def names(message: str, subject: str) -> bool:
    """Return whether an answer contains a word of its subject: 'yes, stock-check'."""
    return bool({word for word in plain_words(message) if not is_echo(word)} & set(plain_words(subject)))


def names_all(text: str, subject: str) -> bool:
    """Return whether a text contains every word of its subject: 'stock-check still waits'."""
    return set(plain_words(subject)) <= set(plain_words(text))


def says_deed(message: str, like: str = "") -> bool:
    """Return whether an answer names the action, 'yes, send it', perhaps only one `like` another."""
    groups = [one for one in words_of("deeds") if not like or like in one]
    return any(word in group for word in plain_words(message) for group in groups)


def says_yes(message: str) -> bool:
    """Return whether a yes is one in words, or names a deed, and isn't just praise: 'OK', 'perfect'."""
    return says_deed(message) or not words_of("sure").isdisjoint((one,) for one in plain_words(message))


def begins_with_yes(message: str) -> bool:
    """Return whether a message begins with a yes, or with thanks, whatever follows: 'yes, but at nine'."""
    words = plain_words(message)
    begins = [words[:size] for size in range(1, _LONGEST_CHAT)]
    is_thanks = any(phrase_table().get(one) == Reply.THANKS for one in begins)
    return is_thanks or read_answer(message).said is Reply.YES or not words_of("sure").isdisjoint(begins)


def beside_yes(message: str) -> str:
    """Return what a yes is said beside, if nothing limits it: 'name it X' in 'yes but name it X', or behind
    it, 'at 9, and then yes, create it'. Empty if there is no such yes.
    """
    said = plain_words(message)
    if any((word,) in words_of("turning") or word in _FURTHER for word in said if word != "but"):
        return ""
    answer, tokens = read_answer(message), tokenize(message)
    if answer.said is Reply.YES and answer.rest and says_yes(message.removesuffix(answer.rest)):
        return answer.rest
    starts = (at for at in range(len(tokens) - 1, 0, -1) if parts_answer(tokens[at - 1]))
    ends = ((at, message[tokens[at].start :]) for at in starts)
    found = (at for at, end in ends if says_yes(end) and read_answer(end) == Answer(Reply.YES))
    at = max(found, default=0) if "?" not in message else 0
    while at and parts_answer(tokens[at - 1]):
        at -= 1
    return message[: tokens[at].start].strip() if at else ""


def turns_to_yes(message: str) -> bool:
    """Return whether a no goes on with a yes: 'no changes needed, create it'. 'No, that's fine' doesn't."""
    before, _, rest = message.partition(",")
    words, refuses = plain_words(rest), plain_words(before)[:1] in words_of("refusal")
    goes_ahead = any(words[at : at + len(one)] == one for one in words_of("sure") for at in range(len(words)))
    means_it = goes_ahead or says_deed(rest) or "," in rest
    return refuses and means_it and read_answer(rest.strip()).said is Reply.YES


def names_before_yes(message: str) -> bool:
    """Return whether a clause ends in a yes to what it names: 'the second yes, the first no', 'post: yes.'"""
    clauses = [plain_words(one) for one in message.translate(_CLAUSES).split(",")]
    if len(clauses) < 2 or any(len(one) > _LONGEST_ANSWER for one in clauses):
        return False
    return any(len(one) > 1 and phrase_table().get(one[-1:]) == Reply.YES for one in clauses)


def begins_with_choice(message: str) -> bool:
    """Return whether a message begins with a choice among several: 'only the first one'."""
    return plain_words(message)[:1] in words_of("choosing")


def drops_subject(message: str, question: str) -> bool:
    """Return whether a message drops the subject of a question: 'cancel the handover'."""
    words, asked = plain_words(message), set(plain_words(question))
    sizes = range(min(len(words), _LONGEST_CHAT) + 1)
    size = max((at for at in sizes if phrase_table().get(words[:at]) == Reply.NEVER_MIND), default=0)
    return bool(size) and all(word in asked or is_echo(word) for word in words[size:])


def leaves_subject(message: str, question: str) -> bool:
    """Return whether a message keeps a question's subject as it is: 'no! leave the lunch where it is'."""
    words = plain_words(message)
    while words[:1] in words_of("refusal"):
        words = words[1:]
    told = {*plain_words(question), "where", "as", "it", "is", "they", "are", "alone"}
    return words[:1] in (("leave",), ("keep",)) and len(words) > 1 and told.issuperset(words[1:])


def is_echo(word: str) -> bool:
    """Return whether a word of an answer adds nothing to a yes and an action."""
    return (word,) in words_of("echo", "filler", "sure") or any(word in one for one in words_of("deeds"))


def read_small_talk(message: str) -> Reply | None:
    """Return the meaning of a message that is nothing but small talk in each sentence, else None."""
    sentences = [one for one in _sentences(tokenize(message)) if one]
    each = [_small_talk(one) for one in sentences]
    if Reply.GOODBYE in each:  # beside it 'need to catch my train' is the reason
        each = [said or _leaves(one) for said, one in zip(each, sentences, strict=True)]
    said = [one for one in each if one]
    found = min(said, key=list(Reply).index) if said and len(said) == len(each) else None
    return None if message.rstrip().endswith("?") and found is Reply.GOODBYE else found  # 'bis wann …?'


def _leaves(sentence: Sequence[Token]) -> Reply | None:
    """Return GOODBYE for what somebody has to do next: 'have to run'."""
    words = tuple(one.word for one in sentence[phrases(sentence)[1] :] if not one.is_mark)[:_LONGEST_CHAT]
    return Reply.GOODBYE if any(words[:at] in words_of("leaving") for at in range(1, len(words))) else None


def _small_talk(sentence: Sequence[Token]) -> Reply | None:
    """Return the meaning of a sentence of small talk: 'brilliant, hope you slept well' greets."""
    kinds, at = phrases(sentence)
    words = [place for place, one in enumerate(sentence) if not one.is_mark]
    starts = (place for place in reversed(words[-_LONGEST_CHAT:]) if place <= at)
    found = next((one for start in starts if (one := small_talk_from(sentence, start))), None)
    if words[-1:] >= [at] and found is None:
        return None
    return next((one for one in Reply if one in {*kinds, found}), Reply.NOTED)


def small_talk_from(sentence: Sequence[Token], start: int) -> Reply | None:
    """Return the meaning of small talk with a free ending, from an index preceded only by phrases."""
    rest = tuple(one.word for one in sentence[start:] if not one.is_mark)
    if len(rest) > _LONGEST_CHAT or phrases(sentence[:start])[1] < start:
        return None
    return _chatter().at_start(rest)[0]


def parts_answer(token: Token) -> bool:
    """Return whether an answer ends before what follows: 'yes, weekly', but not 'create a skill'."""
    return token.is_mark or token.word in _JOINTS


def plain_words(text: str) -> tuple[str, ...]:
    """Return the words of a text, without quotes and hyphens."""
    return tuple(one.word for one in tokenize(text.translate(_APART)) if not one.is_mark)


def phrases(tokens: Sequence[Token]) -> tuple[set[Reply], int]:
    """Return the meanings of the phrases at the beginning, and the index after them."""
    kinds: set[Reply] = set()
    at = 0
    while at < len(tokens):
        if tokens[at].is_mark:
            at += 1
            continue
        name, size = _openings().at(tokens, at)
        if not name:
            break
        kinds |= {Reply(name)} if name != "filler" else set()
        at += size
    return kinds, at


def _sentences(tokens: Sequence[Token]) -> list[list[Token]]:
    found: list[list[Token]] = [[]]
    for token in tokens:
        if token.ends_sentence or token.word == ",":
            found.append([])
        else:
            found[-1].append(token)
    return found


def _resumes(sentences: Sequence[Sequence[Token]]) -> bool:
    """Return whether a sentence asks to resume. A single word before others, 'pardon, …', does not."""
    told = ((one, *phrases(one)) for one in sentences if len(one) > 1 or one is sentences[-1])
    return any(Reply.RESUME in kinds and at == len(one) for one, kinds, at in told)


@cache
def phrase_table() -> Mapping[tuple[str, ...], str]:
    """Return the meaning of each phrase: the name of a Said, or filler."""
    found: dict[tuple[str, ...], str] = {}
    for language in tomllib.loads(_FILE.read_text(encoding="utf-8")).values():
        for name, phrases in language.items():
            if name in _OWN:
                continue
            for phrase in forms_of(phrases, ","):
                found.setdefault(phrase, name)
    for words in words_of(_FILLER):
        found.setdefault(words, _FILLER)
    found.pop((), None)
    return found


@cache
def words_of(*names: str) -> frozenset[tuple[str, ...]]:
    """Return the phrases of these names, in all languages. 'filler' has no meaning."""
    languages = tomllib.loads(_FILE.read_text(encoding="utf-8")).values()
    listed = (language.get(name, "") for language in languages for name in names)
    said = frozenset(phrase for phrases in listed for phrase in forms_of(phrases, ",") if phrase)
    silent = (words for words, key in table("silent").items() if key in _SILENT)
    return said | frozenset(silent) if _FILLER in names else said


@cache
def _openings() -> Phrases[str]:
    return Phrases(phrase_table())


@cache
def _chatter() -> Phrases[Reply]:
    """Return the beginnings of small talk that may end in any words."""
    data = tomllib.loads(_CHATTER.read_text(encoding="utf-8"))
    return Phrases({form: Reply(name) for name, phrases in data.items() for form in forms_of(phrases)})
