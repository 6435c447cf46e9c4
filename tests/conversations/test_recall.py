"""What a person said before is found by its words, in their own conversations and in nobody else's."""

from collections import Counter
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from conversations.memory.recall import Recall
from conversations.models import Conversation, Message, MessageStatus
from conversations.record.django_repository import DjangoConversationRepository
from conversations.turns.claims import claim_of
from conversations.turns.context import load_context
from intent.sentences.fixed_lines import fixed_line
from omniforge.redaction import MASK
from omniforge.storage.database import in_database
from omniforge.tenants.models import User
from tests.conversations.remembering import found, index_said, patient
from tests.conversations.rows import make_turn
from tests.factories import make_api_key, make_member

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=["as it was said", "by the index"])
def indexing(request):
    """Brings what was said into the index, or leaves it waiting."""
    return index_said if request.param == "by the index" else lambda: None


class TestWhatIsFound:
    @pytest.fixture(autouse=True)
    def _said(self, ann, indexing):
        make_turn(ann, "What does the hall cost?", "The hall in Leipzig costs 4,200 euros a day.")
        make_turn(ann, "Who caters?", "We agreed on Meier, the caterer, for the summer party.")
        make_turn(ann, "And the summer reports?", "They are due in June.")
        indexing()

    async def test_words_are_found_in_questions_and_answers(self, ann):
        said = await found(ann, "hall cost")
        assert set(said) == {"What does the hall cost?", "The hall in Leipzig costs 4,200 euros a day."}

    @pytest.mark.parametrize("words", ["agree", "CATERERS", "catering Meier", "meier"])
    async def test_other_forms_of_a_word_are_found(self, ann, words):
        assert "We agreed on Meier, the caterer, for the summer party." in await found(ann, words)

    async def test_small_words_do_not_count_beside_telling_ones(self, ann):
        assert await found(ann, "what did we have on Leipzig") == [
            "The hall in Leipzig costs 4,200 euros a day."
        ]

    async def test_a_rare_word_counts_more_than_a_frequent_one(self, ann):
        assert (await found(ann, "summer Meier"))[0].startswith("We agreed on Meier")

    async def test_nothing_is_found_where_no_word_was_said(self, ann):
        assert await found(ann, "zeppelin") == []
        assert await found(ann, "?!") == []

    async def test_a_found_place_says_who_when_and_where(self, ann):
        one = (await patient(ann).search("Leipzig", 1)).found[0]
        conversation = await Conversation.objects.aget(pk=one.conversation_id)
        assert one.link.startswith(f"/c/{conversation.pk}/#s")
        assert (one.title, one.said_by) == ("What does the hall cost?", "OmniForge")
        assert timezone.now() - one.at < timedelta(minutes=1)

    async def test_a_decision_is_found_with_its_word(self, ann, indexing):
        asked = 'Sending a message to the head of the workshop: "Refund the firm Film Nord in full"'
        decided = f"Approved: Deleting the whole page of Deposits from last year\nRejected: {asked}"

        def say():
            make_turn(ann, decided)
            indexing()

        await in_database(say)
        [refused] = await found(ann, "refund Nord")
        assert refused.startswith("Rejected: …") and "Deposits" not in refused
        assert (await found(ann, "Deposits")) == [decided.partition("\n")[0]]

    async def test_a_claim_is_found_with_the_line_that_nothing_shows_it(self, ann, indexing):
        claim, more = (
            "The kiln inspection is booked for Tuesday.",
            "The glaze is dry, and so is the shelf. " * 9,
        )
        told = [fixed_line("unshown", one, f"“{claim}”") for one in ("en", "de")]

        def say():
            for number, line in enumerate(told):
                make_turn(ann, f"Is it {number}?", f"{claim} {more}\n\n{line}")
            indexing()

        await in_database(say)
        said = await found(ann, "kiln inspection")
        assert sorted(one.rpartition("… ")[2] for one in said) == sorted(told)

    async def test_of_two_that_say_the_same_the_newer_comes_first(self, ann, indexing):
        await Message.objects.aupdate(created_at=timezone.now() - timedelta(days=90))
        await in_database(lambda: make_turn(ann, "We agreed on Huber now."))
        await in_database(indexing)
        assert (await found(ann, "agreed"))[0] == "We agreed on Huber now."


class TestWhoseWords:
    async def test_nobody_finds_what_others_said(self, ann, amy, bob, acme, indexing):
        def say():
            make_turn(amy, "The zeppelin is amy's.")
            make_turn(bob, "The zeppelin is bob's.")
            indexing()

        await in_database(say)
        assert await found(ann, "zeppelin") == []
        assert await found(amy, "zeppelin") == ["The zeppelin is amy's."]

    async def test_a_person_in_two_workspaces_finds_in_each_what_was_said_there(self, ann, globex, indexing):
        abroad = await in_database(lambda: make_member(globex, User.objects.get(pk=ann.user_id)))
        await in_database(lambda: make_turn(abroad, "The zeppelin is of globex."))
        await in_database(indexing)
        assert await found(ann, "zeppelin") == []
        assert await found(abroad, "zeppelin") == ["The zeppelin is of globex."]

    async def test_what_was_deleted_or_superseded_is_not_found(self, ann, indexing):
        def say():
            gone = make_turn(ann, "The zeppelin is gone.")
            turn = make_turn(ann, "What flies?", "A zeppelin.")
            indexing()
            DjangoConversationRepository(ann).delete_conversation(gone.conversation_id)
            Message.objects.filter(pk=turn.answer_id).update(status=MessageStatus.SUPERSEDED)

        await in_database(say)
        assert await found(ann, "zeppelin") == []

    async def test_what_was_archived_is_found(self, ann, indexing):
        await in_database(lambda: make_turn(ann, "The zeppelin is archived."))
        await in_database(indexing)
        await Conversation.objects.aupdate(archived_at=timezone.now())
        assert await found(ann, "zeppelin") == ["The zeppelin is archived."]

    async def test_secrets_are_masked(self, ann, indexing):
        await in_database(lambda: make_turn(ann, "The zeppelin's password is Hunter22!x, keep it."))
        await in_database(indexing)
        (said,) = await found(ann, "zeppelin")
        assert "Hunter22" not in said and MASK in said


class TestHowFarItGoes:
    async def test_it_reads_all_of_a_past_batch_by_batch_each_message_once(self, ann, many):
        result = await patient(ann).search("number1", 10)
        assert sorted(one.title for one in result.found) == ["c0", "c1", "c2"]
        assert result.limits == ""

    async def test_conversations_changed_at_the_same_time_are_told_apart(self, ann, many):
        await Conversation.objects.aupdate(updated_at=timezone.now())
        result = await patient(ann).search("number1", 10)
        assert sorted(one.title for one in result.found) == ["c0", "c1", "c2"]

    async def test_where_it_stops_it_says_how_far_it_came(self, ann, many):
        result = await patient(ann, most_messages=500).search("number1", 10)
        assert [one.title for one in result.found] == ["c0"]
        day = many[1].updated_at.strftime("%d %B %Y")
        assert result.limits == f"Only the newest 500 messages were searched, back to conversations of {day}."

    async def test_it_stops_when_its_time_is_over(self, ann, many):
        result = await Recall(ann, most_seconds=0.0).search("number1", 10)
        assert [one.title for one in result.found] == ["c0"] and "500 messages" in result.limits

    async def test_one_conversation_does_not_push_out_the_others(self, ann, many, indexing):
        await in_database(indexing)
        result = await patient(ann).search("zeppelin", 10)
        assert Counter(one.title for one in result.found) == {"c0": 2, "c1": 2, "c2": 2}


class TestTheSnippet:
    async def test_it_is_cut_around_the_words(self, ann, indexing):
        text = f"{'before ' * 100}the zeppelin flies to Leipzig {'after ' * 100}"
        await in_database(lambda: make_turn(ann, text))
        await in_database(indexing)
        (said,) = await found(ann, "Leipzig zeppelin")
        assert "the zeppelin flies to Leipzig after" in said
        assert said.startswith("…") and said.endswith("…") and len(said) <= 242


def test_the_api_gives_places_with_links_and_says_where_it_stopped(ann):
    turn = make_turn(ann, "Who caters?", "We agreed on Meier.")
    client = Client(headers={"Authorization": f"Bearer {make_api_key(ann)}"})
    page = client.get("/api/v1/conversations/search/", {"q": "meier"}).json()
    (one,) = page["results"]
    assert page["note"] == ""
    assert (one["said_by"], one["snippet"]) == ("OmniForge", "We agreed on Meier.")
    assert one["link"] == f"/c/{turn.conversation_id}/#s2"
    assert client.get("/api/v1/conversations/search/").status_code == 400


async def test_a_turn_searches_the_past_without_the_message_that_asks(ann):
    def claim():
        make_turn(ann, "We agreed on the zeppelin.")
        return claim_of(make_turn(ann, "What did we say of the zeppelin?"), ann)

    asked = await in_database(claim)
    pack = (await in_database(lambda: load_context(asked))).pack
    assert [one.snippet for one in (await pack.recall("zeppelin", 5)).found] == ["We agreed on the zeppelin."]
    now, day = timezone.now(), timedelta(days=1)
    listed = await in_database(lambda: [pack.asked(now - day, now), pack.asked(now - 2 * day, now - day)])
    assert [[one.words for one in span] for span in listed] == [[["We agreed on the zeppelin."]], []]
