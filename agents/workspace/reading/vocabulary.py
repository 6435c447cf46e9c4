"""The words for kinds of things, their states and priorities."""

import re
from collections.abc import Mapping

from omniforge.projects.kinds import RULES, Kind
from omniforge.projects.models import ProjectState

PROJECT = "project"
_KIND_WORDS: Mapping[str, str] = {
    Kind.DOCUMENT: "documents?|docs?|notes?|folders?",
    Kind.TASK: "tasks?|to-?dos?|action items?",
    Kind.GOAL: "goals?|objectives?",
    Kind.PLAN: "plans?",
    Kind.MILESTONE: "milestones?",
    Kind.RISK: "risks?",
    Kind.REQUIREMENT: "requirements?",
    PROJECT: "projects?",
}
KIND = rf"(?:{'|'.join(_KIND_WORDS.values())})"
_KINDS = {kind: re.compile(words, re.I) for kind, words in _KIND_WORDS.items()}

_PRIORITIES = (
    (1, r"(?:top|highest|critical)(?:[- ]priority)?|urgent|number one priority|p1|priority (?:1|one)"),
    (2, r"high(?:[- ]priority)?|important|p2|priority (?:2|two)"),
    (3, r"(?:medium|normal)(?:[- ]priority)?|p3|priority (?:3|three)"),
    (4, r"low(?:[- ]priority)?|p4|priority (?:4|four)"),
    (5, r"lowest(?:[- ]priority)?|p5|priority (?:5|five)"),
)
PRIORITY = rf"(?:{'|'.join(words for _, words in _PRIORITIES)})"
SAID_PRIORITY = (
    r"(?:(?:top|highest|critical|high|medium|normal|low|lowest)[- ]priority|urgent|p[1-5]|priority [1-5])"
)
_PRIORITY = [(number, re.compile(words, re.I)) for number, words in _PRIORITIES]

_STATES: Mapping[str, str] = {
    "done": "done|finished|completed?|ready|sorted|closed|achieved|met|resolved|over|shipped",
    "open": "to-?do|open|not done|undone|pending|draft|planned",
    "started": "in[- ]progress|started|underway|under way|active|ongoing",
    "blocked": "blocked|stuck|on hold",
    "paused": "paused",
    "dropped": "cancell?ed|abandoned|dropped|scrapped",
    "archived": "archived",
    "mitigated": "mitigated",
    "occurred": "occurred",
    "missed": "missed",
    "agreed": "agreed",
}
STATE = rf"(?:{'|'.join(_STATES.values())})"
_STATE_WORDS = {state: re.compile(words, re.I) for state, words in _STATES.items()}
_MEANT: Mapping[str, tuple[str, ...]] = {
    "done": ("done", "achieved", "completed", "closed", "met"),
    "open": ("todo", "pending", "identified", "planning", "draft"),
    "started": ("in_progress", "active"),
    "blocked": ("blocked", "paused"),
    "dropped": ("abandoned", "dropped", "cancelled"),
}


def kind_of(word: str) -> str:
    """Return the kind that a word names, 'project' for a project; empty where it names none."""
    return next((kind for kind, words in _KINDS.items() if words.fullmatch(word.strip())), "")


def is_plural(word: str) -> bool:
    return word.lower().endswith("s")


def priority_of(words: str) -> int | None:
    """Return the priority that words name, from 1 to 5."""
    return next((number for number, said in _PRIORITY if said.fullmatch(words.strip())), None)


def state_word(words: str) -> str:
    """Return the general state that words name, as 'done' for 'finished'; empty where they name none."""
    return next((state for state, said in _STATE_WORDS.items() if said.fullmatch(words.strip())), "")


def states_of(kind: str) -> tuple[str, ...]:
    """Return the states that things of a kind can have; a document has none."""
    if kind == PROJECT:
        return tuple(ProjectState.values)
    return RULES[Kind(kind)].states if kind in RULES else ()


def ends_of(kind: str) -> tuple[str, ...]:
    """Return the states in which things of a kind want nothing more of anybody."""
    if kind == PROJECT:
        return (ProjectState.COMPLETED, ProjectState.CANCELLED)
    return RULES[Kind(kind)].ends if kind in RULES else ()


def state_for(kind: str, general: str) -> str | None:
    """Return the state of this kind that a general one means; None where the kind has no such state."""
    states = states_of(kind)
    return next((one for one in (general, *_MEANT.get(general, ())) if one in states), None)
