"""Agents that report a source's news, built by talk and run on schedule, without a model."""

from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from agents.models import AgentDefinition, AgentRun, RunStatus, RunTrigger, Source
from agents.tools.sources.services import add_source, remove_source
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.agents.chat import Answer, Chat
from tests.agents.sources.feeds import page, paragraphs, rss
from tests.net.pages import Page, PageServer

pytestmark = pytest.mark.django_db(transaction=True)
ASKED = "Every morning at 8 tell me what is new in the Heise feed"


async def said(chat: Chat, *messages: str) -> Answer:
    """Say the messages in order and return the last answer."""
    for message in messages[:-1]:
        await chat.say(message)
    return await chat.say(messages[-1])


async def run(access: Access) -> Answer:
    """Run the only agent as the scheduler does."""
    agent = await AgentDefinition.objects.aget()
    chat = Chat(access, trigger=RunTrigger.SCHEDULE, agent=str(agent.pk))
    return await chat.say(f"Scheduled run of {agent.slug}")


async def last_run() -> AgentRun:
    found = await AgentRun.objects.order_by("-id").afirst()
    assert found
    return found


# -- building --------------------------------------------------------------------------------------


async def test_source_named_in_the_request_is_used(chat: Chat, heise: Source):
    answer = await chat.say(ASKED)
    assert "- **Source**: heise\n" in answer.text and answer.text.endswith("Shall I create it?")
    slots = {slot.name: slot.value for slot in answer.wizard.slots}
    assert (slots["source"], slots["when"], slots["name"]) == ("heise", "every day at 08:00", "heise-news")
    assert "can't do this by itself" not in answer.text
    await chat.say("yes")
    agent = await AgentDefinition.objects.aget()
    assert (agent.source, agent.reads_by_itself) == ("source heise", True)


async def test_url_in_the_request_is_added_with_the_yes(chat: Chat, site: PageServer):
    url = site.url("/feed.xml")
    answer = await chat.say(f"Every morning at 8 tell me what is new in {url}")
    assert f"{url} isn't a source here yet. I'll add it with the agent." in answer.text
    assert not await Source.objects.aexists() and not site.requests
    answer = await chat.say("yes")
    assert "Added the source heise-online." in answer.text
    assert (await AgentDefinition.objects.aget()).source == "source heise-online"


async def test_refused_agent_adds_no_source(chat: Chat, site: PageServer):
    await said(chat, f"Every morning at 8 tell me what is new in {site.url('/feed.xml')}", "no")
    assert not await Source.objects.aexists() and not site.requests


async def test_url_of_an_existing_source_uses_it(chat: Chat, heise: Source, site: PageServer):
    answer = await chat.say(f"Every morning at 8 tell me what is new in {site.url('/feed.xml')}")
    assert "- **Source**: heise\n" in answer.text and "isn't a source" not in answer.text


async def test_unknown_feed_asks_for_its_url_and_keeps_the_name(chat: Chat, site: PageServer):
    answer = await chat.say(ASKED)
    assert answer.text == "I don't know the feed “Heise” yet. What's its address? I'll add it."
    answer = await said(chat, site.url("/feed.xml"), "yes")
    assert "Added the source heise." in answer.text
    assert "**2 new** in **heise**" in (await run(chat.access)).text


async def test_unreadable_url_is_asked_for_again(chat: Chat, site: PageServer):
    answer = await said(chat, ASKED, site.url("/gone"), "yes")
    assert answer.text.startswith("127.0.0.1 answered 404. Check in a browser")
    assert answer.text.endswith("What's its address? I'll add it.")
    assert not await AgentDefinition.objects.aexists() and not await Source.objects.aexists()
    assert "Created" in (await said(chat, site.url("/feed.xml"), "yes")).text


async def test_ambiguous_source_name_asks_which(chat: Chat, heise: Source, ann: Access, site: PageServer):
    site.pages["/2.xml"] = rss("Post", title="Other")
    await in_database(add_source, access=ann, url=site.url("/2.xml"), slug="heise-security")
    answer = await chat.say(ASKED)
    assert answer.text == "Which source do you mean: heise or heise-security?"
    answer = await chat.say("heise-security")
    assert "- **Source**: heise-security\n" in answer.text


async def test_work_needing_a_model_says_so(chat: Chat, heise: Source):
    asked = "Create an agent that translates the Heise feed into Latin"
    answer = await said(chat, asked, "the heise feed", "every Monday at 9")
    assert "- **Source**: heise\n" in answer.text and "can't do this by itself" in answer.text


# -- running ---------------------------------------------------------------------------------------


@pytest.fixture
async def reader(chat: Chat, heise: Source) -> AgentDefinition:
    await said(chat, ASKED, "yes")
    return await AgentDefinition.objects.aget()


async def test_runs_list_new_items_then_nothing_then_the_newer(ann, reader, site: PageServer):
    first = await run(ann)
    assert "**2 new** in **heise** since" in first.text
    assert "- [Second post](<https://news.example/Second-post>)" in first.text
    at = timezone.now().astimezone(ZoneInfo("UTC"))
    second = await run(ann)
    assert "Nothing new in **heise** since " in second.text and f"{at:%H:}" in second.text
    site.pages["/feed.xml"] = rss("Third post", "Second post", "First post")
    third = await run(ann)
    assert "**1 new**" in third.text and "Third post" in third.text and "Second post" not in third.text
    assert (await last_run()).status == RunStatus.SUCCEEDED


async def test_unreadable_source_fails_the_run_and_keeps_items_new(ann, reader, site: PageServer):
    await run(ann)
    site.pages["/feed.xml"] = Page(status=404)
    answer = await run(ann)
    assert "The source heise can't be read. 127.0.0.1 answered 404." in answer.text
    assert "Settings > Connections" in answer.text and "Nothing new" not in answer.text
    failed = await last_run()
    assert failed.status == RunStatus.FAILED and "answered 404" in failed.error
    site.pages["/feed.xml"] = rss("Third post", "Second post")
    assert "Third post" in (await run(ann)).text


async def test_removed_source_is_reported(ann, reader):
    await in_database(remove_source, access=ann, source="heise")
    answer = await run(ann)
    assert "isn't a source here" in answer.text and "Settings > Connections" in answer.text


async def test_markup_in_feed_titles_is_escaped(ann, reader, site: PageServer):
    site.pages["/feed.xml"] = rss("**Bold** [here](x)")
    assert r"[\*\*Bold\*\* \[here\](x)]" in (await run(ann)).text


async def test_scheduled_run_reports_page_changes(chat: Chat, ann: Access, site: PageServer):
    site.pages["/prices"] = page(*paragraphs("Tea costs 4.", "Coffee costs 3."))
    await in_database(add_source, access=ann, url=site.url("/prices"), slug="prices")
    await said(chat, "Every day at 9 check the prices page and tell me what changed", "yes")
    assert "Nothing new in **prices**" in (await run(ann)).text
    site.pages["/prices"] = page(*paragraphs("Tea costs 5.", "Coffee costs 3."))
    answer = await run(ann)
    assert "- Added: Tea costs 5." in answer.text and "- Removed: Tea costs 4." in answer.text


# -- in the chat -----------------------------------------------------------------------------------


async def test_chat_question_lists_recent_items_each_time(chat: Chat, heise: Source):
    for _ in range(2):
        assert "**2 new** in **heise**" in (await chat.say("what's new in the heise feed?")).text


async def test_url_in_a_question_is_offered_as_a_source(chat: Chat, site: PageServer):
    answer = await chat.say(f"what's new in {site.url('/feed.xml')}?")
    assert answer.text.endswith("isn't a source here yet. Shall I add it?")
    answer = await chat.say("yes")
    assert "**2 new** in **heise-online**" in answer.text
    assert [(one.action, one.entity_type) for one in answer.operations] == [("create", "source")]


async def test_refused_offer_adds_no_source(chat: Chat, site: PageServer):
    answer = await said(chat, f"what's new in {site.url('/feed.xml')}?", "no")
    assert "isn't added" in answer.text and not await Source.objects.aexists()


async def test_unreadable_url_in_a_question_says_why(chat: Chat, site: PageServer):
    answer = await said(chat, f"what's new in {site.url('/gone')}?", "yes")
    assert "answered 404" in answer.text and not await Source.objects.aexists()


async def test_question_about_an_unknown_feed_says_so(chat: Chat):
    answer = await chat.say("what is new in the Golem feed?")
    assert "The feed **Golem** isn't a source here yet." in answer.text
