"""Checks a model's answer against its passages, sentence by sentence while it streams.

Citations are renumbered in order of appearance, and invalid ones removed. A number or name that the cited
passage doesn't contain is cited from one that does. If none does, the sentence says so.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from omniforge.projects.search import Hit
from omniforge.projects.search.words import stems

_CITED = re.compile(r"\[(\d{1,2})\]")
_WITH_SPACE = re.compile(rf"[ \t]*{_CITED.pattern}")
_GROUP = re.compile(r"\[(\d{1,2}(?:\s*[,;]\s*\d{1,2})+)\]")
_MARK = r"(?:\s*(?:\d{1,3}[.)]|[-*+])\s+)?+"  # list markers: an item's number ends no sentence
_BEHIND = r"(?:[\"'”’)*_]|\s*\[\d{1,2}(?:\s*[,;]\s*\d{1,2})*\])*"  # citations belong to a sentence
_SENTENCE = re.compile(rf"{_MARK}.*?(?:\n+|[.!?…:]{_BEHIND}\s+(?=[^\s\[]))", re.S)
_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*")
_NAME = re.compile(r"(?<![.!?:*\n-] )(?<!^)\b[A-ZÀ-Þ][a-zà-ÿ]{2,}\b")
_ITEM = re.compile(r"^\s*\d{1,3}[.)]\s")
_SMALL_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve"
_DOUBT = "(Check this: the source doesn't say {}.)"
_SAME_LANGUAGE = 0.5  # of a sentence's words are in its passages: then its names should be too


@dataclass(slots=True)
class Checker:
    """Takes an answer in pieces and returns it in checked sentences."""

    passages: Sequence[Hit]
    question: str
    _waiting: str = ""
    _numbers: dict[int, int] = field(default_factory=dict)

    @property
    def cited(self) -> list[Hit]:
        """Return the passages that the answer cites, in citation order."""
        return [self.passages[place] for place in self._numbers]

    def take(self, piece: str) -> Iterator[str]:
        """Yield the sentences that are complete now."""
        self._waiting += piece
        while (found := _SENTENCE.match(self._waiting)) and found.end() < len(self._waiting):
            self._waiting = self._waiting[found.end() :]
            yield self._checked(found[0])

    def rest(self) -> Iterator[str]:
        """Yield the rest at the end."""
        rest, self._waiting = self._waiting, ""
        while rest and (found := _SENTENCE.match(rest)):
            yield self._checked(found[0])
            rest = rest[found.end() :]
        if rest:
            yield self._checked(rest)

    def _checked(self, sentence: str) -> str:
        sentence = _WITH_SPACE.sub(self._if_there, _GROUP.sub(_apart, sentence))
        said = _CITED.sub("", sentence)
        places = [int(number) - 1 for number in _CITED.findall(sentence)]
        if not places:
            return self._uncited(sentence)
        missing = self._missing(said, places)
        others = {one: place for one in missing if (place := self._holder(one)) is not None}
        text = self._renumbered(sentence, [*places, *others.values()])
        unknown = [one for one in missing if one not in others]
        return _with_note(text, _DOUBT.format(", ".join(unknown))) if unknown else text

    def _uncited(self, said: str) -> str:
        """Return a sentence without a citation. One with a number of its own gets a note."""
        known = numbers_in(self.question).union(*map(numbers_in, map(self._text, range(len(self.passages)))))
        own = [one for one in _NUMBER.findall(_ITEM.sub("", said)) if _plain(one) not in known]
        return _with_note(said, "(Not from your documents.)") if own else said

    def _if_there(self, citation: "re.Match[str]") -> str:
        return citation[0] if 0 < int(citation[1]) <= len(self.passages) else ""

    def _missing(self, said: str, places: Sequence[int]) -> list[str]:
        """Return the sentence's numbers and names that neither its passages nor the question contain."""
        texts = [self._text(place) for place in places]
        known = numbers_in(self.question).union(*(numbers_in(text) for text in texts))
        said = _ITEM.sub("", said)
        missing = [one for one in _NUMBER.findall(said) if _plain(one) not in known]
        words = set(stems(" ".join((self.question, *texts))))
        own = set(stems(said))
        if own and len(own & words) >= _SAME_LANGUAGE * len(own):
            missing += [one for one in _NAME.findall(said) if not words.issuperset(stems(one))]
        return list(dict.fromkeys(missing))

    def _holder(self, value: str) -> int | None:
        """Return the index of a passage that contains a value, or None."""
        if value[0].isdigit():
            holds = (
                place for place in range(len(self.passages)) if _plain(value) in numbers_in(self._text(place))
            )
        else:
            wanted = set(stems(value))
            holds = (place for place in range(len(self.passages)) if wanted <= set(stems(self._text(place))))
        return next(holds, None)

    def _renumbered(self, sentence: str, places: Sequence[int]) -> str:
        """Return a sentence whose first citation names all of `places`, by their new numbers."""
        for place in dict.fromkeys(places):
            self._numbers.setdefault(place, len(self._numbers) + 1)
        every = "".join(f"[{self._numbers[place]}]" for place in dict.fromkeys(places))
        first = iter([every])
        return _CITED.sub(lambda _: next(first, ""), sentence)

    def _text(self, place: int) -> str:
        hit = self.passages[place]
        return "\n".join((*hit.path, hit.title, hit.heading, hit.before, hit.text, hit.after))


def _apart(group: "re.Match[str]") -> str:
    """Return '[1, 3]' as '[1][3]'."""
    return "".join(f"[{number}]" for number in re.findall(r"\d+", group[1]))


def numbers_in(text: str) -> set[str]:
    """Return a text's numbers in normal form, including those written as words."""
    said = set(re.findall(r"[a-z]+", text.lower()))
    in_words = {str(number) for number, word in enumerate(_SMALL_NUMBERS.split()) if word in said}
    return {_plain(one) for one in re.findall(r"\d+(?:[.,]\d+)*", text)} | in_words


def _plain(number: str) -> str:
    """Return '2,150' and '2.150' as 2150, '3,50' as 3.5, '04' as 4."""
    whole = re.sub(r"[.,](?=\d{3}(?:\D|$))", "", number).replace(",", ".")
    return f"{float(whole):g}" if whole.count(".") < 2 and len(whole) < 15 else whole


def _with_note(text: str, note: str) -> str:
    bare = text.rstrip()
    return f"{bare} {note}{text[len(bare) :]}"
