"""Reads an agent that is only thought of: 'would it be much work to have one that …? Don't build it yet.'"""

import re

from intent.commands.grammar.phrases import words_in
from intent.commands.grammar.tokens import tokenize
from intent.commands.words import at_start
from intent.forms.purpose import agent_named, read_purpose
from omniforge.projects.search.sentences import sentences_of

_ORDERS = {"ein": "erstelle", "einen": "erstelle", "un": "crea"}  # by the article; English for all others
_SOMETHING = re.compile(r"\bsomething (?=(?:that|which)\b)", re.I)
_MARKS = re.compile(r"[\s,;:.?!–-]+$")


def find_considered_agent(message: str) -> str:
    """Return the order for an agent that a message describes but doesn't order yet, else empty."""
    sentences = sentences_of(message)
    sentences = [_SOMETHING.sub("an agent ", one) for one in sentences]
    found = next((at for at, one in enumerate(sentences) if agent_named(one) and read_purpose(one)), None)
    if found is None:
        return ""
    said = sentences[found]
    waits = any(_place(one, "not_yet", "only_asks") >= 0 for one in sentences)
    if not waits and _place(said, "asks_effort") < 0:
        return ""
    agent = agent_named(said)
    held = _place(agent, "not_yet", "only_asks")
    agent = _MARKS.sub("", agent[:held] if held >= 0 else agent)
    verb = _ORDERS.get(agent.partition(" ")[0].lower(), "create")
    return f"{verb} {agent}" if agent else ""


def _place(sentence: str, *names: str) -> int:
    """Return the index of the first of some phrases in a sentence, or -1."""
    tokens = tokenize(sentence)
    said = (any(at_start(name, words_in(tokens[at:]))[1] for name in names) for at in range(len(tokens)))
    place = next((at for at, found in enumerate(said) if found), None)
    return -1 if place is None else tokens[place].start
