"""The window: the part of a conversation that is sent to a model with a new message (seed 000, capability 3).

A pure function: the same messages give the same window. The receipt says what was left out.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from conversations.memory.contents import Packing, Window, WindowPolicy
from conversations.memory.exchanges import Exchange, exchanges_of, words_of
from conversations.memory.pastes import pasted_document
from conversations.record.values import MessageRecord
from omniforge.llm.tokens import count
from omniforge.llm.tokens.truncation import trim

MASTER_CHAT = WindowPolicy()  # seed 000; includes the ten turns of seed 001
PROJECT_CHAT = WindowPolicy(tokens=4_000, messages=12)  # seed 003: twelve messages, and a summary within it
DOCUMENT_CHAT = WindowPolicy(messages=10)  # seed 004: five turns

_ROUTED = 10  # turns
_SHARED_WORDS = 2


def assemble(
    messages: Sequence[MessageRecord],
    new_message: str,
    policy: WindowPolicy = MASTER_CHAT,
    *,
    summary: str = "",
) -> Window:
    """Return the window for `new_message` from the messages before it, oldest first.

    The order: a pasted text that the conversation is about, whole and outside the budget; notes (a summary,
    actions of earlier turns); the last exchanges; earlier ones on the same topic; then the rest, newest
    first. Exchanges are included whole, while they fit.
    """
    exchanges = exchanges_of(messages)
    packing = Packing(policy)
    if paste := pasted_document(exchanges, new_message):
        packing.keep_whole("pasted text", paste)
        exchanges = [exchange.without(paste) for exchange in exchanges]
    last, earlier = exchanges[-policy.exchanges :], exchanges[: -policy.exchanges]
    packing.add_note("summary", trim(summary, policy.tokens // 2))
    packing.add_note("routing", _routing(exchanges, policy.tokens // 8))
    packing.add_last([one for exchange in last for one in exchange.said])
    if packing.takes_all(earlier):
        on_topic, others = list[Exchange](), earlier
    else:
        talk = [new_message, *(one.text for exchange in last[-1:] for one in exchange.said)]
        on_topic, others = _by_topic(earlier, talk)
    packing.offer("same topic", on_topic)
    packing.offer("earlier", others)
    if messages and messages[0].sequence > 1:
        packing.leave_out(f"everything before message {messages[0].sequence}", "older than what was read")
    return packing.window()


def _routing(exchanges: Sequence[Exchange], limit: int) -> str:
    """Return a line for each of the last turns with an action, as many as fit into `limit` tokens."""
    lines = [line for exchange in exchanges if (line := exchange.routing())][-_ROUTED:]
    while count("\n".join(lines)) > limit:
        lines.pop(0)
    return "\n".join(lines)


def _by_topic(exchanges: Sequence[Exchange], talk: Iterable[str]) -> tuple[list[Exchange], list[Exchange]]:
    """Split exchanges into those that share words with the current topic, and the others.

    Words that most exchanges contain are ignored, in any language.
    """
    words = [exchange.words() for exchange in exchanges]
    spread = Counter(word for one in words for word in one)
    telling = {word for text in talk for word in words_of(text) if spread[word] * 2 <= len(exchanges)}
    on_topic, others = list[Exchange](), list[Exchange]()
    for exchange, own in zip(exchanges, words, strict=True):
        (on_topic if len(own & telling) >= _SHARED_WORDS else others).append(exchange)
    return on_topic, others
