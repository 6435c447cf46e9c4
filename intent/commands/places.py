"""Where an agent reads from and sends its results to, according to a message."""

import re
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from intent.commands.grammar.tokens import tokenize
from intent.commands.place_names import named_systems, with_parts
from intent.commands.silent import leads
from intent.commands.words import at_start
from intent.data_files import pattern
from intent.slots.recurrence import ANY_DAY, find_recurrence
from intent.slots.systems import find_systems, properly_spelled, unknown_sources
from intent.slots.times import find_times
from intent.slots.zones import read_zone

_pattern = partial(pattern, "places")

_CUT = _pattern("cut")
_CHANNEL = _pattern("channel", flags=re.NOFLAG)
_ADDRESS = _pattern("address", flags=re.NOFLAG)
_TARGET = _pattern("target")
_SENDS = _pattern("sends")
_SENDING = _pattern("sending")
_HERE = _pattern("here")
_TELLS_HERE = _pattern("tells_here")
_BY_MAIL, _ONLY_MAIL = _pattern("by_mail"), _pattern("only_mail")
_FILE = _pattern("file")
_READ_FILES, _WITHIN_FILE = _pattern("read_files"), _pattern("within_file")
_LEAD_IN = _pattern("lead_in")
_NOT_THERE = _pattern("not_there", flags=re.I | re.S)
_HAS_COME = _pattern("has_come")
_DENIED = _pattern("denied")
# What is fetched comes from a system, under any name; mail comes from a mailbox.
_HANDS = {"paste": "paste", "type": "paste"}
_HANDED = _pattern("handed")
_LIES_IN = _pattern("lies_in")
_FETCHED = (
    _pattern("pulled_from", flags=re.NOFLAG),
    _pattern("posts_on", flags=re.NOFLAG),
    _pattern("read_in_mailbox"),
)
_WRITTEN = _pattern("written")
_AGENT_IS_TO = _pattern("agent_is_to")
_BY_PEOPLE = _pattern("by_people")
_PAGE = re.compile(r"\bhttps?://\S*[\w/]")
_LONGEST = 12  # words of a place
_FOR_THAT = _pattern("for_that")
_KEPT = 6  # words of a place within a sentence
_EXCEL = "Excel"  # both a system's name and a kind of file
_PLACES = ("source", "destination")  # slots that take a place


def names_target(text: str) -> bool:
    """Return whether a text names a channel, an address or this chat."""
    return any(one.search(text) for one in (_CHANNEL, _ADDRESS, _HERE))


def names_new_file(text: str) -> bool:
    """Return whether a text names a kind of file that can be written here: 'an Excel file'."""
    return bool(_FILE.search(text)) and {one.name for one in find_systems(text)} <= {_EXCEL}


def tells_here(text: str) -> bool:
    """Return whether a text only says that somebody wants to be told: 'and lets me know'."""
    return bool(_TELLS_HERE.search(text))


def without_target(text: str) -> str:
    """Return a text without the channel or address for results: 'the late tasks to #desk'."""
    return _TARGET.sub("", text)


class Places(NamedTuple):
    """The `sources` and `destination` in a text, and the clauses that name neither."""

    sources: tuple[str, ...]
    destination: str
    rest: str


def read_places(text: str, *, asking: str = "") -> Places:
    """Return the places that a text names. `asking` is the slot just asked for."""
    parts = _CUT.split(with_parts(_without_denied(text)))
    sources, destinations, kept = unknown_sources(text), list[str](), list[str]()
    for place in range(0, len(parts), 2):
        clause = parts[place]
        if written := _written_to("".join(parts[:place]), clause, asking):
            destinations.append(written)
            clause = clause[: clause.rindex(written)]  # what it is made from comes before it
        elif goes_to := _destination(clause, _asked_of(place, parts, asking, after=destinations)):
            destinations.append(goes_to)
            sources += _read_from(clause, goes_to)
            continue
        named = named_systems(clause)
        sources += [words for one, words in named if asking == "source" or one.role == "source"]
        kept += [] if written else [parts[place - 1] if kept else "", clause]
    return Places(
        tuple(dict.fromkeys(sources)), " and ".join(dict.fromkeys(destinations)), "".join(kept).strip()
    )


def _read_from(clause: str, goes_to: str) -> list[str]:
    """Return the systems that a clause reads from before it names its destination."""
    named = named_systems(clause[: clause.find(goes_to.split()[0])])
    return [words for one, words in named if one.role == "source" and words not in goes_to]


def _without_denied(text: str) -> str:
    """Return a text without the place that results should not go to: '…, not by email'."""
    found = _DENIED.search(text)
    is_place = found and (names_target(found["what"]) or find_systems(found["what"]))
    return f"{text[: found.start()]}{text[found.end() :]}" if found and is_place else text


def _asked_of(place: int, parts: Sequence[str], asking: str, *, after: Sequence[str]) -> str:
    """Return the slot that a clause answers: beside 'Zendesk', '#parcels' is the destination.

    So is a channel or address alone `after` another one: 'to #desk and #front'.
    """
    clause, joint = parts[place], "".join(parts[max(place - 1, 0) : place])
    if after and any(one.fullmatch(clause.strip(" .!")) for one in (_CHANNEL, _ADDRESS)):
        return "destination"
    others = [one for at, one in enumerate(parts[::2]) if 2 * at != place]
    sent = (_ADDRESS.search(clause) or _FILE.search(clause)) and _SENDS.search(clause)
    target = _CHANNEL.search(clause) or _HERE.search(clause) or sent
    apart = not joint.strip().isalpha() or _SENDS.match(clause)
    beside = target and apart and not _is_store(clause) and any(map(_is_store, others))
    also_here = not asking and _HERE.search(clause) and any(map(_is_target, others))
    return "destination" if also_here or (asking == "source" and beside) else asking


def _is_target(clause: str) -> bool:
    """Return whether a clause sends results to a channel or an address."""
    return bool((_CHANNEL.search(clause) or _ADDRESS.search(clause)) and _SENDS.search(clause))


def _is_store(clause: str) -> bool:
    """Return whether a clause names a system that stores data."""
    return any(one.role == "source" for one in find_systems(clause))


def find_origin(text: str) -> str:
    """Return the system or mailbox that a text fetches from, empty if it names none."""
    found = next(filter(None, (one.search(text) for one in _FETCHED)), None)
    place = next(filter(None, found.groupdict().values()), "") if found else ""
    is_when = place and (find_recurrence(place, ANY_DAY, asked=True) or find_times(place))
    return "" if is_when or find_systems(place) or read_zone(place) else place


def storage_place_in(text: str) -> str:
    """Return the place where a sentence says data is stored: 'we keep that in Fresha, our till'."""
    tokens = tokenize(text)
    while tokens and (tokens[0].is_mark or leads((tokens[0].word,))):
        tokens = tokens[1:]
    words, at, last = tuple(one.word for one in tokens), 0, ""
    while size := at_start("keeps", words[at:])[1]:
        last = at_start("keeps", words[at:])[0]
        at += size
    holds = at and at_start("keeps", words)[0] == "holder" and (last == "into" or "use" in words[:at])
    place = re.split(r"[,;(]|[.!?]\s", text[tokens[at].start :])[0] if holds and at < len(tokens) else ""
    place = _FOR_THAT.sub("", place.strip(" .!"))
    return place if len(place.split()) <= _KEPT else ""


def handed_over_place(text: str) -> str:
    """Return as a place what a person hands over each time: 'what I attach here', else empty."""
    found = _HANDED.match(text.strip(" .!").casefold())
    return f"what I {_HANDS.get(found['deed'], 'attach')} here" if found else ""


def lies_in(text: str) -> bool:
    """Return whether a text begins to say where something is stored: 'it's in …', 'from …'."""
    return bool(_LIES_IN.match(text.strip()))


def page_in(text: str) -> str:
    """Return the one web address in a text, empty if there is none, or several."""
    pages = _PAGE.findall(text)
    return str(pages[0]) if len(pages) == 1 else ""


def files_in(text: str) -> str:
    """Return the files that a text reads from, by their names: 'stock.csv and sales.csv'."""
    return " and ".join(dict.fromkeys(one["file"] for one in _READ_FILES.finditer(text)))


def without_files(text: str) -> str:
    """Return a text without the files that it reads from: 'list the wines in stock.csv with less than 40'."""
    return _WITHIN_FILE.sub("", text)


def read_source(text: str) -> str:
    """Return the answer to where the data is: the systems or files by name, else the words."""
    if handed := handed_over_place(text):
        return handed
    if page := page_in(text):
        return page
    systems = [words for _, words in named_systems(with_parts(text))]
    address = _ADDRESS.search(text)
    if address:
        return f"{address[0]} in {systems[0]}" if systems else address[0]
    named = " and ".join(dict.fromkeys(systems)) or files_in(text)
    return named or storage_place_in(text) or place_words(text)


def read_destination(text: str) -> str:
    """Return the answer to where results go, as short as possible."""
    return read_places(text, asking="destination").destination or place_words(text)


def place_words(text: str) -> str:
    """Return a place without the words that lead up to it, empty if it is too long."""
    words = properly_spelled(_LEAD_IN.sub("", text.strip(" ,;.!")).strip(" ,;.!"))
    return words if len(words.split()) <= _LONGEST else ""


def _destination(clause: str, asking: str) -> str:
    """Return where a clause sends results, empty if it doesn't."""
    is_asked = asking == "destination"
    if tells_here(clause):
        return "this chat"
    clause = _HAS_COME.sub("", _NOT_THERE.sub("", clause))
    sends = _SENDING if asking == "source" else _SENDS
    by_mail = is_asked and _ONLY_MAIL.match(clause.strip(" .!"))
    if by_mail or (_HERE.search(clause) and (is_asked or sends.search(clause))):
        return "email" if by_mail or _BY_MAIL.search(clause) else "this chat"
    if asking == "source" and not sends.search(clause):
        return ""
    named = _receiving(clause, is_asked)
    target = _CHANNEL.search(clause) or _ADDRESS.search(clause)
    is_file = is_asked and not target and names_new_file(clause) and not any(" in " in one for one in named)
    if is_file and (file := _FILE.search(clause)):
        return file[0]
    if not named and not (target and (is_asked or _SENDS.search(clause))):
        return ""
    where = " and ".join(dict.fromkeys(named))
    if not target or where.startswith(f"{target[0]} in "):
        return where
    if "@" in target[0][1:]:
        return f"email to {target[0]}"
    return f"{target[0]} in {where}" if where else target[0]


def _written_to(before: str, clause: str, asking: str) -> str:
    """Return the document that a clause says to write to, empty if it names another place."""
    found = _WRITTEN.search(clause) if asking not in _PLACES else None
    if found is None or _tells_of_people(before):
        return ""
    place = found["place"] or found["inside"]
    rest = clause[clause.rindex(place) :]
    elsewhere = names_target(rest) or any(one.name != _EXCEL for one in find_systems(rest))
    return "" if elsewhere else str(place)


def _tells_of_people(before: str) -> bool:
    """Return whether a sentence describes current practice: 'we get orders by mail (and write them …)'."""
    sentence = re.split(r"[.!?]\s", before)[-1]
    return bool(_BY_PEOPLE.search(_AGENT_IS_TO.split(sentence)[-1]))


def _receiving(clause: str, is_asked: bool) -> Sequence[str]:
    return [words for one, words in named_systems(clause) if one.role == "destination" or is_asked]
