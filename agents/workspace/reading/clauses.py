"""A message taken apart: what is quoted, asked, thought aloud or denied, and what each clause orders."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_QUOTED = re.compile(r"\"([^\"\n]+)\"|“([^”\n]+)”|(?<![\w])'([^'\n]+)'(?![\w])|`([^`\n]+)`")
_MARK = re.compile(r"§(\d+)§")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+|;\s*")
_JOINT = re.compile(r"(,?\s+(?:and then|and also|and|then|but|plus)\s+|,\s+)", re.I)
_POLITE = re.compile(
    r"^(?:[\s,.:-]+|(?:please|pls|hey|hi|hello|ok(?:ay)?|cool|great|good|nice|thanks|yes|oh|so|well|right|now|"
    r"also|then|and|but|just|actually|alright|first|next|finally|quickly|go ahead and|"
    r"(?:can|could|would|will) you|would you mind|i(?:'d| would) like (?:you )?to|i (?:want|need) you to|"
    r"i want to|help me(?: to)?|let's|lets|let us|you can|you should|"
    r"in (?:this|the) project)(?=[\s,.:]|$))+",
    re.I,
)
_ASKS_POLITELY = re.compile(r"^(?:\W|and |so |ok(?:ay)? |hey |please )*(?:can|could|would|will) you\b", re.I)
_QUESTION = re.compile(
    r"^(?:\W|and |so |but |oh |ok(?:ay)? |hey |cool\W )*"
    r"(?:what|which|who|whose|when|where|why|how|do|does|did|is|are|was|were|am|should|shall|may|can i|"
    r"can we|could i|could we|would it|would that|have|has|had|isn't|aren't|don't we|won't)(?:'s|'re)?\b",
    re.I,
)
_TOLD = re.compile(
    r"^(?:update (?:me|us)\b|catch (?:me|us) up|bring (?:me|us) up|give (?:me|us)\b|show\b|list\b|tell\b|"
    r"remind (?:me|us) (?:what|which|of)|fill me in|brief me|summari[sz]e\b|sum up\b|recap\b|explain\b|"
    r"describe\b|read\b|open (?:the|my|our|this|that)\b|walk me through|go through)",
    re.I,
)
_DENIED = re.compile(r"^(?:do not|don't|dont|never|no need to|not yet|stop|nobody|please don't)\b", re.I)
_SPECULATION = re.compile(
    r"^(?:\W)*(?:maybe|perhaps|possibly|i wonder|i guess|i suppose|what if|not sure|"
    r"i'm (?:not sure|thinking|wondering)|i(?:'ve| have) been thinking|thinking (?:about|of|out loud)|"
    r"we (?:could|might|should probably|may)|i (?:could|might|should probably|may)|one day|someday|ideally|"
    r"it (?:might|would) be)\b",
    re.I,
)
_PROPOSAL = re.compile(
    r"^(?:\W)*(?:(?:maybe|perhaps|possibly|ideally|i wonder (?:if|whether)|i guess|i suppose|what if|"
    r"i'm (?:thinking|wondering)(?: if| whether| that)?|i(?:'ve| have) been thinking(?: that)?),?\s+)?"
    r"(?:we|i) (?:should|could|might|ought to)\b(?!.*\bautomat)",
    re.I,
)
_CHATTER = re.compile(
    r"^(?:i|i'm|i'll|i've|we|we're|it|it's|its|that|that's|they|he|she|because|since|as|so|thanks|thank|please|"
    r"which|not|cheers|if)\b",
    re.I,
)
_LAST_WORDS = re.compile(
    r"(?:[\s,]+(?:please|pls|thanks|thank you|for me|now|instead|already|then|again|anyway|too|as well))+$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Masked:
    """A text in which what is quoted is one word, so that nothing in it can be taken for an order."""

    text: str
    quoted: tuple[str, ...]

    def said(self, text: str) -> str:
        """Return a part of the text with what was quoted back in it."""
        return _MARK.sub(lambda mark: self.quoted[int(mark[1])], text)


def mask(text: str) -> Masked:
    """Return a text with what stands between quotation marks put aside."""
    quoted: list[str] = []

    def put_aside(match: re.Match[str]) -> str:
        quoted.append(next(group for group in match.groups() if group))
        return f"§{len(quoted) - 1}§"

    plain = text.replace("§", "").replace("’", "'").replace("‘", "'")
    return Masked(_QUOTED.sub(put_aside, plain), tuple(quoted))


def blanked(text: str) -> str:
    """Return a text in which what is quoted is blank, so that all else keeps its place."""
    return _QUOTED.sub(lambda quoted: "_" * len(quoted[0]), text)


def own_words(message: str) -> str:
    """Return what a person says in a message, without what they cite or paste into it."""
    lines = [line for line in message.strip().splitlines() if not line.lstrip().startswith((">", "|"))]
    if lines and (lines[0].rstrip().endswith(":") or len(message) > _LONG):
        return lines[0][:_LONG]
    return "\n".join(lines)


_LONG = 600  # characters beyond which a message brings a text of its own


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text, its lines being sentences too."""
    return (one.strip() for one in _SENTENCE.split(text) if one.strip())


def asks(sentence: str) -> bool:
    """Return whether a sentence only wants to know something."""
    if _ASKS_POLITELY.search(sentence):
        return bool(_TOLD.search(bare(sentence)))
    asked = bool(_QUESTION.search(sentence)) or sentence.endswith("?")
    return asked or bool(_TOLD.search(bare(sentence)))


def denies(sentence: str) -> bool:
    """Return whether a sentence says what shall not be done."""
    return bool(_DENIED.search(bare(sentence)))


def speculates(sentence: str) -> bool:
    """Return whether a sentence thinks aloud."""
    return bool(_SPECULATION.search(sentence))


def proposes(sentence: str) -> bool:
    """Return whether a sentence that thinks aloud says what could be done: 'maybe we should …'."""
    return bool(_PROPOSAL.search(sentence))


def without_doubt(sentence: str) -> str:
    """Return what is thought aloud as if it were wanted: 'maybe we should add X' as 'add X'."""
    rest = _SPECULATION.sub("", sentence, count=1)
    return re.sub(
        r"^[\s,]*(?:if |about |that )?(?:we |i |you )?(?:should |could |might |can )?(?:also )?", "", rest
    )


def bare(clause: str) -> str:
    """Return a clause without the courtesies before and after it."""
    inner = _POLITE.sub("", clause.strip()).rstrip(" .!?,:")
    return _LAST_WORDS.sub("", inner).rstrip(" .!?,:")


def clauses(sentence: str, begins: Callable[[str], bool], reads: Callable[[str], bool]) -> list[str]:
    """Return the parts of a sentence that each want one thing.

    `begins` says whether a part is an order of its own, `reads` whether it is one or states a fact to be
    noted. What is neither belongs to the part before it, or is chatter.
    """
    first, *rest = _JOINT.split(sentence)
    found = [first]
    for joint, piece in zip(rest[::2], rest[1::2], strict=True):
        own = begins(piece) or (reads(piece) and ("," in joint or _states(found[-1], reads)))
        if own:
            found.append(piece)
        elif not _CHATTER.search(piece) or not reads(found[-1]):
            found[-1] = f"{found[-1]}{joint}{piece}"
    return found


def _states(clause: str, reads: Callable[[str], bool]) -> bool:
    return reads(clause) and bool(re.search(r"\b(?:is|are|was|has been|have been)\b|'s\b", clause))
