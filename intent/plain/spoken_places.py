"""Names the project that 'there' or 'in that project' means, where these words are no part of a title."""

import re
from collections.abc import Sequence
from functools import partial

from intent.commands.grammar.tokens import tokenize
from intent.commands.words import as_words
from intent.data_files import pattern
from intent.text import find_name

_pattern = partial(pattern, "spoken_places")
_OF_PROJECT, _NEW, _MOVED = _pattern("project"), _pattern("new"), _pattern("moved")
_NOTED, _INSIDE = _pattern("noted"), _pattern("inside")
_ASKED, _CONTENTS, _TOPIC = _pattern("asked"), _pattern("contents"), _pattern("topic")
_WRITTEN = re.compile(r"[:\n“\"]")  # what follows is what somebody wants written
_LEAST = 3  # letters of a project's first word that may stand for its name


def place_in(message: str) -> int | None:
    """Return where an order for 'there' or 'that project' begins, None if there is none."""
    head = _head(message)
    starts = [one.start() for order in (_OF_PROJECT, _NEW, _MOVED) if (one := order.search(head))]
    return min(starts, default=None)


def inside_at(message: str) -> int | None:
    """Return where an order to put things 'in it' begins, which may be a project just made, else None."""
    found = _INSIDE.search(_head(message))
    return found.start() if found else None


def put_inside(message: str, project: str) -> str:
    """Return a message with the name of the project that it creates in place of 'it' in 'put those in it'."""
    said = message.replace(f"the project {project}", f"a project {project}", 1)
    return _INSIDE.sub(partial(_placed, f"to {project}"), said)


def asks_of_place(message: str) -> bool:
    """Return whether a question is about what is 'in there'."""
    return bool(_ASKED.search(message) or _CONTENTS.search(message))


def moves_there(message: str) -> bool:
    """Return whether things are moved 'there', which isn't where they are."""
    return bool(_MOVED.search(_head(message)))


def with_place(message: str, project: str) -> str:
    """Return a message with a project's name in place of 'there', and without a leading 'that's for it'."""
    name = project.replace("\\", "")
    head, rest = _head(message), message[len(_head(message)) :]
    named = _NOTED.sub(f"note for {name}: ", _without_topic(head, project))
    named = _OF_PROJECT.sub(rf"\g<lead> {name}", named)
    named = _MOVED.sub(partial(_placed, f"to {name}"), _NEW.sub(partial(_placed, f"in {name}"), named))
    return f"{named}{rest}"


def asked_of(message: str, project: str) -> str:
    """Return a question about what is 'in there' with the project's name."""
    if found := _ASKED.search(message):
        asked = f"{found['before']}{found['be']} {found['things'] or found['they']} in {project}?"
        return f"{message[: found.start()]}{asked}{message[found.end() :]}"
    return _CONTENTS.sub(lambda found: f"{found['before']}{found['lead']} in {project}?", message)


def projects_named_in(text: str, projects: Sequence[str]) -> list[str]:
    """Return the projects that a text names, in full, or by a capitalised first word of theirs alone."""
    if whole := [one for one in projects if find_name(one, text)]:
        return whole
    said = {one.text for one in tokenize(text) if one.text[:1].isupper() and len(one.text) >= _LEAST}
    firsts = [one.split()[0] for one in projects]
    return [
        one for one, first in zip(projects, firsts, strict=True) if first in said and firsts.count(first) == 1
    ]


def _head(message: str) -> str:
    """Return the words before what somebody wants written."""
    found = _WRITTEN.search(message)
    return message[: found.start()] if found else message


def _placed(place: str, found: re.Match[str]) -> str:
    return f"{found[0][: found.start('lead') - found.start()]}{found['lead']} {place}"


def _without_topic(head: str, project: str) -> str:
    """Return an order without the sentence before it that only says where it belongs: 'that's for Elm'."""
    topic = _TOPIC.match(head)
    said = as_words(topic["named"]) if topic else ()
    is_topic = said and as_words(project)[: len(said)] == said
    return head[topic.end() :] if topic and is_topic else head
