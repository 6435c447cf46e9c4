"""Takes a text as the answer to a form's question. A slot only takes what fits it."""

import re
from collections.abc import Sequence

from intent.commands.places import (
    files_in,
    find_origin,
    handed_over_place,
    lies_in,
    names_new_file,
    page_in,
    place_words,
    read_destination,
    read_places,
    read_source,
    storage_place_in,
)
from intent.forms.counter_questions import asks
from intent.forms.filled import FREE, Filled, FormRead
from intent.forms.fits import fits, is_moment, is_talk, names_file, names_place
from intent.forms.leftovers import unread_part
from intent.forms.names import NAMED
from intent.forms.own_work import purpose_question
from intent.forms.purpose import is_of_agent, read_purpose, strip_opening, tidy_purpose
from intent.forms.schedule_answers import take_schedule
from intent.forms.schedules import find_when
from intent.forms.verbs import plain_verb
from intent.slots.days import find_days
from intent.slots.recurrence import ANY_DAY
from omniforge.projects.search.sentences import sentences_of

_RECEIVER = 3  # words of somebody's name
_FIRST = 200  # characters at the beginning of a longer text, which show its subject
_DATE = re.compile(r"\b\d{1,2}[/.]\d{1,2}\b")
_HERE = ("here", "right here", "just here", "to me", "in here", "hier", "aqui")


def apply_answer(form: FormRead, text: str) -> None:
    """Take a text as the answer to the question, along with other values in it."""
    if form.asking in ("purpose", "description"):
        _take_purpose(form, text)
        return
    if form.asking == "instructions":
        form.found["instructions"] = text.strip()
        return
    if form.asking in form.slots and is_of_agent(text):
        _take_purpose(form, text)
        return
    if form.asking == "source" and (handed := handed_over_place(text)):
        form.found["source"] = handed
        return
    if form.asking == "source" and (place := _told_place(text)):
        form.found["source"] = read_source(place)
        add_instructions(form, sentences_of(text)[1:])
        return
    rest = take_name(form, take_schedule(form, text, asked=form.asking == "when"))
    beside = "destination" if names_new_file(rest) else ""  # 'then into a csv file'
    places = read_places(rest, asking=beside if form.asking in form.found else form.asking)
    destination = places.destination or ("this chat" if rest.strip(" .!").lower() in _HERE else "")
    if destination == "this chat" and find_days(rest, ANY_DAY):
        destination = ""  # 'nobody is here on Friday'
    if destination:
        form.found.setdefault("destination", destination)
        rest = "" if not places.destination else rest
    _fill(form, places.rest if rest else "", places.sources)


def take_told_source(form: FormRead, text: str) -> Filled | None:
    """Return where a text says, unasked, that the data is: 'what I paste here', 'it's in our till system'."""
    told = handed_over_place(text) or (lies_in(text) and names_place(text))
    if not told or form.asking in ("source", *FREE):
        return None
    apply_answer(asked := FormRead(form.slots, form.now, "source", form.situation), text)
    return asked.filled if "source" in asked.found else None


def _told_place(text: str) -> str:
    """Return the place where a sentence says data is stored, if it names no known system."""
    known = read_places(text, asking="source").sources
    return storage_place_in(text) if not known and fits("source", next(iter(sentences_of(text)), "")) else ""


def _take_purpose(form: FormRead, text: str) -> None:
    """Take the agent's work, with schedule and destination. A remark such as 'hurry up' isn't work."""
    orders = is_of_agent(text) or bool(plain_verb(text.strip().partition(" ")[0]))
    told = tidy_purpose(strip_opening(text))
    purpose = (told if orders else "") or read_purpose(text) or told
    if not purpose or not _is_work(form, purpose, text):
        return
    begun = FormRead(form.slots, {}, "", form.situation)
    rest = take_name(begun, take_schedule(begun, text, asked=False))
    places = read_places(rest)
    form.found |= begun.found
    form.found |= {"destination": places.destination} if places.destination else {}
    take_source(form, rest, places.sources)
    if names_file(text) and not any(plain_verb(word) for word in text.split()):
        form.found["source"] = read_source(text)
        return
    form.found["description" if form.asking == "description" else "purpose"] = purpose
    form.found["instructions"] = strip_opening(text) or text.strip()


def take_source(form: FormRead, text: str, systems: Sequence[str]) -> None:
    """Take the systems that a text names, or what it fetches from. A project isn't a system."""
    fetched = find_origin(text) or page_in(text)
    is_own = any(fetched.casefold() in one.casefold() for one in form.situation.projects)
    if source := " and ".join(systems) or ("" if is_own else fetched) or files_in(text):
        form.found["source"] = source


def _is_work(form: FormRead, purpose: str, text: str) -> bool:
    """Return whether words are an agent's work: no remark, and no question except one that it answers."""
    if purpose_question(purpose, form.situation):
        return True
    is_dated = bool(find_days(text, ANY_DAY) or _DATE.search(text))
    if is_dated and not plain_verb(purpose.partition(" ")[0]):
        return False
    return not (is_talk(purpose) or asks(text) or read_destination(text) == "this chat")


def _fill(form: FormRead, rest: str, sources: Sequence[str]) -> None:
    """Fill the requested slot with the rest of an answer, if it fits. Other talk is left to other readers."""
    rest = rest.strip(" ,;.!")
    if form.asking == "when" or not form.asking:
        _take_other(form, rest, sources)
    elif not rest or form.asking in form.found:
        return
    elif form.adds and form.asking == "source" and not (sources or names_place(rest)):
        form.problem = rest  # 'and Petra too' adds to nothing
    elif is_moment(rest, form.situation.now) or not (sources or fits(form.asking, rest)):
        _refuse(form, rest)
    else:
        _fill_asked(form, rest, sources)


def _refuse(form: FormRead, rest: str) -> None:
    """Keep what can't be taken as a problem. 'to Petra' is a receiver that can't be one."""
    form.problem = "" if is_talk(rest) or form.found else rest
    lead, _, who = form.problem.partition(" ")
    if form.asking == "destination" and lead.lower() == "to" and len(who.split()) <= _RECEIVER:
        form.problem, form.problem_of = who.removesuffix(" too"), form.asking


def _take_other(form: FormRead, rest: str, sources: Sequence[str]) -> None:
    """Take a system named in passing. If a schedule is expected, other words are ignored."""
    if form.asking == "when" and not (form.found or form.problem or is_talk(rest)):
        form.problem = rest
    elif sources and not form.now.get("source"):
        form.found["source"] = " and ".join(sources)
    elif not form.asking and not form.found and not form.problem:
        when = find_when(rest, form.situation.now.date(), asked=True)
        form.problem = when.problem if when and not is_talk(rest) else ""
    elif rest and "when" in form.found and not form.problem:
        form.problem = unread_part(form, rest)


def _fill_asked(form: FormRead, rest: str, sources: Sequence[str]) -> None:
    if form.asking == "source":
        _fill_source(form, rest, sources)
    elif form.asking == "subject":
        form.found["subject"] = _in_sentence(rest)
    elif form.asking == "name":
        form.found["name"] = place_words(rest)
    elif value := read_destination(rest):
        form.found["destination"] = value


def _fill_source(form: FormRead, rest: str, sources: Sequence[str]) -> None:
    """Take the clause that names the source. The other clauses become instructions."""
    if not sources and not (source := read_source(rest)):
        form.problem = rest
        return
    clauses = [one.strip() for one in re.split(r"[,;\n]\s*|[.!]\s+", rest) if one.strip()]
    naming = [one for one in clauses if not sources or read_places(one, asking="source").sources]
    form.found["source"] = read_source(", ".join(naming)) if sources else source
    others = [one for one in clauses if one not in naming and " " in one] if sources else []
    add_instructions(form, [", ".join(others)] if others else [])


def add_instructions(form: FormRead, more: Sequence[str]) -> None:
    """Append further wishes to the instructions."""
    if more:
        form.found["instructions"] = "\n".join(filter(None, (form.now.get("instructions", ""), *more)))


def take_name(form: FormRead, text: str) -> str:
    """Take the name from a text, and return the rest."""
    match = NAMED.search(text)
    if match is None or "name" not in form.slots or form.asking == "source":
        return text
    form.found["name"] = match["name"] or match["proper"]
    return f"{text[: match.start()]}{text[match.end() :]}".strip()


def _in_sentence(text: str) -> str:
    """Return a text for use within a sentence. Names and abbreviations keep their capitals."""
    small = re.match(
        r"(?:The|All|Any|Only|Every|Everything|Our|My|Their|Past|New|Open|Those|These|A|An)\b", text
    )
    return f"{text[0].lower()}{text[1:]}" if small else text


def of_long_text(form: FormRead, message: str) -> Filled:
    """Take a long text as the instructions, if that can be the answer."""
    if form.asking not in FREE:
        return Filled(leaves=True)
    first = tidy_purpose(message[:_FIRST])
    return Filled(
        {"instructions": message.strip()} | ({} if form.asking == "instructions" else {form.asking: first})
    )
