"""Whether an agent's work needs nothing outside the workspace's projects."""

import re
from collections.abc import Iterable, Iterator, Sequence

from intent.commands import Command, Reading, Reference, Situation, SourceNamed
from intent.commands.grammar.phrases import words_in
from intent.commands.grammar.tokens import Token, tokenize
from intent.commands.places import without_target
from intent.commands.words import at_end, at_start, table
from intent.data_files import pattern
from intent.forms.purpose import reminder_in
from intent.forms.work_asked import read_purpose
from intent.slots.names import PART, best_names, certain_name
from intent.slots.systems import outside_systems
from intent.text import find_name

STANDING = "standing"  # the scope of templates for agents' descriptions
KINDS = frozenset(("task", "goal", "milestone", "risk", "requirement"))
_OWN_WORK = pattern("purpose", "own_work")
_REASON = pattern("purpose", "reason_behind")
_EITHER_DUE = pattern("purpose", "either_due")
_AT_PLACE = re.compile(r"(?P<work>.+?) at (?:the|our|my) (?P<place>[^\W\d_]+(?: [^\W\d_]+)?)$", re.IGNORECASE)
_OF_OTHERS = frozenset(
    ("job", "jobs", "issue", "issues", "order", "orders", "ticket", "tickets")
)  # kinds that other systems have too
_GIVEN = ("table.", "text.", "file.")  # commands on material that a person hands over
_NO_WORK = (
    *("agent.", "skill.", "settings.", "preference.", "workspace.", "talk.", "cannot.", "web."),
    *("form.", "table.keep"),
)
_LONGEST = 4  # words of a partial name


def works_in_workspace(purpose: str, situation: Situation) -> bool:
    """Return whether a purpose is only a reminder, or names the workspace's own things or a project."""
    if not purpose or outside_systems(purpose) or source_asked(purpose, situation):
        return False
    kinds = table("kind")
    words = (token.word for token in tokenize(purpose) if token.word not in _OF_OTHERS)
    names_kind = any(kinds.get((word,)) in KINDS for word in words)
    names_project = any(name.casefold() in purpose.casefold() for name in situation.projects)
    own = names_project or names_kind or bool(reminder_in(purpose) or _OWN_WORK.search(purpose))
    return own or bool(purpose_question(purpose, situation))


def purpose_question(text: str, situation: Situation) -> str:
    """Return the words of a purpose that commands certainly answer without a model, else empty.

    Such an agent only reads: a guess must never change anything.
    """
    return _sure_wording(text, situation) or _sure_wording(_anywhere(text, situation), situation)


def _sure_wording(text: str, situation: Situation) -> str:
    core, parted = _core(text), _EITHER_DUE.sub(r"\g<what> \g<first> and \g<what> \g<second>", text)
    said = (*_wordings(text), *(_wordings(core) if core else ()), *_wordings(parted))
    wordings = (in_full(one, situation.projects) for one in said)
    return next((one for one in wordings if _is_sure(read_purpose(one, situation))), "")


def _core(text: str) -> str:
    """Return 'what is open' of 'a note of whatever is open, so I know', empty if it names no own work."""
    found = _OWN_WORK.search(_REASON.sub("", text))
    said = _REASON.sub("", text)[found.start() :] if found else ""
    said = re.sub(r"^whats\b", "what's", re.sub(r"\bwhatever\b", "what", said, flags=re.I), flags=re.I)
    return re.sub(r" or (?=(?:is|falls)\b)", " and what ", said)


def place_left_out(texts: Sequence[str], situation: Situation) -> str:
    """Return the place that an agent's work names at its end, if it is no project: 'at the gym'."""
    at_places = ((one, _AT_PLACE.match(one.strip(" .!"))) for one in texts)
    left = (found["place"] for one, found in at_places if found and not _sure_wording(one, situation))
    place = next(left, "")
    is_own = place.casefold() in {one.casefold() for one in situation.projects}
    return "" if is_own or not any(purpose_question(one, situation) for one in texts) else place


def _anywhere(text: str, situation: Situation) -> str:
    """Return a text without the place at its end, or with the project of that name instead."""
    found = _AT_PLACE.match(text.strip(" .!"))
    if found is None:
        return ""
    own = (one for one in situation.projects if one.casefold() == found["place"].casefold())
    project = next(own, "")
    return f"{found['work']} in {project}" if project else found["work"]


def project_asked(text: str, situation: Situation) -> str:
    """Return the project of a purpose that commands certainly answer without a model, else empty."""
    reading = read_purpose(purpose_question(text, situation), situation)
    return next(filter(None, map(_project_of, reading.commands)), "")


def source_asked(text: str, situation: Situation) -> SourceNamed | None:
    """Return the source whose news a text asks for, and nothing else. It need not exist."""
    readings = (read_purpose(one, situation) for one in _wordings(text))
    named = (one.commands[0].slots["source"] for one in readings if one.is_whole and _is_news(one))
    return next(named, None)


def _is_news(reading: Reading) -> bool:
    return [one.name for one in reading.commands] == ["source.news"]


def purpose_order(texts: Sequence[str], situation: Situation) -> str:
    """Return words with which commands do what an agent's texts say, empty if none covers them."""
    asked = (purpose_question(one, situation) for one in texts if "\n" not in one)  # no text is attached
    if found := next(filter(None, asked), ""):
        return found
    return next((one for one in texts if _is_work(read_purpose(one, situation))), "")


def reminder_of(texts: Sequence[str], situation: Situation) -> str:
    """Return what an agent says whose texts only ask to be reminded, and not of what is here."""
    if any(purpose_question(one, situation) for one in texts):
        return ""
    return next(filter(None, map(reminder_in, texts)), "")


def works_without_model(texts: Sequence[str], situation: Situation) -> bool:
    """Return whether an agent with such texts certainly works without a model."""
    if any(purpose_question(one, situation) or reminder_in(one) for one in texts):
        return True
    readings = (read_purpose(one, situation) for one in texts)
    return any(_is_work(one) and all(map(_is_certain, one.commands)) for one in readings)


def unknown_project(texts: Sequence[str], situation: Situation) -> str:
    """Return a project that an agent's texts name but that doesn't exist."""
    commands = [
        one for text in texts for said in _wordings(text) for one in read_purpose(said, situation).commands
    ]
    named = (_project_of(one) for one in commands)
    return next((one for one in named if one and one not in situation.projects), "")


def _is_work(reading: Reading) -> bool:
    """Return whether commands cover a text, without a guess that writes or concerns agents or the talk."""
    guesses = any(one.writes and one.tentative for one in reading.commands)
    is_other = any(one.name.startswith(_NO_WORK) for one in reading.commands)
    return reading.is_whole and not (guesses or is_other)


def _is_sure(reading: Reading) -> bool:
    return _is_work(reading) and all(map(_surely_reads, reading.commands))


def _surely_reads(command: Command) -> bool:
    return not command.writes and _is_certain(command)


def _is_certain(command: Command) -> bool:
    """Return whether a command refers to no single thing that may not exist."""
    things = (value for value in command.slots.values() if isinstance(value, Reference))
    named = any(one.name or one.is_pronoun or one.place is not None for one in things)
    named |= any(isinstance(one, SourceNamed) and not one.name for one in command.slots.values())
    return not (command.tentative or named or command.name.startswith(_GIVEN))


def _project_of(command: Command) -> str:
    things = (value.project for value in command.slots.values() if isinstance(value, Reference))
    return next(filter(None, things), "") or str(command.slots.get("project") or "")


def _wordings(text: str) -> Iterator[str]:
    """Yield ever shorter parts of a text: 'check what is due and tell me', 'what is due'."""
    said = _of_each_run(without_target(" ".join(text.split()))).strip(" .!?,;:")
    while said:
        yield said
        shorter = (_without_closing(said) or _without_opening(said)).strip(" .!,;:")
        said = shorter if len(shorter) < len(said) else ""  # 'whos' is two words that begin at one place


def _of_each_run(text: str) -> str:
    """Return a text with its days relative to each run: 'that week' is this week."""
    tokens = tokenize(text)
    for place in range(len(tokens) - 1, -1, -1):
        day, size = at_start("days_of_runs", words_in(tokens[place:]))
        if size:
            text = f"{text[: tokens[place].start]}{day}{text[tokens[place + size - 1].end :]}"
    return text


def with_days(text: str, days: str) -> str:
    """Return work for other days in place of the ones it names once: 'that week'. Else an empty text."""
    tokens, known = tokenize(text), table("days_of_runs")
    named = {*known, *(tuple(one.split()) for one in known.values())}
    spans = [(at, size) for at in range(len(tokens)) for size in (4, 3, 2, 1) if at + size <= len(tokens)]
    said = [(at, size) for at, size in spans if words_in(tokens[at : at + size]) in named]
    first = [one for one in said if not any(at < one[0] < at + size for at, size in said)]
    starts = dict(reversed(first))
    if len(starts) != 1:
        return ""
    at, size = next(iter(starts.items()))
    return f"{text[: tokens[at].start]}{days}{text[tokens[at + size - 1].end :]}"


def _without_opening(text: str) -> str:
    tokens = tokenize(text)
    size = at_start("work_opening", words_in(tokens))[1]
    return text[tokens[size].start :] if 0 < size < len(tokens) else ""


def _without_closing(text: str) -> str:
    tokens = tokenize(text)
    size = at_end("work_closing", words_in(tokens))[1]
    return text[: tokens[-size - 1].end] if 0 < size < len(tokens) else ""


def in_full(text: str, projects: Sequence[str]) -> str:
    """Return a text with the full name of the one project that its last words certainly mean.

    Any other text is returned unchanged.
    """
    if any(find_name(one, text) for one in projects):
        return text
    tokens = tokenize(text)
    found = ((one, certain_name(best_names(said, projects), least=PART)) for one, said in _ends(text, tokens))
    start, name = next(((one, name) for one, name in found if name), (None, ""))
    return text if start is None else f"{text[: start.start]}{name}"


def _ends(text: str, tokens: Sequence[Token]) -> Iterable[tuple[Token, str]]:
    """Yield the last words after 'for' or 'in', longest first, with their beginning."""
    for place in range(max(1, len(tokens) - _LONGEST), len(tokens)):
        if at_start("project_behind", (tokens[place - 1].word,))[1]:
            yield tokens[place], text[tokens[place].start :]
