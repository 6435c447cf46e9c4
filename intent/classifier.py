"""What a message asks for. The ways in, in order: explicit, the open question, a model, the rules."""

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

from intent.dialogue import dialogue_move
from intent.explicit import explicit_intent
from intent.model import ask_model
from intent.rules import analyse
from intent.types import ActionType, Catalogue, DialogueMove, Intent, Method, Mode, Move, Pending
from omniforge.llm import Models
from omniforge.llm.types import ChatMessage

_BESIDE = {ActionType.QUERY_INFO, ActionType.UNKNOWN}


async def classify(
    message: str,
    *,
    history: Sequence[ChatMessage],
    catalogue: Catalogue,
    pending: Pending | None = None,
    models: Models | None = None,
) -> Intent:
    """The intent of `message` after `history` (oldest first, without the message itself).

    Never raises for any text: without a model, or when it fails, the rules answer (seed 000, capability 1).
    """
    started = perf_counter()
    intent = explicit_intent(message, catalogue)
    if intent is None and pending:
        intent = await _beside_pending(message, history, catalogue, pending, models)
    if intent is None:
        intent = await _free(message, history, catalogue, None, models)
    return replace(intent, latency_ms=round((perf_counter() - started) * 1000, 3))


async def _free(
    message: str,
    history: Sequence[ChatMessage],
    catalogue: Catalogue,
    pending: Pending | None,
    models: Models | None,
) -> Intent:
    answered = await ask_model(message, history, catalogue, pending, models) if models else None
    return answered or analyse(message, history, catalogue)


async def _beside_pending(
    message: str,
    history: Sequence[ChatMessage],
    catalogue: Catalogue,
    pending: Pending,
    models: Models | None,
) -> Intent:
    move = dialogue_move(message, pending, catalogue)
    if move and move.move not in (Move.ASIDE, Move.LEAVE):
        return _settled(move, pending)
    intent = await _free(message, history, catalogue, pending, models)
    if move and move.move is Move.ASIDE and _is_led_astray(intent):
        intent = analyse(message, (), catalogue)
    return replace(intent, move=move or _move_of(intent, message, pending))


def _is_led_astray(intent: Intent) -> bool:
    """Return whether a question aside was read as part of what is open, so that it counts by itself."""
    doubted = intent.method is Method.RULES and intent.is_unsure
    return doubted or intent.action_type not in _BESIDE


def _settled(move: DialogueMove, pending: Pending) -> Intent:
    """The intent of a message that only the open question explains."""
    action, target, reasoning = pending.action_type, pending.target_agent, "You answered the open question."
    if move.move is Move.CHOOSE and move.choice is not None:
        choice = pending.choices[move.choice]
        action, target, reasoning = choice.action_type, choice.target_agent, f"You chose: {choice.title}."
    elif move.move is Move.DECLINE:
        action, target, reasoning = ActionType.UNKNOWN, None, "You let go of the open question."
    elif move.move is Move.RESUME:
        action, target, reasoning = ActionType.QUERY_INFO, None, "You asked where we were."
    mode = Mode.INFORM if action in _BESIDE else Mode.ACT
    entities = {"agent_name": target.lower()} if target else {}
    return Intent(
        action, 0.95, entities, reasoning, target_agent=target, mode=mode, method=Method.PENDING, move=move
    )


def _move_of(intent: Intent, message: str, pending: Pending) -> DialogueMove:
    """The move that an intent found otherwise amounts to."""
    if intent.action_type is pending.action_type and pending.expects != "choice":
        return DialogueMove(Move.ANSWER, message)
    return DialogueMove(Move.ASIDE if intent.action_type in _BESIDE else Move.LEAVE)
