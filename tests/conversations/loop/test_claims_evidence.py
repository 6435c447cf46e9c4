"""Which earlier deeds the judge is shown: those that are named first, with their results and their doers."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from agents.definitions.services import create_agent
from omniforge.calendar.selectors import store_of
from omniforge.calendar.services import create_event
from omniforge.projects.services import ProjectService
from omniforge.storage.database import in_database
from omniforge.tenants.access import Access
from tests.conversations.loop.talking import SKILL, Talk
from tests.conversations.loop.test_claims import add_fair
from tests.conversations.loop.test_claims_ledger import DELETE, ledger_in
from tests.standin.server import ModelServer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("judge")]
CLAIM = "You closed it on its page at seven and opened it a minute later."
HALF = "To be exact: I can't tell."
LONG = "Each page says who closed the store, who opened it a minute later, and at which hour. " * 30
TOLD = {"unproven_claims": [CLAIM]}


def document(title: str, text: str = LONG) -> dict[str, Any]:
    fields = {"title": title, "content": f"# {title}\n\n{text}"}
    return {"operations": [{"op": "create", "kind": "document", "fields": fields}], "project": "Mill"}


def changing(*calls: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"name": "change", "arguments": one} for one in calls]


def task(title: str, **more: str) -> dict[str, Any]:
    return {"op": "create", "kind": "task", "fields": {"title": title, **more}}


def earlier_in(model_server: ModelServer, *, strict: bool = True) -> list[str]:
    """Return the rows of earlier deeds, as the newest first look, or first strict look had them."""
    judged = [one.text for one in model_server.requests if one.schema is not None and "<earlier>" in one.text]
    looks = [one for one in judged if ("<by-hand>" in one) == strict]
    return looks[0 if strict else -1].partition("<earlier>\n")[2].partition("\n</earlier>")[0].split("\n")


def add_event(access: Access, title: str) -> None:
    create_event(calendar=store_of(access), title=title, starts_at=timezone.now() + timedelta(days=2))


@pytest.fixture
async def mill(talk: Talk, model_server: ModelServer) -> None:
    await in_database(lambda: ProjectService(talk.access).create(name="Mill"))
    model_server.script("<ledger>", {"unproven_claims": []})


async def done(talk: Talk, model_server: ModelServer, tools: list[dict[str, Any]]) -> None:
    """Let the model make calls, in a turn whose answer names none of them."""
    model_server.queue({"tools": tools}, {"text": "All set."})
    await talk.say("Set it up as we said")


async def doubted(talk: Talk, model_server: ModelServer, message: str, claim: str) -> None:
    """Let the model claim something that the judge doubts at both looks."""
    model_server.script("<ledger>", {"unproven_claims": [claim]})
    model_server.script("To be exact", {"unproven_claims": []})
    model_server.queue({"text": claim}, {"text": HALF})
    await talk.say(message)


@pytest.mark.usefixtures("mill")
class TestNamed:
    async def test_what_only_the_message_names_comes_with_its_result(
        self, talk: Talk, model_server: ModelServer
    ):
        pages = [document(f"Handbook for page {one}") for one in ("one", "two", "three", "four")]
        await done(talk, model_server, [SKILL])
        await done(talk, model_server, changing(*pages))
        talk.id = None
        await doubted(talk, model_server, "Is sum-up open, and did I touch it today?", CLAIM)
        rows = earlier_in(model_server)
        assert "Adds up." in next(one for one in rows if "sum-up" in one)
        assert all(one.endswith("(cut)") and len(one) < 320 for one in rows if "Handbook" in one)
        assert sum("Handbook" in one for one in rows) == 4

    async def test_a_name_within_a_large_batch_counts(self, talk: Talk, model_server: ModelServer):
        things = ("rope", "tent", "stove", "boots", "map", "lamp", "peg", "winch")
        batch = {"operations": [task(f"Fetch the {one}") for one in things], "project": "Mill"}
        one = {"operations": [task("Read the page on opening", due="2027-02-03")], "project": "Mill"}
        await done(talk, model_server, changing(batch))
        await done(talk, model_server, changing(one, document("Opening")))
        talk.id = None
        await doubted(talk, model_server, "And when?", "Fetch the winch was set up at seven.")
        rows = earlier_in(model_server)
        assert '"title":"Fetch the winch"' in next(one for one in rows if "Fetch the rope" in one)

    async def test_each_row_without_its_result_says_so_and_what_is_left_out_is_told(
        self, talk: Talk, model_server: ModelServer
    ):
        lots = [{"operations": [task(f"Crate {at}")], "project": "Mill"} for at in range(30)]
        await done(talk, model_server, [*changing(*lots), SKILL])
        talk.id = None
        await doubted(talk, model_server, "What became of my skill?", "The skill sum-up was made at seven.")
        *rows, last = earlier_in(model_server)
        assert last == "(others left out)" and len(rows) < 12
        assert all(one.endswith("(cut)") for one in rows if "Crate" in one)
        assert [one for one in rows if "sum-up" in one and not one.endswith("(cut)")]

    async def test_the_strict_look_shows_what_the_first_one_did(self, talk: Talk, model_server: ModelServer):
        mention = document("Leaflet", "The winch is closed, and opened at seven.")
        await done(talk, model_server, changing(*(document(f"Winch {one}") for one in ("one", "two"))))
        talk.id = None
        parts = [task("Throw the paper away", due="2027-02-03"), mention["operations"][0]]
        await done(talk, model_server, changing({"operations": parts, "project": "Mill"}))
        claim = "The winch is opened as well."
        model_server.script("<ledger>", {"unproven_claims": [claim]})
        model_server.script("To be exact", {"unproven_claims": []})
        model_server.queue({"text": f"Gone are Leaflet and Throw the paper away. {claim}"}, {"text": HALF})
        await talk.say("What went with it?")
        first, strict = earlier_in(model_server, strict=False), earlier_in(model_server)
        assert "2027-02-03" in "\n".join(first) and set(first) - {"(others left out)"} <= set(strict)
        assert len(strict) > len(first)


class TestDoers:
    async def test_each_row_says_who_did_it(self, talk: Talk, model_server: ModelServer):
        await in_database(lambda: ProjectService(talk.access).create(name="Mill"))
        await in_database(lambda: create_agent(access=talk.access, slug="scout", description="Sees to it"))
        model_server.script("<ledger>", {"unproven_claims": []})
        handing, trying = (
            {"name": "run_agent", "arguments": {"agent": "scout", "task": "See to it", "dry_run": dry}}
            for dry in (False, True)
        )
        made = changing({"operations": [task("Oil the wheel")], "project": "Mill"})
        model_server.queue({"tools": [handing]}, {"tools": made}, {"text": "Oiled."}, {"text": "Done."})
        await talk.say("Let scout see to the mill")
        await done(talk, model_server, [SKILL])
        model_server.queue({"tools": [trying]}, {"text": "Nothing to do."}, {"text": "Nothing."})
        await talk.say("Try scout once without changing anything")
        talk.id = None
        await doubted(talk, model_server, "Who did what?", "scout oiled the wheel and made sum-up.")
        rows = earlier_in(model_server)
        assert [one for one in rows if ' scout, elsewhere: Creating "Oil the wheel"' in one]
        assert [one for one in rows if " assistant, elsewhere: " in one and "sum-up" in one]
        assert [one for one in rows if "Ran the agent scout in a dry run that changed nothing: " in one]


class TestCards:
    async def test_a_yes_stands_in_the_ledger_of_its_talk(self, talk: Talk, model_server: ModelServer):
        await in_database(lambda: add_fair(talk.access))
        model_server.script("<ledger>", {"unproven_claims": []})
        model_server.queue({"tools": [DELETE]}, {"text": "You said yes to it."})
        await talk.say("Take the fair off my calendar")
        await talk.decide(True)
        assert "deleted (approved by the person)\n" in ledger_in(model_server)
        model_server.queue({"text": "Yes, you did."})
        await talk.say("Did I agree to that?")
        assert "nothing was changed\nthe person approved at " in ledger_in(model_server)

    async def test_a_yes_with_edits_says_so(self, talk: Talk, model_server: ModelServer):
        await in_database(lambda: add_fair(talk.access))
        await in_database(lambda: add_event(talk.access, "Market"))
        model_server.script("<ledger>", {"unproven_claims": []})
        model_server.queue({"tools": [DELETE]}, {"text": "Done."})
        await talk.say("Take the fair off my calendar")
        await talk.decide(True, event="Market")
        assert "\nthe person approved with edits at " in ledger_in(model_server)

    @pytest.mark.parametrize(("approve", "said"), [(True, "approved"), (False, "refused")])
    async def test_a_word_on_a_card_elsewhere_is_an_earlier_row(
        self, talk: Talk, model_server: ModelServer, approve: bool, said: str
    ):
        await in_database(lambda: add_fair(talk.access))
        model_server.script("<ledger>", {"unproven_claims": []})
        model_server.queue({"tools": [DELETE]}, {"text": "As you wish."})
        await talk.say("Take the fair off my calendar")
        await talk.decide(approve)
        talk.id = None
        await doubted(talk, model_server, "Who decided on the fair?", "Olga decided on it, by the button.")
        judged = [one.text for one in model_server.requests if "elsewhere: " in one.text]
        assert f"the person, elsewhere: {said} by the button: Deleting" in judged[0]
        assert "that anybody created" in judged[0] and "approved or refused" in judged[0]
