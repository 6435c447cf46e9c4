"""Properties of the window of every conversation."""

from hypothesis import given
from hypothesis import strategies as st

from conversations.memory.contents import WindowPolicy, fair_share
from conversations.memory.exchanges import SizedMessage
from conversations.memory.window import assemble
from conversations.models import MessageRole, MessageStatus
from omniforge.llm.tokens import count
from tests.conversations.messages import ASSISTANT, USER, message, words

texts = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        ["weekly report", "Lisbon churn dashboard", "日本語のメッセージ", "👩‍👩‍👧 ok", "<|endoftext|>"]
    ),
    st.integers(1, 400).map(words),
)


policies = st.builds(
    lambda messages, spare, exchanges: WindowPolicy(48 * messages + spare, messages, exchanges),
    st.integers(1, 24),
    st.integers(0, 900),
    st.integers(1, 5),
)


@st.composite
def conversations(draw):
    history, sequence = [], draw(st.integers(1, 9))
    for _ in range(draw(st.integers(0, 25))):
        role = draw(st.sampled_from([USER, USER, ASSISTANT, ASSISTANT, MessageRole.SYSTEM]))
        status = draw(st.sampled_from(MessageStatus))
        action = draw(st.sampled_from(["", "create_agent", "execute_task"]))
        metadata = {"intent": {"action_type": action, "target_agent": "a" * draw(st.integers(0, 64))}}
        asked = [m.id for m in history if m.role == USER and role == ASSISTANT]
        parent = draw(st.sampled_from([None, *asked]))
        history.append(
            message(role, draw(texts), sequence, status=status, metadata=metadata, parent_id=parent)
        )
        sequence += draw(st.integers(1, 3))
    return history


@given(conversations(), texts, policies, texts)
def test_the_budget_holds_and_the_sum_is_true(history, new_message, policy, summary):
    window = assemble(history, new_message, policy, summary=summary)
    assert window.tokens == sum(count(one.content) for one in window.messages)
    assert window.tokens == sum(part.tokens for part in window.parts)
    assert window.tokens <= window.budget == policy.tokens


@given(conversations(), texts, policies)
def test_the_last_exchanges_are_there_and_nothing_is_shown_twice(history, new_message, policy):
    window = assemble(history, new_message, policy)
    standing = [m for m in history if m.content and m.status != MessageStatus.SUPERSEDED]
    shown = [one for one in window.messages if not one.content.startswith("[turn ")]
    assert len(shown) <= min(policy.messages, len(standing))
    asked = [m for m in standing if m.role == USER][-1:]
    if policy.messages > len(standing):
        assert all(
            any(m.content[:8] in one.content or "left out" in one.content for one in shown) for m in asked
        )


@given(conversations(), texts, policies)
def test_every_message_is_shown_or_said_to_be_left_out(history, new_message, policy):
    window = assemble(history, new_message, policy)
    standing = [m for m in history if m.content and m.status != MessageStatus.SUPERSEDED]
    shown = sum(not one.content.startswith("[turn ") for one in window.messages)
    missing = sum(int(one.what.split()[0]) for one in window.left_out if "earlier message" in one.what)
    assert shown + missing == len(standing)


@given(conversations(), texts, policies)
def test_the_same_messages_give_the_same_window(history, new_message, policy):
    assert assemble(history, new_message, policy) == assemble(list(history), new_message, policy)


@given(st.lists(st.integers(0, 5_000), min_size=1, max_size=20), st.integers(0, 10_000))
def test_a_fair_share_fits_and_leaves_no_room_unused(sizes, room):
    share = fair_share(sizes, room)
    assert sum(min(size, share) for size in sizes) <= room
    if share < max(sizes):
        assert sum(min(size, share + 1) for size in sizes) > room


@given(st.one_of(texts, st.text(min_size=500, max_size=3_000)), st.integers(16, 400))
def test_a_trimmed_message_is_never_over_its_limit(text, limit):
    said = SizedMessage(USER, text, count(text), 1).trimmed(limit)
    assert said.tokens == count(said.text) <= limit
