"""The message index: it avoids decrypting messages, and contains nothing that it shouldn't."""

from dataclasses import replace
from datetime import timedelta
from io import StringIO

import pytest
from cryptography.fernet import Fernet
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from conversations import tasks
from conversations.memory import lookup
from conversations.memory.scan import Scan, messages_among
from conversations.models import Conversation, Message, MessageRole, MessageStatus, SearchEntry
from conversations.record import lists
from conversations.record.django_repository import DjangoConversationRepository
from conversations.record.lists import search_conversations
from conversations.record.rotation import encrypted_models, rotate_model
from conversations.record.search import titles
from conversations.record.search.indexing import index_waiting
from conversations.record.search.triggers import drop_triggers, make_triggers
from conversations.record.services import change_conversation
from conversations.record.values import NewMessage
from omniforge.storage.database import in_database
from omniforge.storage.fields import Ciphertext
from omniforge.storage.ids import new_id
from tests.conversations.remembering import found, index_said, patient, tokens
from tests.conversations.rows import make_turn, save_turn

pytestmark = pytest.mark.django_db(transaction=True)


def opened_messages(monkeypatch) -> list[int]:
    """Return a list that collects the size of each decrypted batch."""
    batches: list[int] = []
    take = Scan.take
    monkeypatch.setattr(Scan, "take", lambda scan, rows: batches.append(len(rows)) or take(scan, rows))
    return batches


class TestWhatTheIndexSpares:
    async def test_what_it_knows_is_not_opened_to_search_in_it(self, ann, many, monkeypatch):
        await in_database(index_said)
        batches = opened_messages(monkeypatch)
        result = await patient(ann).search("number1", 10)
        assert sorted(one.title for one in result.found) == ["c0", "c1", "c2"]
        assert (sum(batches), result.limits) == (0, "")

    async def test_what_waits_for_it_is_opened_and_ranked_with_the_rest(self, ann, many, monkeypatch):
        await in_database(index_said)
        await in_database(lambda: make_turn(ann, "number1 of today"))
        batches = opened_messages(monkeypatch)
        result = await patient(ann).search("number1", 10)
        assert result.found[0].snippet == "number1 of today" and len(result.found) == 4
        assert (sum(batches), result.limits) == (2, "")

    async def test_while_much_waits_the_answer_says_so(self, ann, many):
        def index_some():
            next(index_waiting())

        await in_database(index_some)
        result = await patient(ann, most_messages=500).search("zeppelin", 10)
        said = "Not all is in the search index yet. Of the rest only the newest 500 messages were searched, "
        assert result.found and result.limits.startswith(said)

    async def test_beginnings_of_words_are_looked_for_by_opening(self, ann, many):
        await in_database(index_said)
        whole = await patient(ann, most_messages=500).search("zeppel", 10)
        said = "No message has such whole words. For beginnings of words only the newest 500 messages "
        assert whole.found and whole.limits.startswith(said)

    async def test_a_message_older_than_the_newest_of_each_word_is_found_by_all(self, ann, many, monkeypatch):
        monkeypatch.setattr(lookup, "CANDIDATES", 100)
        monkeypatch.setattr(lookup, "_FEWEST", 50)
        first = Message.objects.filter(conversation=many[0], sequence=1)
        await in_database(lambda: first.update(content="the zeppelin and the engine"))
        engines = (
            Message(conversation=many[2], sequence=number, role="user", content="an engine")
            for number in range(401, 601)
        )
        await Message.objects.abulk_create(engines)
        await in_database(index_said)
        result = await patient(ann).search("engine zeppelin", 3)
        assert result.found[0].snippet == "the zeppelin and the engine"


def test_messages_that_entries_name_are_read_by_their_ids(ann):
    """SQLite, which seldom has statistics, would otherwise scan all conversations for each."""
    if connection.vendor == "sqlite":
        plan = messages_among([new_id() for _ in range(500)], None).explain()
        assert "conversations_message USING INDEX sqlite_autoindex" in plan.splitlines()[0]


class TestWhatTheIndexKnows:
    """No message is readable in the index, and deleted ones aren't in it at all."""

    async def test_it_has_tokens_alone_and_no_two_people_share_one(self, ann, amy, bob):
        def say():
            for person in (ann, amy, bob):
                make_turn(person, "The zeppelin flies.", "Zeppelin.")
            index_said()
            return tokens()

        rows = [row for row in await in_database(say) if row]
        assert len(rows) == 9 and "zeppelin" not in " ".join(rows)
        of_answers = [row for row in rows if " " not in row]
        assert len(of_answers) == len(set(of_answers)) == 3

    async def test_what_is_erased_is_forgotten(self, ann):
        def erase():
            turn = make_turn(ann, "The zeppelin flies.")
            index_said()
            assert tokens()
            Conversation.objects.filter(pk=turn.conversation_id).delete()
            return tokens(), SearchEntry.objects.count()

        assert await in_database(erase) == ([], 0)

    async def test_a_whole_answer_takes_the_place_of_a_part(self, ann):
        def answer():
            partial = NewMessage(MessageRole.ASSISTANT, "A zeppe", status=MessageStatus.PARTIAL)
            repository = DjangoConversationRepository(ann)
            talk = repository.create_conversation().id
            save_turn(repository, talk, NewMessage(MessageRole.USER, "What?"), partial)
            index_said()
            whole = replace(partial, content="A dirigible.", status=MessageStatus.COMPLETE)
            repository.add_message(talk, whole.role, whole.content, id=whole.id)
            before = SearchEntry.objects.filter(is_indexed=False).count()
            index_said()
            return before

        assert await in_database(answer) == 1
        assert await found(ann, "dirigible") == ["A dirigible."]

    async def test_what_no_key_opens_holds_up_nobody(self, ann, caplog):
        def say():
            lost = make_turn(ann, "The zeppelin is lost.")
            make_turn(ann, "The zeppelin is found.")
            stored = Ciphertext(Fernet(Fernet.generate_key()).encrypt(b"x").decode())
            Message.objects.filter(pk=lost.user_message_id).update(content=stored)
            index_said()

        await in_database(say)
        assert await found(ann, "zeppelin") == ["The zeppelin is found."]
        assert "no configured key opens this value" in caplog.text

    async def test_a_rotation_of_the_key_leaves_it_as_it_is(self, ann):
        def rotate():
            make_turn(ann, "The zeppelin flies.")
            index_said()
            before = tokens()
            for model, names in encrypted_models():
                list(rotate_model(model, names))
            return before, tokens(), SearchEntry.objects.filter(is_indexed=False).count()

        before, after, waiting = await in_database(rotate)
        assert before == after and not waiting

    def test_the_worker_indexes_and_the_command_makes_it_anew(self, ann):
        make_turn(ann, "The zeppelin flies.")
        tasks.index_said()
        before, ids = tokens(), set(SearchEntry.objects.values_list("pk", flat=True))
        out = StringIO()
        call_command("index_said", "--anew", stdout=out)
        assert tokens() == before and not ids & set(SearchEntry.objects.values_list("pk", flat=True))
        assert out.getvalue().splitlines() == [
            "3 of 3 messages and titles are in the search index.",
            "Nothing waits for the search index.",
        ]


class TestTitles:
    """Titles beyond the newest, which are decrypted, are found by word prefixes."""

    @pytest.fixture(autouse=True)
    def _many(self, ann, bob, monkeypatch):
        monkeypatch.setattr(lists, "_OPENED", 3)
        now = timezone.now()
        for person, word in ((ann, "Lisbon"), (bob, "Lisbon of bob")):
            Conversation.objects.bulk_create(
                Conversation(
                    tenant_id=person.tenant_id,
                    user_id=person.user_id,
                    title=f"Churn in {word} {number}",
                    updated_at=now - timedelta(minutes=number),
                )
                for number in range(6)
            )

    def titled(self, access, words):
        page = search_conversations(access, words)
        return [one.title.removeprefix("Churn in ") for one in page.results], page.note

    @pytest.mark.parametrize("words", ["Lisbon 5", "lis 5 chu", "LISBON churn 5"])
    def test_older_ones_are_found_before_and_after_they_are_indexed(self, ann, words):
        assert self.titled(ann, words) == (["Lisbon 5"], "")
        index_said()
        assert self.titled(ann, words) == (["Lisbon 5"], "")

    def test_they_come_behind_the_newest_in_their_order(self, ann):
        index_said()
        assert self.titled(ann, "in lisbon")[0] == [f"Lisbon {number}" for number in range(6)]

    def test_the_middle_of_a_word_is_found_in_the_newest_alone(self, ann):
        index_said()
        assert self.titled(ann, "sbon")[0] == ["Lisbon 0", "Lisbon 1", "Lisbon 2"]

    def test_a_title_in_other_words_is_found_by_these_alone(self, ann):
        index_said()
        talk = next(one for one in Conversation.objects.filter(user_id=ann.user_id) if one.title[-1] == "5")
        change_conversation(ann, talk.pk, title="Porto")
        index_said()
        assert (self.titled(ann, "lisbon 5"), self.titled(ann, "porto")) == (([], ""), (["Porto"], ""))

    def test_a_conversation_gets_its_entry_with_its_title(self, ann):
        SearchEntry.objects.all().delete()
        talk = DjangoConversationRepository(ann).create_conversation()
        assert not SearchEntry.objects.exists()
        DjangoConversationRepository(ann).add_message(talk.id, MessageRole.USER, "Porto?")
        assert SearchEntry.objects.filter(conversation_id=talk.id, is_indexed=False).count() == 1

    def test_while_more_wait_than_are_looked_at_the_page_says_so(self, ann, monkeypatch):
        monkeypatch.setattr(titles, "CANDIDATES", 2)
        assert self.titled(ann, "lisbon 0")[1].startswith("Older titles are still being taken into")
        index_said()
        assert self.titled(ann, "lisbon 0")[1] == ""


class TestMigrations:
    """A migration may make a table anew, which takes its triggers with it; nothing is left out for that."""

    def test_what_is_said_after_and_meanwhile_has_its_entry(self, ann):
        run = {"using": "default", "plan": [("a migration", False)]}
        make_turn(ann, "before")
        drop_triggers(**run)
        if connection.vendor == "sqlite":
            for model in (Conversation, Message, SearchEntry):
                with connection.schema_editor() as editor:
                    editor._remake_table(model)
            make_turn(ann, "meanwhile")
        make_triggers(**run)
        make_turn(ann, "after")
        said = set(Message.objects.values_list("pk", flat=True))
        entries = SearchEntry.objects.filter(message__isnull=False).values_list("message_id", flat=True)
        assert sorted(entries) == sorted(said)
        titled = SearchEntry.objects.filter(message=None).values_list("conversation_id", flat=True)
        assert sorted(titled) == sorted(Conversation.objects.values_list("pk", flat=True))
        index_said()
        Conversation.objects.all().delete()
        assert tokens() == []

    def test_a_run_without_migrations_leaves_them_alone(self, ann):
        drop_triggers(using="default", plan=[])
        make_turn(ann, "still there")
        assert SearchEntry.objects.count() == 3
