"""Reads references to things: 'the second task', 'it', 'all overdue tasks of Ben in Marlow Road'."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from intent.commands.catalogue import JOINTS, verbs
from intent.commands.errands import holds_an_errand
from intent.commands.grammar.slot_types import Words, text_of
from intent.commands.grammar.tokens import Token, split_at
from intent.commands.readers.things.belongings import read_belongings
from intent.commands.readers.things.others import read_counted, read_other
from intent.commands.readers.things.phrases import (
    Phrase,
    note_kind,
    take_about,
    take_article,
    take_conditions_before,
    take_kind,
    take_number,
    take_place,
    take_project,
    take_project_before,
)
from intent.commands.remarks import follows_statement, only_states
from intent.commands.types import THEM, Condition, Reference
from intent.commands.words import at_start, key_of, table
from intent.commands.work.conditions import conditions_after
from intent.commands.work.exceptions import allows_exceptions, exclude, is_by_condition, split_exceptions
from intent.commands.work.theirs import points_at_theirs
from intent.sentences.question_forms import is_question

_LONGEST = 24  # words
_LIMITING = ("only", "just", "but")
_ALL = "all"
WORK = ("task", "goal", "plan", "milestone", "risk", "requirement", "document", "folder", "project", "thing")
_UNOWNED = ("document", "folder", "project")  # 'my documents' are everybody's


def read_reference(words: Words) -> Reference | None:
    """Return the reference in words, or None if they can't be one."""
    if not words.tokens or len(words.tokens) > _LONGEST or _leads_to_order(words.tokens):
        return None
    if pronoun := table("pronoun").get(tuple([token.word for token in words.tokens])):
        number = 2 if pronoun == "two" else None
        return Reference(words.text, is_pronoun=True, is_plural=pronoun != "one", number=number)
    if found := read_other(words) or read_counted(words) or _each_by_place(words):
        return found
    described = read_described(words)
    if points_at_theirs(tuple([token.word for token in words.tokens])):
        return described if described and _is_theirs(described) else None  # 'all of hers' is not all tasks
    return described or _named(words)


def _leads_to_order(tokens: Sequence[Token]) -> bool:
    """Return whether words continue with an order or statement, no part of a name: 'it is here, so make …'.

    Also 'one clerk but we need two', and '1 and 5 are mine, 2 and 3'.
    """
    pairs = [(one.word, after.word) for one, after in pairwise([one for one in tokens if not one.is_mark])]
    orders = [after for first, after in pairs if first == "so" and (after in verbs() or _states(tokens))]
    tells = [after for first, after in pairs if first == "but" and key_of("teller", after)]
    owns = tokens[0].word.isdigit() and (("are", "mine") in pairs or ("is", "mine") in pairs)
    told = bool(orders or tells) or owns
    return told or any(key_of("tells_me", f"{first} {after}") for first, after in pairs)


def _states(tokens: Sequence[Token]) -> bool:
    """Return whether the words before a 'so' state something: 'Ann is ill so the gate'."""
    at = next(place for place, one in enumerate(tokens) if one.word == "so")
    return at > 0 and (tokens[at - 1].word == "," or follows_statement(tokens, at))


def _is_theirs(found: Reference) -> bool:
    return any(one.field == "assignee" and one.value == THEM for one in found.conditions)


def read_described(words: Words) -> Reference | None:
    """Return a reference without a name: 'the second one', 'all tasks of Ben that are overdue'."""
    return _described(words) or _all_but(words)


def _all_but(words: Words) -> Reference | None:
    """Return several things minus the exceptions: 'all tasks except Order gloves'."""
    cut = split_exceptions(words)
    found, rest = (_several(cut[0]), read_left_out(cut[1])) if cut else (None, None)
    return exclude(found, rest.parts or (rest,)) if found and rest and allows_exceptions(found) else None


def _several(words: Words) -> Reference | None:
    """Return the things of which some are excluded. 'all' alone means those of the last list."""
    if words.text.casefold() == _ALL or key_of("pronoun", words.text) == "many":
        return Reference(words.text, is_pronoun=True, is_plural=True)
    return read_described(words)


def read_left_out(words: Words) -> Reference | None:
    """Return the exceptions: by index in the last list, by one condition, or by name."""
    placed = _described(words)
    if placed and (placed.place is not None or is_by_condition(placed)):
        return placed
    return read_belongings(words) or _named(words)


def _described(words: Words) -> Reference | None:
    phrase = _begun(words)
    take_conditions_before(phrase)
    take_number(phrase)
    take_project_before(phrase)
    key, size = at_start("kind", phrase.folded)
    if not size and "place" not in phrase.found:
        return read_limits_of_all(phrase)
    if size:
        note_kind(phrase, key, phrase.tokens[size - 1].word)
        phrase.drop_first(size)
    after = conditions_after(words, phrase.tokens) if size else None if phrase.tokens else ()
    if after is None:
        return None
    phrase.conditions += after
    return _with_conditions(phrase)


def read_limits_of_all(phrase: Phrase) -> Reference | None:
    """Return 'everything' with its conditions: 'everything due on Friday'."""
    after = conditions_after(phrase.words, phrase.tokens) if phrase.found.get("is_all") else None
    if not after:
        return None
    phrase.conditions += after
    return _with_conditions(phrase)


def read_limits(words: Words) -> Reference | None:
    """Return things given by conditions only: 'overdue', 'due this week and not assigned'."""
    phrase = Phrase(words, list(words.tokens))
    after = conditions_after(words, phrase.tokens) if phrase.tokens else None
    if not after:
        return None
    phrase.conditions += after
    phrase.found["is_plural"] = True
    return _with_conditions(phrase)


def _with_conditions(phrase: Phrase) -> Reference:
    """Return the reference with its project as one of the conditions."""
    projects = [one for one in phrase.conditions if one.field == "project"]
    others = [one for one in phrase.conditions if one not in projects]
    whose = "me" if phrase.is_mine else THEM if phrase.is_theirs else ""
    if whose and "is_plural" in phrase.found and phrase.found.get("kind") not in _UNOWNED:
        others.append(Condition("assignee", whose))
    if projects:
        phrase.found["project"] = projects[0].value
    return replace(Reference(phrase.words.text, conditions=tuple(others)), **phrase.found)


def _named(words: Words) -> Reference | None:
    full = text_of(words.source, _begun(words, places=False).tokens)
    phrase = _begun(words)
    phrase.found.pop("number", None)
    for take in (take_project, take_kind, take_about, take_article):
        take(phrase)
    rest = phrase.tokens
    holds = _holds_an_order(words.tokens) and not words.situation.loose_names
    holds = holds or holds_an_errand(words.tokens) or _holds_a_question(words) or _holds_a_limit(words.tokens)
    parts = tuple(_parts(words))
    if rest and rest[0].word == ":":
        return None  # 'three tasks: order hay' lists them
    if rest and not _are_quoted(words, parts) and (_is_no_name(rest) or holds or _holds_reason(words)):
        return None
    quoted = len(rest) == 1 and rest[0].is_quoted
    name = text_of(words.source, rest)
    if name and "place" in phrase.found:  # 'First aid kit' is a name, and 'the second lease task' is none
        phrase.found.pop("place")
        name = full
    found = Reference(words.text, name=name, full=full, is_quoted=quoted, parts=() if quoted else parts)
    return replace(found, **phrase.found)


def _begun(words: Words, *, places: bool = True) -> Phrase:
    phrase = Phrase(words, [token for token in words.tokens if token.word != ","])
    take_article(phrase)
    if places:
        take_place(phrase)
    return phrase


def _parts(words: Words) -> Iterator[Reference]:
    """Yield the references in a list: 'the lease task, Order gloves and the second one'."""
    rows = _rows(words)
    for row in rows if len(rows) > 1 else ():
        if part := read_reference(replace(words, tokens=row)):
            yield part


def _rows(words: Words) -> list[tuple[Token, ...]]:
    """Return the words between a list's commas and 'and'."""
    rows = split_at(words.tokens, (",", "and", "und", "y"))
    return [row for row in rows if row] if len(rows) > 1 else []


def _each_by_place(words: Words) -> Reference | None:
    """Return several things of the last list by their places: 'the first and the last'."""
    rows = _rows(words)
    parts = [_described(replace(words, tokens=row)) for row in rows]
    places = [one for one in parts if one and one.place is not None]
    return (
        Reference(words.text, is_plural=True, parts=tuple(places)) if len(places) == len(rows) > 1 else None
    )


def _are_quoted(words: Words, parts: Sequence[Reference]) -> bool:
    """Return whether words list only quoted names: 'the tasks "Rent" and "Keys"'."""
    return len(parts) == len(_rows(words)) > 1 and all(part.is_quoted for part in parts)


def _is_no_name(tokens: Sequence[Token]) -> bool:
    if tokens[0].is_quoted:
        return len(tokens) > 1
    if key_of("field", " ".join(token.word for token in tokens)):
        return True
    sets_condition = any(key_of("condition_word", token.word) for token in tokens if not token.is_quoted)
    return sets_condition or bool(key_of("no_name", tokens[0].word) or key_of("no_end", tokens[-1].word))


def _holds_an_order(tokens: Sequence[Token]) -> bool:
    """Return whether a would-be name continues with an order: 'X and mark Y as done', 'X, give it'."""
    words = [token.word for token in tokens if not token.is_quoted]
    if any(joint in JOINTS and word in verbs() and joint != "," for joint, word in pairwise(words)):
        return True
    if words[:1] and words[0] in verbs() and _points(words[:2]):
        return True
    starts = (at + 1 for at, word in enumerate(words) if word in (",", ":"))
    return any(_points(words[at : at + 2]) or _is_of_theirs(words[at : at + 3]) for at in starts)


def _holds_a_limit(tokens: Sequence[Token]) -> bool:
    """Return whether a would-be name continues with what alone is wanted: 'X, but only the name'."""
    return any(comma.word == "," and word.word in _LIMITING for comma, word in pairwise(tokens))


def may_sound_like_orders(tokens: Sequence[Token]) -> bool:
    """Return whether any names in a message could be read otherwise with `loose_names`."""
    words = [token.word for token in tokens if not token.is_quoted]
    if "," in words or ":" in words:
        return True
    return any(
        (one in JOINTS and word in verbs()) or (one in verbs() and key_of("pronoun", word))
        for one, word in pairwise(words)
    )


def _holds_a_question(words: Words) -> bool:
    """Return whether a would-be name continues with a question: 'X, and who has Y'."""
    asks = (
        after.start
        for joint, after in pairwise(words.tokens)
        if joint.word in JOINTS and key_of("asking", after.word) and not after.is_quoted
    )
    return any(is_question(words.source[start : words.tokens[-1].end]) for start in asks)


def _points(words: Sequence[str]) -> bool:
    """Return whether a clause begins with 'that', or with an order about it: 'give those'."""
    begun = words[1:] if words and words[0] in verbs() else words
    return bool(begun) and bool(key_of("pronoun", begun[0]))


def _is_of_theirs(words: Sequence[str]) -> bool:
    """Return whether a clause begins with the things of somebody named: 'give all her', 'all her'."""
    return any(key_of("article", one) == "theirs" for one in words)


def _begins_to_tell(pair: tuple[Token, Token]) -> bool:
    """Return whether a statement about a person follows a comma: ', he'."""
    mark, word = pair
    return mark.word == "," and bool(key_of("teller", word.word)) and not word.is_quoted


def _holds_reason(words: Words) -> bool:
    """Return whether a comma in a would-be name begins a reason: 'X, nobody needs it', 'X, he'."""
    commas = [token for token in words.tokens if token.word == "," and not token.is_quoted]
    if words.situation.loose_names or not commas:
        return False
    if any(map(_begins_to_tell, pairwise(words.tokens))):
        return True
    first, last = words.tokens[0].start, words.tokens[-1].end
    before, after = words.source[first : commas[0].start], words.source[commas[-1].end : last]
    return only_states(before) or only_states(after)
