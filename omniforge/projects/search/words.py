"""The words of a text for the index: folded, without stop words, stemmed.

After a change of this output, `manage.py reindex` must run.
"""

import re
import threading
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from snowballstemmer.english_stemmer import EnglishStemmer

_UNSPACED = "぀-ヿ㐀-鿿"  # Japanese and Chinese, which don't separate words
_RUN = re.compile(rf"([{_UNSPACED}]+)|[^\W_{_UNSPACED}]+(?:['’][^\W_{_UNSPACED}]+)*")
_LONGEST = 64  # characters; longer runs are data, not words
_one_at_a_time = threading.Lock()


def stems(text: str) -> list[str]:
    """Return the stems of the significant words of `text`, in order, with repetitions."""
    return [stem for _, stem in placed_stems(text)]


def placed_stems(text: str) -> Iterator[tuple[int, str]]:
    """Yield each significant word's offset and stem, for Chinese and Japanese each pair of characters."""
    for run in _RUN.finditer(text):
        if run[1]:
            yield from ((run.start() + place, pair) for place, pair in enumerate(_pairs(run[1])))
        elif stem := _stem(run[0]):
            yield run.start(), stem


def _pairs(run: str) -> list[str]:
    return [run[place : place + 2] for place in range(len(run) - 1)] or [run]


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    """Return the stem of a word, or '' for a stop word."""
    plain = unicodedata.normalize("NFKD", word.replace("’", "'").casefold())
    folded = "".join(letter for letter in plain if not unicodedata.combining(letter))
    if folded in _stop_words() or len(folded) > _LONGEST:
        return ""
    return stem_of(folded)


def stem_of(word: str) -> str:
    """Return the stem of a lower-case English word: 'fixed' becomes 'fix'."""
    with _one_at_a_time:  # a stemmer isn't thread-safe
        return str(_stemmer().stemWord(word))


@cache
def _stemmer() -> "EnglishStemmer":
    import snowballstemmer  # 3 MB, for all its languages: imported only when needed

    return snowballstemmer.stemmer("english")


@cache
def _stop_words() -> frozenset[str]:
    path = Path(__file__).parent / "data" / "stop_words.txt"
    return frozenset(path.read_text(encoding="utf-8").split())
