"""Says which parts of a message no command covers, if another part was done."""

from collections.abc import Container, Iterator, Sequence

from intent.commands import Command, Reference
from intent.commands.readers.tables.cell_changes import corrects_figure
from intent.commands.remarks import only_states
from intent.commands.words import as_words, key_of
from intent.data_files import words_of
from intent.dialogue import read_small_talk
from intent.sentences.question_forms import asks_to_show, is_question
from intent.statements.facts import is_told, statements_in
from intent.statements.from_replies import NOTED
from intent.statements.openings import asks_to_keep
from intent.statements.referents import points_at_person
from intent.statements.statement import Statement
from omniforge.tables.markdown import plain

_FEW = 2  # words without an object
_SHORT = 4  # letters of words in 'ed' that are no verbs: 'need'
_BY_NOW, _SUPPOSES = "already", " if "
_DONE, _RANG = "done", "by_phone"


def asks(clause: str) -> bool:
    """Return whether a clause asks for something: 'and show me what is overdue with nobody on it'."""
    return is_question(clause) or asks_to_show(clause)


def tells_done(command: Command) -> bool:
    """Return whether words report that something with a name of its own is done: 'the Ferro bill is paid'.

    'I pasted an old version' is a reason.
    """
    thing = command.slots.get("thing")
    if not isinstance(thing, Reference) or len(thing.name.split()) == 1:
        return False
    is_done = command.slots.get("state") == _DONE and command.slots.get("deed") != _RANG
    return is_done and command.words.startswith(thing.words)


def without_remarks(missed: Sequence[str]) -> list[str]:
    """Return the parts that request something, without courtesies and remarks."""
    parts = [one.removeprefix("and ").removeprefix("then ") for one in missed]
    asked = [one for one in parts if read_small_talk(one) is None and not asks_to_keep(one)]
    return [one for one in asked if _requests(one) or _is_kept(one) or not only_states(one)]


def _is_kept(part: str) -> bool:
    """Return whether a part was to be noted, or is a fact that says of whom."""
    return is_told(part) or (bool(_facts_in(part)) and not points_at_person(part))


def _requests(part: str) -> bool:
    """Return whether a part asks for something, or says what has to come before the work just ordered."""
    first, *rest = as_words(part) or [""]
    return (
        _tells_news(part)
        or _hands_over(part)
        or asks(part)
        or (bool(key_of("pronoun", first)) and any(key_of("hangs_on", one) for one in rest))
    )


def _hands_over(part: str) -> bool:
    """Return whether a part may give what it was about to somebody: 'Ana keeps an eye on it'."""
    who, *does, last = as_words(part) if len(part.split()) > _FEW else ("", "", "")
    named = part[:1].isupper() and not (key_of("article", who) or key_of("pronoun", who))
    feels = not words_of("word_lists", "feels").isdisjoint(does)
    return named and key_of("pronoun", last) == "one" and not feels and any(one[-1:] == "s" for one in does)


def _tells_news(part: str) -> bool:
    """Return whether a part may report that some work is done: 'the letter went out already'."""
    first, *rest = as_words(part) or [""]
    return (bool(key_of("article", first)) and _BY_NOW in rest) or _tells_deed(part)


def _tells_deed(part: str) -> bool:
    """Return whether somebody named did something to something named: 'Ana rang the bank, too'."""
    first, *rest = as_words(part) or [""]
    named = part[:1].isupper() and not (key_of("article", first) or key_of("pronoun", first))
    named = named and first not in words_of("statements", "selves")  # 'I pasted an old version' is a reason
    did = words_of("statements", "did")
    does = any(one in did or (len(one) > _SHORT and one.endswith("ed")) for one in rest[:_FEW])
    return named and does and len(rest) > _FEW and not key_of("pronoun", rest[-1])


def report_missed(missed: Sequence[str], changes: Container[str] = ()) -> Iterator[str]:
    """Yield a sentence on the parts: facts are noted, all else was left out, as are `changes` of the work."""
    facts = {one: [] if one in changes or _tells_news(one) else _facts_in(one) for one in missed}
    left = [one for one in missed if not facts[one]]
    if told := [one.text.rstrip(".") for each in facts.values() for one in each]:
        yield f"{NOTED}{' '.join(f'“{plain(one)}.”' for one in told)}"
    if left:
        quoted = "; ".join(f"“{one}”" for one in left)
        yield f"I left this out because I didn't understand it: {quoted}."


def _facts_in(part: str) -> Sequence[Statement]:
    """Return what lasts, or what was to be noted: how things go beside an order is no fact to keep."""
    if part.endswith("!") or corrects_figure(part) or _SUPPOSES in part:
        return []
    return statements_in([f"note that {part}" if _says_our_duty(part) else part])


def _says_our_duty(part: str) -> bool:
    """Return whether a part says what 'we must' do, which may be meant for no task."""
    first, *rest = as_words(part) or [""]
    return first == "we" and rest[:1] in (["must"], ["should"])
