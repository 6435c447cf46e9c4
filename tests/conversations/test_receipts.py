"""The receipt: what went to the model, and a hash by which to prove it."""

import hashlib
import json
from uuid import uuid4

from conversations.memory.receipts import build_receipt
from conversations.memory.window import assemble
from conversations.models import MessageRole
from conversations.record.values import MessageRecord


def history(length=4):
    roles = (MessageRole.USER, MessageRole.ASSISTANT)
    return [MessageRecord(uuid4(), uuid4(), n + 1, roles[n % 2], f"message {n}") for n in range(length)]


def test_its_parts_add_up_and_count_the_new_message():
    window = assemble(history(), "and now?")
    receipt = build_receipt(window, "and now?")
    assert [part.name for part in receipt.parts] == ["last exchanges", "new message"]
    assert receipt.tokens == sum(part.tokens for part in receipt.parts) == window.tokens + 3
    assert receipt.budget == 2_000


def test_replaying_the_same_input_gives_the_same_hash():
    messages = history()
    first, second = (build_receipt(assemble(messages, "and now?"), "and now?") for _ in range(2))
    assert first.prompt_hash == second.prompt_hash
    assert first.id != second.id


def test_any_change_of_what_was_sent_changes_the_hash():
    messages = history()
    hashes = {
        build_receipt(assemble(messages, "and now?"), "and now?").prompt_hash,
        build_receipt(assemble(messages, "and then?"), "and then?").prompt_hash,
        build_receipt(assemble(messages[:-1], "and now?"), "and now?").prompt_hash,
        build_receipt(assemble(history(6), "and now?"), "and now?").prompt_hash,
        build_receipt(assemble(messages, "and now?"), "and now?", preferences="Tables.").prompt_hash,
    }
    assert len(hashes) == 5


def test_the_hash_is_sha256_over_roles_and_contents_as_compact_json():
    receipt = build_receipt(assemble(history(2), "grüße"), "grüße")
    sent = [["user", "message 0"], ["assistant", "message 1"], ["user", "grüße"]]
    data = json.dumps(sent, separators=(",", ":"), ensure_ascii=False).encode()
    assert receipt.prompt_hash == hashlib.sha256(data).hexdigest()


def test_what_was_left_out_is_on_it_in_words():
    receipt = build_receipt(assemble(history(60), "and now?"), "and now?")
    assert [str(one) for one in receipt.left_out] == ["40 earlier messages: more than 20 messages"]
    assert receipt.fields()["left_out"] == ({"what": "40 earlier messages", "why": "more than 20 messages"},)
