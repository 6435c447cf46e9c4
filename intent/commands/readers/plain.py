"""Slots for single words and free text: states, priorities, fields, titles, addresses."""

from collections.abc import Sequence
from dataclasses import replace

from intent.commands.grammar.slot_types import Reader, Words, slot_type, words_in
from intent.commands.grammar.tokens import FIGURE, PAST, shapes
from intent.commands.readers.things.homes import read_homes
from intent.commands.words import cue_words, key_of, longest, table
from intent.slots.days import find_day
from intent.slots.moments import tells_when
from omniforge.projects.search.words import stem_of


def _keyed(table: str) -> Reader:
    def reader(words: Words) -> str | None:
        if len(words.tokens) > longest(table):
            return None
        return key_of(table, words.text) or None

    return reader


_TOPIC = 8  # words
_BEFORE_ORDER, _MUST = 2, ("has", "have", "must", "should", "needs", "need")  # words of a reason at least
_FEW = 4  # words of 'until the fair is over'

_KEYED = (  # types whose values are the keys of a table of the same name
    *("state", "state_verb", "field", "relation", "most", "compared", "files_word", "order_by"),
    *("text_unit", "table_format", "help_topic", "day_unit", "threat", "order_named"),
)
for _table in _KEYED:
    slot_type(_table, cues=words_in(_table))(_keyed(_table))


@slot_type("ordinal")
def _ordinal(words: Words) -> int | None:
    """Return an index in a list, from 1. Negative ones count from the end."""
    key = key_of("ordinal", words.text)
    return int(key) if key else None


@slot_type("order")
def _order(words: Words) -> str | None:
    """Return words that are a complete order, whatever was said before them."""
    from intent.commands.reader import read_commands  # avoids an import cycle

    reading = read_commands(words.text, replace(words.situation, said=""))
    certain = all(one.writes and one.name != "work.order" for one in reading.commands)
    return words.text if reading.is_whole and certain else None


@slot_type("few_words")
def _few_words(words: Words) -> str | None:
    """Return a few words that end a message and give no day or time: 'until I return'."""
    is_few = len(words.tokens) <= _FEW and not any(one.is_mark or one.word.isdigit() for one in words.tokens)
    return words.text if is_few and not find_day(words.text, words.situation.now.date()) else None


@slot_type("written", free=True)
def _written(words: Words) -> str | None:
    """Return what is to be written by a model. 'Write down that …' and 'write that down' ask to keep it."""
    said = [one.word for one in words.tokens]
    return None if "down" in (said[0], *said[1:2]) else words.text


@slot_type("done_state", cues=words_in("state"))
def _done_state(words: Words) -> str | None:
    """Return the key of 'done' for a word that means it."""
    return "done" if _keyed("state")(words) == "done" else None


@slot_type("told_state", cues=words_in("state"))
def _told_state(words: Words) -> str | None:
    """Return a state's key, except from a word that may also describe a thing: 'stuck'."""
    return None if key_of("condition", words.text) else _keyed("state")(words)


@slot_type("open_state", cues=words_in("state"))
def _open_state(words: Words) -> str | None:
    """Return the key of an unfinished state."""
    found = _keyed("state")(words)
    return found if found in ("open", "started", "blocked") else None


@slot_type("deed", cues=lambda: cue_words("deed") | {PAST})
def _deed(words: Words) -> str | None:
    """Return a finished action in the form of a title: 'painted', 'send' for 'sent', 'picked up'."""
    first, *rest = [token.word for token in words.tokens] or [""]
    if len(rest) > 1 or not all(key_of("deed_particle", one) for one in rest):
        return None
    is_past = PAST in shapes(first) and not key_of("no_deed", first)
    verb = key_of("deed", first) or (_present(first) if is_past else "")
    return " ".join((verb, *rest)) if verb else None


@slot_type("arrival", cues=words_in("arrival"))
def _arrival(words: Words) -> str | None:
    """Return by what comes of it that something is done: 'arrive' for 'here'."""
    return key_of("arrival", words.text) or None


def brought_about_by(deed: str) -> Sequence[str]:
    """Return the verbs of work by which something comes about: 'order' and 'fetch' for 'arrive'."""
    return [form[0] for form, key in table("brings_about").items() if key == deed]


def _present(past: str) -> str:
    """Return 'fix' for 'fixed' and 'tidy' for 'tidied'."""
    return f"{past[:-3]}y" if past.endswith("ied") else stem_of(past)


def fits_any(deed: str) -> bool:
    """Return whether a verb applies to any work: 'finish'."""
    return bool(key_of("any_deed", deed))


@slot_type("priority", cues=words_in("priority"))
def _priority(words: Words) -> int | None:
    key = _keyed("priority")(words)
    return int(key) if key else None


@slot_type("rank")
def _rank(words: Words) -> int | None:
    """Return a priority if nothing else can be meant, so that a bare figure counts."""
    bare = int(words.text) if words.text in ("1", "2", "3", "4", "5") else None
    return bare or _priority(words)


@slot_type("text", "rest", free=True)
def _text(words: Words) -> str | None:
    return words.text or None


@slot_type("reason", free=True)
def _reason(words: Words) -> str | None:
    """Return a reason, unless an order follows in it: 'he is away it has to be Friday'."""
    said = [one.word for one in words.tokens]
    later = zip(said[_BEFORE_ORDER:], said[_BEFORE_ORDER + 1 :], strict=False)
    orders = any(key_of("pronoun", one) and after in _MUST for one, after in later)
    return None if orders else words.text or None


@slot_type("sentence", free=True)
def _sentence(words: Words) -> str | None:
    """Return words as a sentence, with a capital and a period."""
    text = words.text.strip().rstrip(".!")
    return f"{text[:1].upper()}{text[1:]}." if text else None


@slot_type("quoted")
def _quoted(words: Words) -> str | None:
    return words.tokens[0].text if len(words.tokens) == 1 and words.tokens[0].is_quoted else None


@slot_type("email")
def _email(words: Words) -> str | None:
    one = words.tokens[0] if len(words.tokens) == 1 else None
    return one.text if one and "@" in one.word[1:] else None


@slot_type("word")
def _word(words: Words) -> str | None:
    return words.text if len(words.tokens) == 1 else None


@slot_type("topic", free=True)
def _topic(words: Words) -> str | None:
    """Return a topic of a few words."""
    return words.text if words.tokens and len(words.tokens) <= _TOPIC else None


@slot_type("own_topic", free=True)
def _own_topic(words: Words) -> str | None:
    """Return a topic that refers to nothing else: 'blue', but not 'open it again'."""
    points = any(key_of("pronoun", one.word) for one in words.tokens if not one.is_quoted)
    return None if points else _topic(words)


@slot_type("title_number", free=True, cues=lambda: frozenset((FIGURE,)))
def _title_number(words: Words) -> str | None:
    """Return a figure with what it counts, '30 bags', or alone, but no day and no time."""
    figure, *unit = words.tokens[0].word, *words.tokens[1:]
    counts = figure.isdigit() and all(one.word.isalpha() for one in unit)
    is_time = bool(unit) and tells_when(words.text)
    return words.text if counts and not is_time and len(unit) < _TOPIC else None


@slot_type("title_figure", free=True, cues=lambda: frozenset((FIGURE,)))
def _title_figure(words: Words) -> str | None:
    """Return a figure with what it counts: '11' alone may be a time."""
    return _title_number(words) if len(words.tokens) > 1 else None


@slot_type("undated")
def _undated(words: Words) -> str | None:
    """Return a purpose that isn't a day, 'for 28 November', or a project."""
    tells = words.tokens[0].word[:1].isdigit() or tells_when(words.text) or read_homes(words)
    return None if tells else _topic(words)


@slot_type("level", cues=words_in("priority"))
def _level(words: Words) -> str | None:
    """Return an impact: 'high'."""
    return words.text.casefold() if _keyed("priority")(words) else None


@slot_type("chance", cues=lambda: cue_words("chance") | {FIGURE})
def _chance(words: Words) -> float | None:
    """Return a probability from 0 to 1, also for a word."""
    word = _keyed("chance")(words)
    return float(word) if word else _percent(words)


@slot_type("percent", cues=lambda: frozenset((FIGURE,)))
def _percent(words: Words) -> float | None:
    """Return a share from 0 to 1: '40%', '40 percent', '0.4'."""
    row = [token.word for token in words.tokens if token.word not in ("%", "percent", "per", "cent")]
    try:
        number = float(row[0].rstrip("%")) if len(row) == 1 else -1.0
    except ValueError:
        return None
    share = number / 100 if number > 1 or len(row) < len(words.tokens) else number
    return share if 0 <= share <= 1 else None
