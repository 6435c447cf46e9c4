"""The part of a conversation that the loop's model reads: real messages, with earlier turns' calls.

The newest whole exchanges are included while they fit into 60% of the context window. In a small window they
get what the rules, the tools and the answer leave. The last three exchanges are always included, with shorter
results if they are long. A summary replaces the earlier ones. Until there is a summary, the person's own
words do.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from django.db.models import PositiveIntegerField

from agents.context.history import History
from agents.memory.summaries.rendering import render_summary
from agents.records.runs import transcripts_of
from agents.records.states import UNDECIDED
from agents.runs.last_words import as_told_later
from conversations.memory.exchanges import Exchange, exchanges_of
from conversations.models import MessageRole, Turn
from conversations.turns.claims import Claim
from conversations.turns.past import Past
from conversations.turns.steering import ANSWERED_IN, with_attached
from omniforge.llm.tokens import count
from omniforge.llm.tokens.truncation import trim
from omniforge.llm.types import ChatMessage
from omniforge.llm.windows import Window
from omniforge.storage.prepared import Given, PreparedRows

READ = 200  # messages
_SHARE, _LEAST_SHARE = 0.6, 0.25
_BESIDE = 6_000  # tokens for rules, tools, context, message and answer
_LAST = 3  # exchanges
_WITH_CALLS = 12  # newest turns whose calls are included, at least
_STEP = 4  # turns after which such a limit moves: the messages before it stay the same, so vendors cache them
_OLD_RESULT = 400  # tokens per result older than the last exchanges, if whole ones leave too little room
_LONG_RESULT = 4_000  # tokens per result of the last exchanges, likewise
_SAID = 120  # tokens of one of the person's messages that are not included otherwise
_SUMMARY, _SUMMARY_SHARE = 2_000, 0.05  # tokens, and maximum share of the context window
_OPEN = (
    "(No result in that turn: this waited for the person, or was broken off. What waits now is in the "
    "context.)"
)
_answers = PreparedRows(
    lambda: (
        Turn.objects.filter(
            conversation_id=Given("conversation_id"),
            answer_sequence__gte=Given("first", PositiveIntegerField()),
            number__lt=Given("number", PositiveIntegerField()),
        )
        .order_by("number")
        .values_list("answer_sequence", "pk")
    )
)
_Part = tuple[UUID | None, list[ChatMessage], int]  # its turn, messages and tokens


def history_of(claim: Claim, past: Past, window: Window) -> History:
    """Return the history for a turn's message, by two queries at most."""
    # Messages sent during a turn and answered in it are part of that turn's messages.
    exchanges = [one for one in exchanges_of(past.messages) if not _stands_elsewhere(one)]
    budget = _budget(window)
    parts = _parts(claim, exchanges, budget)
    kept, room = list[_Part](), budget
    for place, part in enumerate(reversed(parts)):
        room -= part[2]
        if room < 0 and place >= _LAST:
            break
        kept.insert(0, part)
    left = exchanges[: len(exchanges) - len(kept)]
    without = exchanges[len(left) : _before_newest(exchanges, _WITH_CALLS)]
    first = kept_from(exchanges, len(left))
    messages, turns = list[ChatMessage](), list[tuple[UUID, int]]()
    for turn, said, _ in kept:
        if turn:
            turns.append((turn, len(messages)))
        messages += said
    return History(
        tuple(messages),
        tuple(turns),
        tokens=_tokens(kept),
        budget=budget,
        summary="\n".join(
            filter(None, (_summary(past, claim.content, first, left, window), _calls_before(without)))
        ),
        left_out=(f"messages 1 to {first - 1}: over the budget of {budget:,} tokens",) if first > 1 else (),
    )


def _budget(window: Window) -> int:
    least, most = int(window.tokens * _LEAST_SHARE), int(window.tokens * _SHARE)
    return max(least, min(most, window.tokens - _BESIDE))


def _stands_elsewhere(exchange: Exchange) -> bool:
    return ANSWERED_IN in exchange.said[0].metadata


def kept_from(exchanges: Sequence[Exchange], left: int) -> int:
    """Return the sequence number of the first included message."""
    return exchanges[left].said[0].sequence if left < len(exchanges) else 1


def _parts(claim: Claim, exchanges: Sequence[Exchange], budget: int) -> list[_Part]:
    """Return each exchange as messages, with its calls if it is among the newest.

    All results are whole if the exchanges take half of the budget at most. Otherwise older results are cut,
    and those of the last exchanges too if these alone take more than half.
    """
    turns = _turns(claim, exchanges)
    newest = [turn for turn in turns[_before_newest(exchanges, _WITH_CALLS) :] if turn]
    calls = transcripts_of(claim.access, newest) if newest else {}
    last = _before_newest(exchanges, _LAST)
    pairs = list(zip(exchanges, turns, strict=True))

    def with_results_to(old: int | None, new: int | None) -> list[_Part]:
        return [
            _part(one, turn, calls.get(turn, ()) if turn else (), old if place < last else new)
            for place, (one, turn) in enumerate(pairs)
        ]

    whole = with_results_to(None, None)
    if _tokens(whole) <= budget // 2:
        return whole
    shorter = with_results_to(_OLD_RESULT, None)
    return shorter if _tokens(shorter[last:]) <= budget // 2 else with_results_to(_OLD_RESULT, _LONG_RESULT)


def _tokens(parts: Sequence[_Part]) -> int:
    return sum(tokens for _, _, tokens in parts)


def _before_newest(exchanges: Sequence[Exchange], least: int) -> int:
    """Return how many exchanges come before the newest, which are `least` or a few more."""
    return max(0, len(exchanges) - least) // _STEP * _STEP


def _turns(claim: Claim, exchanges: Sequence[Exchange]) -> list[UUID | None]:
    """Return the turn that answered each exchange last."""
    places = [one.sequence for exchange in exchanges for one in exchange.said]
    if not places:
        return []
    rows = _answers(conversation_id=claim.conversation_id, first=places[0], number=claim.number)
    by_place: Mapping[int, UUID] = dict(rows)
    by_message = {place - 1: turn for place, turn in by_place.items()}  # a turn takes two sequence numbers
    found = []
    for exchange in exchanges:
        own = [by_place.get(one.sequence) or by_message.get(one.sequence) for one in exchange.said]
        found.append(next((turn for turn in reversed(own) if turn), None))
    return found


def _part(exchange: Exchange, turn: UUID | None, calls: Sequence[ChatMessage], most: int | None) -> _Part:
    """Return an exchange as messages, each result cut to `most` tokens."""
    asked = [
        ChatMessage("user", with_attached(one.text, one.metadata))
        for one in exchange.said
        if one.role == MessageRole.USER
    ]
    answered = [one for one in exchange.said if one.role != MessageRole.USER]
    if calls:
        shown = map(_in_the_past, as_told_later(calls))
        said = [*asked, *with_results(_shortened(one, most) if most else one for one in shown)]
        return turn, said, sum(_size(one) for one in said)
    said = [*asked, *(ChatMessage("assistant", one.text) for one in answered)]
    return turn, said, sum(one.tokens for one in exchange.said)


def with_results(messages: Iterable[ChatMessage]) -> list[ChatMessage]:
    """Return messages in which a result directly follows each call, as vendors require."""
    given = list(messages)
    answers = {one.answers for one in given if one.answers}
    result: list[ChatMessage] = []
    for message in given:
        result.append(message)
        result += [
            ChatMessage("tool", _OPEN, answers=request.id)
            for request in message.requests
            if request.id not in answers
        ]
    return result


def _in_the_past(message: ChatMessage) -> ChatMessage:
    """Return a message without pending markers: pending calls are in the context block."""
    if not message.content.startswith(UNDECIDED):
        return message
    return replace(message, content=f"{_OPEN}{message.content.removeprefix(UNDECIDED)}")


def _shortened(message: ChatMessage, most: int) -> ChatMessage:
    if message.role != "tool":
        return message
    return ChatMessage("tool", trim(message.content, most), answers=message.answers)


def _size(message: ChatMessage) -> int:
    return count(message.content) + sum(count(one.name + one.arguments) for one in message.requests)


def _calls_before(without: Sequence[Exchange]) -> str:
    """Return a note that the first exchanges are shown without their calls, empty if there are none."""
    if not without:
        return ""
    last = without[-1].said[-1].sequence
    return f"Calls and their results up to message {last} are not shown: make them again if needed."


def _summary(past: Past, message: str, first: int, left: Sequence[Exchange], window: Window) -> str:
    """Return the summary of the messages before `first`, empty if there are none."""
    if first <= 1:
        return ""
    limit = min(_SUMMARY, int(window.tokens * _SUMMARY_SHARE))
    head = f"Messages 1 to {first - 1} of this conversation are not shown here."
    if not past.kept.version:
        return f"{head} Search the conversations for more than what the person said:\n{_said(left, limit)}"
    text = render_summary(past.kept.summary, message, limit)
    return f"{head} Their summary; search the conversations for more:\n{text}"


def _said(exchanges: Sequence[Exchange], limit: int) -> str:
    """Return the beginnings of the person's messages, the newest that fit into `limit` tokens."""
    words = (one.text for exchange in exchanges for one in exchange.said if one.role == MessageRole.USER)
    lines, room = list[str](), limit
    for line in reversed([f"- {trim(' '.join(one.split()), _SAID)}" for one in words]):
        room -= count(line)
        if room < 0:
            break
        lines.insert(0, line)
    return "\n".join(lines)
