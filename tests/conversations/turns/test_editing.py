"""Editing the last message: what is replaced, what stays, and who may do it."""

from collections.abc import Callable

import pytest

from conversations.memory.recall import Recall
from conversations.models import Conversation, Message, MessageStatus, Turn, TurnStatus
from conversations.record.export import Form, export_conversation
from conversations.record.lists import list_messages
from conversations.record.services import change_conversation
from conversations.turns.acceptance import accept_message
from conversations.turns.accepted import Accepted
from conversations.turns.again import accept_again, accept_edit
from conversations.turns.claims import trigger_of
from conversations.turns.context import load_context
from conversations.turns.end import Ending, store_ending
from conversations.wire.commands import EditMessage, RunAgain, SendMessage
from omniforge.errors import Conflict, NotFound
from omniforge.files.services import store_file
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from omniforge.tenants.access import Access

pytestmark = pytest.mark.django_db


@pytest.fixture
def say(ann: Access) -> Callable[..., Accepted]:
    """Says something as ann and answers it, in the conversation of `after` if that is given."""

    def say(content: str, answer: str = "Noted.", *, after: Accepted | None = None, **fields) -> Accepted:
        place = after.conversation_id if after else None
        return ended(accept_message(ann, SendMessage(new_id(), content, place, **fields)), answer)

    return say


def ended(accepted: Accepted, answer: str = "Noted.") -> Accepted:
    store_ending(accepted.claim, Ending(TurnStatus.COMPLETED, answer, {}, [], 5))
    return accepted


def edit(access: Access, said: Accepted, content: str, message_id=None) -> Accepted:
    return accept_edit(access, EditMessage(message_id or new_id(), said.turn_id, content))


def rows(conversation_id) -> list[tuple[str, str]]:
    messages = Message.objects.filter(conversation_id=conversation_id).order_by("sequence")
    return [(one.content, one.status) for one in messages]


def title_of(conversation_id) -> str:
    return Conversation.objects.get(pk=conversation_id).title


def test_the_earlier_words_and_their_answers_give_way_and_are_kept(ann, say):
    first = say("Who caters?", "Meier.")
    ended(accept_again(ann, RunAgain(new_id(), first.turn_id)), "Meyer.")
    edited = edit(ann, first, "Who cleans?")
    assert rows(first.conversation_id) == [
        ("Who caters?", "superseded"),
        ("Meier.", "superseded"),
        ("Meyer.", "superseded"),
        ("Who cleans?", "complete"),
    ]
    assert edited.parent_id == first.message_id and edited.status == TurnStatus.RUNNING
    shown = list_messages(ann, first.conversation_id).results[-1]
    assert shown.message.parent_id == first.message_id and shown.turn["id"] == edited.turn_id


def test_the_model_reads_what_was_said_before_and_nothing_of_the_earlier_words(ann, say):
    before = say("We plan a party", "For how many?")
    first = say("For forty people", "A large hall then.", after=before)
    again = ended(edit(ann, first, "For four people"), "At home then.")
    edited = edit(ann, again, "For fourteen people")
    window = load_context(edited.claim).pack.window
    assert [one.content for one in window] == ["We plan a party", "For how many?"]
    assert edited.claim.content == "For fourteen people"


@pytest.mark.django_db(transaction=True)
async def test_a_search_finds_the_newer_words_alone(ann, say):
    first = await in_database(say, "What costs the hall in Leipzig?", "The hall is dear.")
    await in_database(edit, ann, first, "What costs the hall in Dresden?")
    found = await Recall(ann).search("hall", 5)
    assert [one.snippet for one in found.found] == ["What costs the hall in Dresden?"]


@pytest.mark.django_db(transaction=True)
async def test_an_export_to_read_shows_the_newer_words_and_one_of_all_both(ann, say):
    first = await in_database(say, "Who caters?", "Meier.")
    await in_database(edit, ann, first, "Who cleans?")
    texts = {}
    for form in Form:
        export = await in_database(export_conversation, ann, first.conversation_id, form)
        texts[form] = b"".join([piece async for piece in export.pieces]).decode()
    assert "Who cleans?" in texts[Form.MARKDOWN] and "Meier." not in texts[Form.MARKDOWN]
    assert "Who caters?" not in texts[Form.MARKDOWN] and "Who caters?" in texts[Form.JSON]


def test_a_title_made_of_the_first_message_follows_it(ann, say):
    first = say("Summer party")
    edited = edit(ann, first, "Winter party")
    assert edited.title == edited.claim.title == title_of(first.conversation_id) == "Winter party"


def test_a_title_of_ones_own_and_one_of_other_words_stay(ann, say):
    first = say("Summer party")
    second = say("Summer party", after=first)
    assert edit(ann, second, "Winter party").title == ""
    other = say("Autumn party")
    change_conversation(ann, other.conversation_id, title="Autumn party")
    assert edit(ann, other, "Spring party").title == ""
    assert [title_of(one.conversation_id) for one in (first, other)] == ["Summer party", "Autumn party"]


def test_files_stay_with_the_message_and_secrets_are_looked_for_anew(ann, say, settings, tmp_path):
    settings.VAR = tmp_path
    file = store_file(access=ann, name="points.csv", content=b"a,b\n1,2\n")
    first = say("My password is Tr0ub4dor&3", attachments=(file.pk,))
    edited = edit(ann, first, "Sum this up")
    sensitive = Message.objects.filter(role="user").order_by("sequence").values_list("sensitive", flat=True)
    assert list(sensitive) == [True, False]
    assert [one["name"] for one in edited.attachments] == ["points.csv"]
    assert [one.name for one in load_context(edited.claim).pack.files] == ["points.csv"]


def test_a_turn_by_the_clock_that_is_edited_runs_by_hand(ann, say):
    first = say("Report on churn")
    metadata = {"agent_id": str(new_id()), "trigger": "schedule"}
    message = Message.objects.get(pk=first.message_id)
    message.metadata = metadata
    message.save()
    edited = edit(ann, first, "Report on churn in May")
    assert str(edited.claim.agent_id) == metadata["agent_id"]
    assert trigger_of(Turn.objects.get(pk=edited.turn_id)) == "chat"


def test_only_the_last_message_is_edited(ann, say):
    first = say("One")
    second = say("Two", after=first)
    again = ended(edit(ann, second, "Two, better"))
    for earlier in (first, second):
        with pytest.raises(Conflict) as refused:
            edit(ann, earlier, "Other")
        assert refused.value.code == "not_last"
    assert edit(ann, again, "Two, best").status == TurnStatus.RUNNING


def test_nothing_is_edited_while_an_answer_is_written(ann, say):
    first = say("One")
    accept_message(ann, SendMessage(new_id(), "Two", first.conversation_id))
    running = Turn.objects.get(status=TurnStatus.RUNNING)
    with pytest.raises(Conflict) as refused:
        accept_edit(ann, EditMessage(new_id(), running.pk, "Two, better"))
    assert refused.value.code == "busy"
    assert [status for _, status in rows(first.conversation_id)] == ["complete"] * 3


def test_what_was_edited_is_not_answered_again(ann, say):
    first = say("One")
    ended(edit(ann, first, "Two"))
    with pytest.raises(Conflict) as refused:
        accept_again(ann, RunAgain(new_id(), first.turn_id))
    assert refused.value.code == "edited"


def test_the_same_edit_twice_is_one_also_after_the_talk_went_on(ann, say):
    first, message_id = say("One"), new_id()
    edited = ended(edit(ann, first, "Two", message_id))
    say("Three", after=first)
    again = edit(ann, first, "Two", message_id)
    assert again.repeated and again.turn_id == edited.turn_id and again.claim is None
    assert [content for content, _ in rows(first.conversation_id)].count("Two") == 1


def test_the_id_of_another_message_is_refused_and_nothing_changes(ann, say):
    other, first = say("Elsewhere"), say("One")
    for taken in (other.message_id, first.message_id):
        with pytest.raises(Conflict, match="This message id is taken"):
            edit(ann, first, "Two", taken)
    assert rows(first.conversation_id) == [("One", "complete"), ("Noted.", "complete")]


def test_what_is_foreign_missing_or_deleted_is_not_found(ann, amy, bob, say):
    first = say("One")
    for stranger in (amy, bob):
        with pytest.raises(NotFound):
            edit(stranger, first, "Two")
    with pytest.raises(NotFound):
        accept_edit(ann, EditMessage(new_id(), new_id(), "Two"))
    Conversation.objects.update(deleted_at="2027-01-01T00:00Z")
    with pytest.raises(NotFound):
        edit(ann, first, "Two")
    assert set(rows(first.conversation_id)) == {("One", "complete"), ("Noted.", "complete")}


def test_an_answer_to_other_words_leaves_the_earlier_ones_superseded(ann, say):
    first = say("One", "Two?")
    edited = ended(edit(ann, first, "Three"), "Four.")
    ended(accept_again(ann, RunAgain(new_id(), edited.turn_id)), "Five.")
    statuses = [status for _, status in rows(first.conversation_id)]
    assert statuses == [MessageStatus.SUPERSEDED] * 2 + ["complete", "superseded", "complete"]
