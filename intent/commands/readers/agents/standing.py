"""Reads requests for a standing agent without the word 'agent': by a recurrence."""

from intent.commands.catalogue import verbs
from intent.commands.grammar.slot_types import Words, slot_type, words_in
from intent.commands.grammar.tokens import tokenize
from intent.commands.words import at_end, at_start, key_of
from intent.slots.recurrence import remove_recurrence
from intent.slots.rhythms import find_rhythms

_ASKS = "please"
_MAY = ("can", "could", "would")
_LEAST = 3
_COURTEOUS = 4  # words before an order's verb: 'could you please remember that'
_WISHED = 6  # words within which 'be told' comes
_REMINDERS = ("remind", "reminded", "reminder")
_LATE = 5  # words before what somebody is to be reminded to do: 'me on Thursday to …'
_TOPIC = 2  # words with a topic: 'me about', 'of'
_TOPICS = frozenset(("of", "about", "which", "what", "who", "whose", "when", "if", "whether"))


@slot_type("standing_order", cues=words_in("standing_ask"))
def _standing_order(words: Words) -> str | None:
    """Return an order to repeat: 'every Monday at 8 give me a summary'."""
    found = find_rhythms(words.text, words.situation.now.date())
    if found is None or not found.rrule:
        return None
    rest = tokenize(remove_recurrence(words.text, found))
    said = [one.word for one in rest if not one.is_mark]
    if said[:1] == [_ASKS] != [words.tokens[0].word]:
        said = said[1:]  # 'every Monday please send …' orders by its verb, 'nights please, …' orders nothing
    if len(said) < _LEAST or not at_start("standing_ask", tuple(said))[1] or _is_no_work(said):
        return None
    return words.text if _orders(said) and not _speaks_of_one(words, said) else None


def _is_no_work(said: list[str]) -> bool:
    """Return whether words are for a calendar, 'remind me every Friday at 4 to …', or a fact to remember:
    'please remember that we close at 3 on Fridays'.
    """
    return _reminds_to(said) or any(
        at_start("keeps_in_mind", tuple(said[at:]))[1] for at in range(_COURTEOUS)
    )


def _reminds_to(said: list[str]) -> bool:
    """Return whether somebody is to be reminded to do something, and not of what is here."""
    at = next((at for at, word in enumerate(said[:_WISHED]) if word in _REMINDERS), None)
    behind = said[at + 1 :] if at is not None else []
    return "to" in behind[:_LATE] and not _TOPICS & {*behind[:_TOPIC]}


def _speaks_of_one(words: Words, said: list[str]) -> bool:
    """Return whether words concern an existing agent: 'can it be Thursdays', 'make it run'."""
    points = bool(key_of("runs_already", said[1])) or said[1] in words.situation.agents
    if (
        said[0] in ("make", "let", "have")
        and key_of("article", said[1])
        and at_end("occasion", tuple(said))[1]
    ):
        return not key_of("new_one", said[1])  # 'make the supplier call weekly' is of the calendar
    if said[0] in ("make", "build") and set(said[1:3]) & {"one", "another"}:
        return True
    return points or (said[0] in ("make", "let", "have") and said[-1] == "run")


def _orders(said: list[str]) -> bool:
    """Return whether words are an order: 'give me …', 'I'd like …', not 'we meet …' or 'I am away'."""
    if wishes := [word for word in said[:3] if word in ("looking", "hoping")]:
        after = said[said.index(wishes[0]) + 1 :]
        return after[:1] in (["for"], ["to"])
    if "be" in said[:_WISHED]:  # 'I want to be home' is no order
        return bool(at_start("told", tuple(said[said.index("be") + 1 :]))[1])
    if wish := at_start("standing_wish", tuple(said))[1]:
        return len(said) > wish
    if said[0] in ("ich", "wir"):
        return False
    if said[0] in _MAY:
        return bool(at_start("asked_for_work", tuple(said))[1])
    if said[0] in ("i", "we"):
        return said[1:3] in (["would", "like"], ["would", "love"]) or said[1:2] in (["want"], ["need"])
    return True


@slot_type("short_name")
def _short_name(words: Words) -> str | None:
    """Return one or two words before 'skill': 'an IBAN skill'."""
    return words.text if len(words.tokens) <= 2 and words.tokens[0].word not in verbs() else None
