"""Calls that wait for a yes are named, stay while the person asks about them, and end by yes or no."""

import pytest

from agents.models import AskFirst, ToolRule
from omniforge.tenants.access import Access
from tests.agents.chat import Chat
from tests.agents.handlers.talk import work

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
async def _asks_first(ann: Access) -> None:
    """A workspace rule: nothing is deleted without a yes."""
    await ToolRule.objects.acreate(tenant_id=ann.tenant_id, tool="change.delete", ask_first=AskFirst.ALWAYS)


@pytest.mark.parametrize(
    ("answer", "stays"),
    [
        ("approve it", False),
        ("alright, Ben knows. approve it", False),
        ("Ben doesn't know. approve it", True),
        ("no", True),
    ],
)
async def test_pending_deletion_is_named_and_decided_in_chat(
    here: Chat, ann: Access, answer: str, stays: bool
):
    asked = await here.say("delete the task Order the beams")
    assert asked.text.startswith("This waits for your yes: ") and "Order the beams" in asked.text
    await here.say(answer)
    assert ("Order the beams" in await work(ann)) is stays


async def test_order_beside_a_deletion_is_done_at_once(here: Chat, ann: Access):
    await here.say("delete the task Order the beams, and add a task 'Ring the yard'")
    assert {"Order the beams", "Ring the yard"} <= set(await work(ann))
    told = await here.say("yes")
    assert "Order the beams" not in await work(ann) and "Ring the yard" not in told.text


async def test_question_before_the_yes_is_about_the_pending_deletion(here: Chat, ann: Access):
    await here.say("assign Order the beams to Aisha Cole")
    await here.say("mark Frame the roof as done")
    await here.say("delete the task Order the beams")
    told = await here.say("hold on, who is it assigned to?")
    assert "Aisha Cole" in told.text and "left" not in told.text
    assert "Order the beams" in await work(ann)
    await here.say("yes")
    assert "Order the beams" not in await work(ann)


@pytest.mark.parametrize(
    "said",
    ["only the beams please, we do need the roof after all", "just the beams", "yes but only the beams"],
)
async def test_yes_to_a_part_leaves_the_rest_undeleted(here: Chat, ann: Access, said: str):
    await here.say("delete the tasks Order the beams and Frame the roof")
    told = (await here.say(said)).text
    assert "Deleted" in told and "Order the beams" in told
    assert "Order the beams" not in await work(ann) and "Frame the roof" in await work(ann)
    await here.say("yes")
    assert "Frame the roof" in await work(ann)


@pytest.mark.parametrize("said", ["only if Ben agrees", "only the gate", "just wondering what waits"])
async def test_words_naming_no_pending_part_delete_nothing(here: Chat, ann: Access, said: str):
    await here.say("delete the tasks Order the beams and Frame the roof")
    await here.say(said)
    assert {"Order the beams", "Frame the roof"} <= set(await work(ann))


async def test_bare_yes_to_two_pending_deletions_asks_which(here: Chat, ann: Access):
    await here.say("delete the task Order the beams")
    await here.say("delete the task Frame the roof")
    asked = await here.say("yes")
    assert "Order the beams" in asked.text and "Frame the roof" in asked.text
    assert {"Order the beams", "Frame the roof"} <= set(await work(ann))
    await here.say("the beams one")
    assert "Order the beams" not in await work(ann) and "Frame the roof" in await work(ann)


@pytest.mark.parametrize(
    "answer", ["yes bin it", "yes, delete the beams task please", "yep get rid of it", "delete it"]
)
async def test_a_yes_may_repeat_the_question(here: Chat, ann: Access, answer: str):
    await here.say("delete the task Order the beams")
    await here.say(answer)
    assert "Order the beams" not in await work(ann)


@pytest.mark.parametrize(
    "answer", ["nah leave it", "run it", "no not that one, the other", "never mind", "scrap that"]
)
async def test_refused_deletion_keeps_the_task(here: Chat, ann: Access, answer: str):
    await here.say("delete the task Order the beams")
    told = await here.say(answer)
    assert "Order the beams" in await work(ann) and "rejected" not in told.text


@pytest.mark.parametrize(
    ("answer", "stays"),
    [
        ("right, yes, I approve the deletion of Order the beams", False),
        ("ok yes, I approve", False),
        ("Hm, no. Leave it where it is.", True),
        ("well, no, leave it in", True),
    ],
)
async def test_a_decision_may_begin_with_a_filler(here: Chat, ann: Access, answer: str, stays: bool):
    await here.say("delete the task Order the beams")
    told = await here.say(answer)
    assert ("Order the beams" in await work(ann)) is stays
    assert "Nothing here waits" not in told.text


async def test_asking_what_is_pending_leaves_it_pending(here: Chat, ann: Access):
    assert (await here.say("is anything waiting for my decision?")).text == "Nothing waits for your yes."
    await here.say("delete the task Order the beams")
    await here.say("meanwhile mark Frame the roof as done")
    assert "done" in (await work(ann))["Frame the roof"]
    for asked in ("is anything waiting for my approval?", "what still needs my ok?", "is it gone yet?"):
        told = await here.say(asked)
        assert "This waits for your yes: " in told.text and "Order the beams" in told.text
    await here.say("yes")
    assert "Order the beams" not in await work(ann)
    assert "Order the beams" in (await here.say("is it gone now?")).text


@pytest.mark.parametrize(
    "asked",
    [
        "hang on, what exactly happens if I say yes?",
        "wait what exactly happens if i say yes",
        "What would happen if I approve it?",
        "if I agree, what exactly will be deleted?",
        "what am I agreeing to?",
        "hm, what exactly would I be approving?",
        "and what does my yes do",
        "so what goes when I say ok?",
        "what is going to happen once we confirm it?",
        "sorry, what am I supposed to approve?",
    ],
)
async def test_asking_what_a_yes_does_leaves_the_deletion_pending(here: Chat, ann: Access, asked: str):
    await here.say("delete the task Order the beams")
    told = await here.say(asked)
    assert "This waits for your yes: " in told.text and "Order the beams" in told.text
    assert "Order the beams" in await work(ann)
    await here.say("yes")
    assert "Order the beams" not in await work(ann)


@pytest.mark.parametrize(
    "answer",
    [
        "no, don't delete it. assign it to Rosa instead",
        "No. Give it to Rosa instead.",
        "no wait, give it to Rosa",
        "no, leave it, but assign it to Rosa",
        "nope, please don't. Just give it to Rosa",
        "no do not delete it, assign it to Rosa please",
        "no never mind, hand it to Rosa",
    ],
)
async def test_order_after_a_refusal_is_about_the_refused_task(here: Chat, ann: Access, answer: str):
    await here.say("delete the task Order the beams")
    told = await here.say(answer)
    assert "not done" in told.text and "Rosa" in told.text
    assert "Rosa" in (await work(ann))["Order the beams"]


@pytest.mark.parametrize(
    "answer",
    ["no, the carpenter still needs it", "no. thanks", "no leave it, they might come after all"],
)
async def test_reason_after_a_refusal_changes_nothing(here: Chat, ann: Access, answer: str):
    before = await work(ann)
    await here.say("delete the task Order the beams")
    told = await here.say(answer)
    assert "not done" in told.text and await work(ann) == before


async def test_unread_words_after_a_refusal_are_reported(here: Chat, ann: Access):
    await here.say("delete the task Order the beams")
    assert "in a message of its own" in (await here.say("no, the other one I told you about")).text


@pytest.mark.parametrize(
    "answer",
    [
        "No, sorry, I meant Frame the roof.",
        "no, I meant the task Frame the roof",
        "No. I was thinking of Frame the roof",
        "nein, ich meinte Frame the roof",
        "no, I really meant Frame the roof!",
    ],
)
async def test_deletion_meant_instead_waits_for_its_own_yes(here: Chat, ann: Access, answer: str):
    before = await work(ann)
    await here.say("delete the task Order the beams")
    told = await here.say(answer)
    assert "not done" in told.text and 'This waits for your yes: Deleting "Frame the roof"' in told.text
    assert await work(ann) == before
    await here.say("yes")
    assert "Frame the roof" not in await work(ann) and "Order the beams" in await work(ann)


@pytest.mark.parametrize("answer", ["no, I meant what I said", "no, I meant the cake", "no, I meant well"])
async def test_correction_naming_no_task_deletes_nothing(here: Chat, ann: Access, answer: str):
    before = await work(ann)
    await here.say("delete the task Order the beams")
    await here.say(answer)
    assert await work(ann) == before
