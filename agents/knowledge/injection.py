"""Texts that look like orders to the model. They are flagged, not blocked: honest questions match too."""

import re

_SIGNS = {
    "tells to ignore instructions": r"\bignore\s+(?:all\s+|any\s+|the\s+)*(?:previous|prior|above|earlier)\b",
    "tells to disregard what was said": r"\bdisregard\s+(?:everything|all|any|the|prior|previous|above)\b",
    "gives a new identity": r"\byou\s+are\s+now\s+(?:a|an|the|my)\b",
    "asks to pretend": r"\bpretend\s+(?:to\s+be|you\s*(?:'|’)?\s*(?:re|are))\b",
    "asks to act as something": r"\bact\s+as\s+(?:a|an|if)\b",
    "brings new rules": r"\bnew\s+(?:instructions?|rules?)\s*:",
    "asks for the system prompt": r"\bsystem\s+prompt\b",
    "holds a control token": r"<\|[^|>]{0,40}\|>",
    "holds an instruction tag": r"\[/?INST\]",
    "sets its own score": r"\b(?:score|rate|grade)\s+(?:this|it)\s+(?:as\s+)?\d",
    "sets its own scope": r"\b(?:set|mark|make)\s+(?:is_)?in_scope\s*(?:=|:|to\b)",
    "overrides the guard": r"\boverride\b.{0,40}\b(?:safety|guardrail|filter|guard)\b",
}
_PATTERNS = {sign: re.compile(pattern, re.I | re.S) for sign, pattern in _SIGNS.items()}


def suspicions(text: str) -> tuple[str, ...]:
    """Return in words what in a text looks like an order to a model; empty where nothing does."""
    return tuple(sign for sign, pattern in _PATTERNS.items() if pattern.search(text))
