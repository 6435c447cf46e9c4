"""The window: what a model sees of a conversation, within its budget, and what it is told of the rest."""

import time

import pytest

from conversations.memory.contents import WindowPolicy
from conversations.memory.exchanges import SizedMessage
from conversations.memory.window import DOCUMENT_CHAT, MASTER_CHAT, PROJECT_CHAT, assemble
from conversations.models import MessageStatus
from omniforge.llm.tokens import count
from omniforge.llm.types import ChatMessage
from tests.conversations.messages import ASSISTANT, USER, contents, message, talk, words
from tests.pace import slowness


def test_a_short_conversation_goes_along_whole():
    window = assemble(talk("hello", "hi", "list my agents", "1. notion-reporter"), "run the first one")
    assert window.messages == (
        ChatMessage("user", "hello"),
        ChatMessage("assistant", "hi"),
        ChatMessage("user", "list my agents"),
        ChatMessage("assistant", "1. notion-reporter"),
    )
    assert window.left_out == ()
    assert window.budget == 2_000


def test_an_empty_conversation_is_an_empty_window():
    window = assemble([], "hello")
    assert (window.messages, window.tokens, window.parts, window.left_out) == ((), 0, (), ())


def test_at_most_twenty_messages_of_a_long_conversation():
    window = assemble(talk(*(f"m{n}" for n in range(60))), "next")
    assert contents(window) == [f"m{n}" for n in range(40, 60)]
    assert [str(one) for one in window.left_out] == ["40 earlier messages: more than 20 messages"]


def test_what_is_over_the_token_budget_stays_behind_oldest_first():
    window = assemble(talk(*(words(80, f"w{n}") for n in range(20))), "next")
    assert window.tokens <= 2_000
    assert contents(window)[-1].startswith("w19")
    assert "over the budget of 2,000 tokens" in str(window.left_out[0])


def test_exchanges_are_kept_or_left_whole():
    window = assemble(talk(*(words(120, f"w{n} ") for n in range(30))), "next")
    assert [one.role for one in window.messages] == ["user", "assistant"] * (len(window.messages) // 2)


def test_an_earlier_exchange_on_the_same_topic_goes_before_later_ones_on_others():
    filler = [words(140, f"filler{n} ") for n in range(24)]
    filler[2], filler[3] = (
        "Tell me about the churn dashboard for Lisbon",
        "The churn dashboard for Lisbon shows 4 %",
    )
    window = assemble(talk(*filler), "and what of the churn dashboard in Lisbon now?")
    assert filler[2] in contents(window)
    assert filler[3] in contents(window)
    assert contents(window).index(filler[2]) == 0
    assert "same topic" in [part.name for part in window.parts]


def test_words_that_every_exchange_has_make_no_topic():
    filler = ["please remember our weekly report " + words(70, f"filler{n}") for n in range(40)]
    window = assemble(talk(*filler), "please remember our weekly report")
    assert "same topic" not in [part.name for part in window.parts]


def test_superseded_and_empty_messages_are_no_part_of_it():
    history = talk("question", "poor answer", "")
    history[1] = message(ASSISTANT, "poor answer", 2, status=MessageStatus.SUPERSEDED)
    assert contents(assemble(history, "next")) == ["question"]


def test_of_an_edited_message_only_the_newer_words_are_part_of_it():
    old = message(USER, "old words", 1, status=MessageStatus.SUPERSEDED)
    history = [
        old,
        message(ASSISTANT, "to the old ones", 2, status=MessageStatus.SUPERSEDED, parent_id=old.id),
        new := message(USER, "new words", 3, parent_id=old.id),
        message(ASSISTANT, "to the new ones", 4, parent_id=new.id),
    ]
    assert contents(assemble(history, "next")) == ["new words", "to the new ones"]


def test_a_partial_answer_says_that_it_was_interrupted():
    history = [message(USER, "q", 1), message(ASSISTANT, "It was", 2, status=MessageStatus.PARTIAL)]
    assert contents(assemble(history, "next")) == ["q", "It was\n(interrupted)"]


def test_an_answer_given_again_later_stands_with_its_question():
    first, second = message(USER, "q1", 1), message(USER, "q2", 3)
    history = [
        first,
        second,
        message(ASSISTANT, "a2", 4),
        message(ASSISTANT, "a1 again", 6, parent_id=first.id),
    ]
    assert contents(assemble(history, "next")) == ["q1", "a1 again", "q2", "a2"]


def test_earlier_turns_are_told_in_a_line_each_with_action_and_agent():
    history = talk("make one", "done", "run it", "ran", "hi", "hello")
    routed = {
        2: {
            "intent": {"action_type": "create_agent", "target_agent": None},
            "operations": [{"entity_name": "a-b"}],
        },
        4: {"intent": {"action_type": "execute_task", "target_agent": "notion-reporter"}},
        6: {"intent": {"action_type": "query_info", "target_agent": None}},
    }
    history = [message(m.role, m.content, m.sequence, metadata=routed.get(m.sequence, {})) for m in history]
    note = assemble(history, "next").messages[0]
    assert note.role == "system"
    assert note.content.splitlines() == [
        "[turn 1: create_agent → a-b]",
        "[turn 2: execute_task → notion-reporter]",
        "[turn 3: query_info]",
    ]


def test_turns_that_are_left_out_are_still_told():
    metadata = {"intent": {"action_type": "execute_task", "target_agent": "jira-monitor"}}
    history = talk(*(words(300, f"w{n} ") for n in range(14)))
    history[1] = message(ASSISTANT, history[1].content, 2, metadata=metadata)
    window = assemble(history, "next")
    assert history[1].content not in contents(window)
    assert window.messages[0].content == "[turn 1: execute_task → jira-monitor]"


def test_a_giant_message_loses_its_middle_visibly():
    giant = "The beginning matters. " + words(9_000) + " So does the end."
    window = assemble(talk("hello", "hi", giant, "I read it"), "what did I send?")
    shown = contents(window)[2]
    assert shown.startswith("The beginning matters.")
    assert shown.endswith("So does the end.")
    assert " tokens left out …]" in shown
    assert window.tokens <= 2_000
    assert contents(window)[:2] == ["hello", "hi"]
    assert "tokens of message 3: the last exchanges alone are over the budget" in str(window.left_out[0])


def test_the_notice_counts_what_is_missing():
    said = SizedMessage(USER, words(5_000), 5_000, 1).trimmed(500)
    missing = int(said.text.split("[… ")[1].split(" ")[0].replace(",", ""))
    shown = said.text.split("\n[…")[0] + said.text.split("…]\n")[1]
    assert abs(5_000 - missing - count(shown)) <= 2
    assert 400 <= said.tokens <= 500


def test_what_was_not_even_read_is_said_to_be_left_out():
    history = [message(USER, "later", 41), message(ASSISTANT, "indeed", 42)]
    assert (
        str(assemble(history, "next").left_out[0]) == "everything before message 41: older than what was read"
    )


def test_a_summary_stands_first_and_never_takes_more_than_half():
    window = assemble(talk("hello", "hi"), "next", PROJECT_CHAT, summary=words(9_000))
    assert window.messages[0].role == "system"
    assert window.parts[0].name == "summary"
    assert window.parts[0].tokens <= 2_000
    assert contents(window)[1:] == ["hello", "hi"]


@pytest.mark.parametrize(("policy", "messages"), [(MASTER_CHAT, 20), (PROJECT_CHAT, 12), (DOCUMENT_CHAT, 10)])
def test_each_preset_takes_as_many_messages_as_its_document_says(policy, messages):
    window = assemble(talk(*(f"m{n}" for n in range(60))), "next", policy)
    assert len(window.messages) == messages


def test_a_policy_that_could_not_hold_its_budget_is_refused():
    with pytest.raises(ValueError, match="960 tokens or more"):
        WindowPolicy(tokens=900, messages=20)


def test_messages_that_nobody_counted_are_counted():
    history = [message(USER, words(3_000), 1, token_count=0), message(ASSISTANT, "ok", 2)]
    assert assemble(history, "next").tokens <= 2_000


def test_forty_messages_take_less_than_a_millisecond():
    history = talk(*(f"message {n}: " + words(60, "some words of it ") for n in range(40)))
    assemble(history, "warm up")
    best = min(_seconds(lambda: assemble(history, "and the weekly report?")) for _ in range(20))
    assert best < 0.001 * slowness()


def _seconds(call):
    began = time.thread_time()
    call()
    return time.thread_time() - began
