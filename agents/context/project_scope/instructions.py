"""How a model is told to work in a scope (seed 003, 4.3). What holds in all of them stands in the rules."""

from collections.abc import Mapping

_SCOPES: Mapping[str, str] = {
    "global": (
        "The conversation is about no single project. Search, or ask which one is meant, before you change "
        "anything."
    ),
    "project": (
        "The conversation is about the project below. Change nothing in any other project, whoever asks; "
        "say that its own conversation is the place for that."
    ),
    "entity": (
        "The conversation is about the one thing below. Unless something else is named, 'this' and 'it' mean "
        "it. Change nothing in any other project."
    ),
}

_DOCUMENTS = (
    "Read only the documents you need. New knowledge belongs where people would look for it: in a document "
    "that there is, or a new one below its topic."
)


def instructions_for(scope: str) -> str:
    """Return the instructions of a scope: global, project or entity."""
    return f"{_SCOPES[scope]}\n{_DOCUMENTS}"
