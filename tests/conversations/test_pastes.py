"""A pasted text goes along whole while the talk is about it, and what else was said gives way first."""

from conversations.memory.window import MASTER_CHAT, assemble
from tests.conversations.messages import contents, talk, words

CONTRACT = "The supplier delivers on Mondays. " + words(1_500, "clause")
CHATTER = words(900, "chatter")


def test_it_stays_whole_while_the_talk_is_about_it_and_beside_the_budget():
    window = assemble(
        talk(CONTRACT, "I have read it.", "Who delivers?", CHATTER), "What does it say on Mondays?"
    )
    assert CONTRACT in contents(window)
    assert CHATTER in contents(window)
    assert window.tokens <= window.budget
    assert window.budget > MASTER_CHAT.tokens
    assert "pasted text" in {part.name for part in window.parts}


def test_it_stays_whole_however_much_was_said_since():
    chat = [text for number in range(8) for text in (f"And the supplier, point {number}?", CHATTER)]
    window = assemble(talk(CONTRACT, "I have read it.", *chat), "Is the supplier bound by this clause?")
    assert CONTRACT in contents(window)
    assert window.tokens <= window.budget
    assert any("over the budget" in str(left) for left in window.left_out)


def test_it_is_cut_like_any_other_once_the_talk_has_turned_elsewhere():
    history = talk(CONTRACT, "I have read it.", "Thanks", "You are welcome.", "Hello again", "Hello!")
    window = assemble(history, "Which agents do we have?")
    assert window.budget == MASTER_CHAT.tokens
    assert "pasted text" not in {part.name for part in window.parts}


def test_it_is_shown_once_and_in_its_place():
    window = assemble(talk("Hello", "Hello!", CONTRACT, "I have read it."), "Sum up the text, please")
    assert contents(window) == ["Hello", "Hello!", CONTRACT, "I have read it."]
