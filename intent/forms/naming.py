"""Reads what an agent is to be called out of a request: 'an agent called till-check that …'."""

import re

_HEADS = "agent|bot|assistant|helper|automation|workflow|watcher|robot|one|skill|agenten|agente|it"
_BEHIND = "|".join(rf"(?<=\b{head})" for head in _HEADS.split("|"))
_CALLS = (
    r",?\s*\b(?:and |let['’]s |let us )*(?:call|name) (?:it|the agent|this one|the skill)|"
    rf"(?:^|(?<=,)|{_BEHIND}|,?\s*\band|\s*\b(?:it is|it's)),?\s*\b(?:called|named)|\s*\bby the name of"
)
# 'Drivers called in sick' names nothing: a name stands behind a word for an agent, or begins a clause.
NAMED = re.compile(
    rf"(?:{_CALLS})\s+['\"“]?(?P<name>[\w-]+(?: [\w-]+){{0,3}}?)['\"”]?"
    r"(?=\s*(?:$|[.,;:!?]|\b(?:that|which|who|to|and|for|instead|please|pls|"
    r"should|must|shall|has to|needs to|ought to|is to)\b))",
    re.I,
)
_ALONE = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")
_NAMES_IT = re.compile(
    r"(?:(?:and|please|let['’]s|let us)\s+)*"
    r"(?:(?:call|name)\s+(?:it|the agent|this one|the bot)|(?:its|the) name)\b",
    re.I,
)


def names_it(text: str) -> bool:
    """Return whether a text says what a new agent is to be called, and no more."""
    return bool(_NAMES_IT.match(text))


def name_alone(text: str) -> str:
    """Return a text that is nothing but a name as agents have it: 'till-check'."""
    return text.strip(" .!") if _ALONE.fullmatch(text.strip(" .!")) else ""
