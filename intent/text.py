"""Text as the rules see it: folded to lower case without accents, split into words."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from rapidfuzz.distance import OSA

_UNSPACED = "぀-ヿ一-鿿"
_JOINTS = re.compile(r",\s|\s(?:and|but|then)\s", re.IGNORECASE)
_KANA_OR_HAN = re.compile(f"[{_UNSPACED}]")
_WORD = re.compile(
    rf"[{_UNSPACED}]+|[^\W_{_UNSPACED}]+(?:'[^\W_{_UNSPACED}]+)*|[?!@#%→:]|[\U0001F300-\U0001FAFF☀-➿]"
)

LONGEST_HEARD = 2_000  # characters of a message that are searched for an order
LONGEST_READ = 4_000  # characters; the middle of a longer message is skipped


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Return text in lower case without accents, so that 'Café' and 'cafe' are one word."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).lower().replace("’", "'")


def words(text: str) -> list[str]:
    """Return the folded words, question and exclamation marks and emoji of `text`, in order."""
    return _WORD.findall(fold(clip(text)))


def clip(text: str, longest: int = LONGEST_READ) -> str:
    """Return `text`, or its beginning and end if it is longer than `longest` characters."""
    return text if len(text) <= longest else f"{text[: longest // 2]} {text[-longest // 2 :]}"


def heard(message: str) -> str:
    """Return the beginning and end of a long message: nobody gives an order in the middle of a pasted log."""
    return clip(message, LONGEST_HEARD)


def find_name(name: str, text: str) -> tuple[int, int] | None:
    """Return where a name occurs in a text as a whole word, ignoring case: not 'till' in 'till-check'."""
    found = re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text, re.I)
    return found.span() if found else None


def without_names(text: str, names: Iterable[str]) -> str:
    """Return a text without these names, ignoring case."""
    for name in names:
        text = re.sub(re.escape(name), " ", text, flags=re.IGNORECASE)
    return text


def first_clause(text: str) -> str:
    """Return the text before the first comma, 'and', 'but' or 'then'."""
    return _JOINTS.split(text, maxsplit=1)[0]


def is_spaced(text: str) -> bool:
    """Return False for Japanese and Chinese, which put no spaces between words."""
    return not _KANA_OR_HAN.search(text)


def squash(text: str) -> str:
    """Return only letters and digits, folded: 'lead-bot', 'Lead Bot' and 'leadbot' are one name."""
    return "".join(letter for letter in fold(text) if letter.isalnum())


def is_near(left: str, right: str) -> bool:
    """Return whether one may be a misspelling of the other: one edit from five letters, two from nine."""
    if left == right:
        return True
    shorter = min(len(left), len(right))
    if shorter < 5 or (left[0] != right[0] and left[-1] != right[-1]):
        return False
    most = 1 if shorter < 9 else 2
    return OSA.distance(left, right, score_cutoff=most) <= most
