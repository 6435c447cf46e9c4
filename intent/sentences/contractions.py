"""Contractions and what they stand for: "mustn't" is "must not"."""

import re

ENDINGS = {
    "n't": "not",
    "'re": "are",
    "'m": "am",
    "'ll": "will",
    "'ve": "have",
    "'d": "would",
}
IS = {"what", "who", "where", "when", "how", "that", "it", "there", "here", "which", "he", "she", "why"}
_WHOLE = {
    "let's": ("let", "us"),
    "can't": ("can", "not"),
    "won't": ("will", "not"),
    "shan't": ("shall", "not"),
    "cannot": ("can", "not"),
}
_BARE = {
    **{
        f"{word}s": (word, "is")
        for word in ("what", "who", "where", "when", "how", "that", "there", "he", "she")
    },
    **{
        f"{word}nt": (word, "not")
        for word in (
            "do",
            "did",
            "does",
            "is",
            "are",
            "has",
            "have",
            "was",
            "must",
            "could",
            "should",
            "would",
        )
    },
    **{f"{word}re": (word, "are") for word in ("they", "you")},
    **{f"{word}ve": (word, "have") for word in ("they", "you", "we")},
    "ive": ("i", "have"),
    "cant": ("can", "not"),
    "wont": ("will", "not"),
}
_WORD = re.compile(r"\b\w+(?:'\w+)?")


def whole(word: str) -> tuple[str, ...]:
    """Return the words that a folded one stands for as a whole; empty for all others."""
    return _WHOLE.get(word) or _BARE.get(word) or ()


def expanded(said: str) -> str:
    """Return a folded text with its contractions written out."""
    return _WORD.sub(lambda one: _expanded(one[0]), said)


def _expanded(word: str) -> str:
    if parts := whole(word):
        return " ".join(parts)
    head, mark, tail = word.partition("'")
    if mark and tail == "s" and head in IS:
        return f"{head} is"
    ending = next((one for one in ENDINGS if mark and word.endswith(one) and len(word) > len(one)), "")
    return f"{word.removesuffix(ending)} {ENDINGS[ending]}" if ending else word
