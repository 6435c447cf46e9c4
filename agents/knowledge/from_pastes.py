"""Answers a question from a text that the person pasted into the talk, by its own sentences."""

from collections.abc import Sequence
from dataclasses import dataclass

from agents.knowledge.evidence import OF_VALUES, Evidence
from agents.knowledge.from_files import choose_telling, said_by, weigh_text
from agents.knowledge.matches import NAMED, match
from agents.knowledge.nearest import nearest
from intent.questions.asked import Question, parts_of
from intent.questions.requests import asks_for_requests, requests_in, without_teller
from intent.questions.values import fit_of, lacks_value
from intent.sentences.question_forms import is_led, points_back
from intent.sentences.question_words import Asked
from intent.sentences.telling_words import is_light
from intent.statements.pasted_texts import OFFERED, own_words, read_pasted_text
from omniforge.llm import Models
from omniforge.llm.types import ChatMessage
from omniforge.tables.markdown import plain

SAYS = "Your text says: "
_ASKS = "Your text asks for this:"
_NEAR = "The closest in your text"
_NOT_SAID = "Your text doesn't "
_SILENT = f"{_NOT_SAID}{{}}, as far as I can tell."
_UNSURE = "I'm not sure that your text "
_SAVED = "Created the document "  # it answers with its source
_LOOKED_AT = 3  # newest texts of a talk
_AND = ("and ", "und ", "y ")  # between two questions
_HALF = 0.5  # of a question's words, in the closest sentence
_CLOSE = 0.4  # similarity at which it needs none of them
_VAGUE = 2  # sentences quoted for a question without telling words


@dataclass(frozen=True, slots=True)
class TextAnswer:
    """What a pasted text says, empty if a question names nothing: 'what is this?'

    `is_sure` if it answers a part of the question, `is_near` if it comes close to one.
    """

    text: str
    is_sure: bool
    is_near: bool


async def answer_from_text(models: Models, text: str, question: str, before: str = "") -> TextAnswer:
    """Return a pasted text's answer to a question. `before` is the previous question, for 'and why?'."""
    if wanted := _requests(text, question):
        return TextAnswer(f"{_ASKS}\n\n" + "\n".join(f"- {_quoted([one])}" for one in wanted), True, True)
    found = await weigh_text(models, "", text, without_teller(question), before)
    told = [choose_telling(part, evidence) for part, evidence in found]
    said = said_by(one for each in told for one in each)
    quotes = _quoted([one.text for one in said])
    missed = [one for one, sure in zip(found, told, strict=True) if not sure]
    close = [(part, _closest(part, evidence)) for part, evidence in missed]
    tells = [one for one in close if one[1] or _heavy(one[0])]
    lines = [f"{SAYS}{quotes}"] if said else []
    for part, near in tells:
        if not _is_quoted(near, " ".join(lines)):
            lines.append(_unsure(part, near, among=len(found) > 1))
    return TextAnswer("\n\n".join(lines), bool(said), any(_shares(*one) for one in tells))


def _requests(text: str, question: str) -> list[str]:
    """Return the sentences that ask for something, if each part of a question is for such."""
    parts = [question] if asks_for_requests(question) else [one.text for one in parts_of(question)]
    wanted = (one for part in parts for one in requests_in(text, part))
    return [*dict.fromkeys(wanted)] if all(map(asks_for_requests, parts)) else []


async def answer_from_pasted(
    models: Models, messages: Sequence[ChatMessage], question: str
) -> TextAnswer | None:
    """Return the answer of the newest text pasted into a talk that has one, None if there is no text."""
    before = next((str(one.content) for one in reversed(messages) if one.role == "user"), "")
    asked = own_words(before) if points_back(question) or is_led(question) else ""
    texts = texts_in(messages)[:_LOOKED_AT]
    found = [await answer_from_text(models, one, question, asked) for one in texts]
    ranked = sorted(found, key=lambda one: (not one.is_sure, not one.is_near))  # else the newest
    return next(iter(ranked), None)


def texts_in(messages: Sequence[ChatMessage]) -> list[str]:
    """Return the texts by others that were pasted into a talk, newest first, but none that was saved then."""
    said = [*(str(one.content) for one in messages), "", "", ""]
    placed = ((place, one.content) for place, one in enumerate(messages) if one.role == "user")
    read = [(place, text) for place, one in placed if (text := read_pasted_text(str(one)))]
    kept = [(said[place + 1], text) for place, text in read if not said[place + 3].startswith(_SAVED)]
    others = [one for reply, one in kept if one.asked or one.is_others or reply.startswith(OFFERED)]
    return [one.text for one in reversed(others)]


def is_of_text(reply: str) -> bool:
    """Return whether a reply is about a pasted text."""
    return any(one in reply for one in (SAYS, _ASKS, _NEAR, _NOT_SAID, _UNSURE, OFFERED))


def _closest(part: Question, found: Sequence[Evidence]) -> list[Evidence]:
    """Return the sentence that comes closest, or for a question without telling words, such values."""
    near = nearest(part, found)
    if near or _heavy(part) or part.asks not in OF_VALUES - {Asked.THING}:
        return near[: 1 if _heavy(part) else _VAGUE]
    fitting = (one for one in found if fit_of(part.asks, one.candidate.text, part.text) == 1)
    fits = [one for one in fitting if not lacks_value(part, one.candidate.text)]
    return sorted(fits, key=lambda one: one.candidate.hit.passage)[:1]


def _unsure(part: Question, close: Sequence[Evidence], *, among: bool) -> str:
    """Quote what comes closest to a part, perhaps `among` others, and say if it shares little."""
    text = part.text.strip(" ?")
    said = text.partition(" ")[2] if text.lower().startswith(_AND) else text
    asked = f"“{plain(said)}?”" if among else ""
    if not close:
        return _SILENT.format(f"answer {asked}" if among else "say that")
    quotes = _quoted([one.candidate.quote for one in close])
    if _shares(part, close):
        return f"{_NEAR}{asked and f' on {asked}'}: {quotes}"
    return f"{_UNSURE}{f'answers {asked}' if among else 'says that'}. The closest in it: {quotes}"


def _quoted(sentences: Sequence[str]) -> str:
    return " ".join(f"“{plain(one)}”" for one in sentences)


def _is_quoted(close: Sequence[Evidence], quotes: str) -> bool:
    return bool(close) and all(plain(one.candidate.quote) in quotes for one in close)


def _shares(part: Question, close: Sequence[Evidence]) -> bool:
    """Return whether the closest sentence shares at least half of a question's significant words."""
    named = [one for one in close[:1] for word in _heavy(part) if match(word, one.candidate) >= NAMED]
    is_close = any(one.closeness >= _CLOSE for one in close)
    return bool(close) and (is_close or len(named) >= _HALF * len(_heavy(part)))


def _heavy(part: Question) -> list[str]:
    return [word for word in part.words if not is_light(word)]
