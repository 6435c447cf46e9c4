"""What a call does shows as a chip that turns from going on to done, or goes with its call."""

from typing import Any

from tests.browser.chat import Chat

CHIPS = """async (batches) => {
    const state = await import("/static/js/chat/transcript/state.js");
    const { operationChips } = await import("/static/js/chat/operation_chips.js");
    const transcript = state.createTranscript();
    const exchange = state.addOwnMessage(transcript, { id: "m", content: "Hi", at: null });
    state.giveTurn(transcript, exchange, "t", "running");
    const words = (chip) => (chip.matches(".live") ? "… " : "") + chip.textContent;
    let seq = 0;
    return batches.map((events) => {
        for (const [type, data] of events) {
            state.applyEvent(transcript, { seq: ++seq, turn_id: "t", type, data, at: null });
        }
        const list = operationChips(exchange.turn.operations, true);
        return list ? [...list.querySelectorAll(".chip")].map(words) : [];
    });
}"""


def operation(name: str, status: str, call: str, action: str = "read") -> list[Any]:
    said = {"action": action, "entity_type": "document", "entity_name": name, "status": status}
    return ["operation", {**said, "entity_id": "", "call_id": call}]


def answered(call: str, ok: bool = True) -> list[Any]:
    return ["tool_result", {"call_id": call, "ok": ok, "summary": "", "duration_ms": 1}]


def chips(chat: Chat, *batches: list[list[Any]]) -> Any:
    """Return the chips after each batch of events; those of what goes on begin with three dots."""
    return chat.page.evaluate(CHIPS, list(batches))


def test_what_is_started_becomes_what_is_done_by_its_own_call(chat: Chat) -> None:
    assert chips(
        chat,
        [operation("Scan", "started", "a"), operation("Prices", "started", "b")],
        [operation("Price list", "done", "b"), answered("b")],
        [operation("Scan", "failed", "a"), answered("a", ok=False)],
    ) == [
        ["… Reading document: Scan", "… Reading document: Prices"],
        ["… Reading document: Scan", "Read document: Price list"],
        ["Failed: reading document: Scan", "Read document: Price list"],
    ]


def test_what_came_to_nothing_goes_with_its_call_and_with_the_turn(chat: Chat) -> None:
    done = ["done", {"finish_reason": "cancelled", "stored": True, "usage": {}, "message_id": ""}]
    assert chips(
        chat,
        [operation("Scan", "started", "a", "update"), operation("Prices", "started", "b")],
        [answered("a")],
        [done],
    ) == [
        ["… Changing document: Scan", "… Reading document: Prices"],
        ["… Reading document: Prices"],
        [],
    ]
