"""The five journeys of the vision (seed 000) over REST, by rules and with a model."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from tests.site import Site, copy_state
from tests.standin.server import ModelServer
from tests.standin.thread import running

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def seeded(demo_var: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The state of a site with the demonstration workspace, and Maya's key."""
    var = copy_state(demo_var, tmp_path_factory.mktemp("seeded") / "var")
    site = Site(var)
    maya = ("--tenant", "larkfield", "--user", "maya@example.org", "--scopes", "chat,read")
    return var, site.manage("create_api_key", *maya).splitlines()[-1]


class Talk:
    """A conversation of Maya's over `POST /api/v1/chat`."""

    def __init__(self, site: Site, key: str) -> None:
        self._site, self._headers = site, {"Authorization": f"Bearer {key}"}
        self.conversation_id: str | None = None

    def say(self, message: str) -> str:
        """Send a message and return the whole answer."""
        body = {"message": message, "conversation_id": self.conversation_id}
        url = f"{self._site.url}/api/v1/chat"
        answer = httpx2.post(url, json=body, headers=self._headers, timeout=180, verify=False)
        assert answer.status_code == 200, answer.text
        events = [block.split("\n") for block in answer.text.split("\n\n") if block.startswith("event: ")]
        pairs = [
            (kind.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for kind, data in events
        ]
        assert pairs[-1][0] == "done", pairs
        self.conversation_id = pairs[-1][1]["conversation_id"]
        return "".join(data["content"] for kind, data in pairs if kind == "chunk")

    def get(self, path: str) -> dict:
        return httpx2.get(
            f"{self._site.url}/api/v1/{path}", headers=self._headers, timeout=180, verify=False
        ).json()

    def download(self, link: str) -> bytes:
        """Return the bytes of a file."""
        return httpx2.get(f"{self._site.url}{link}", headers=self._headers, timeout=180, verify=False).content

    def intent(self) -> dict:
        """Return what was understood of the last message."""
        return self.get(f"conversations/{self.conversation_id}/messages/")["results"][-1]["metadata"][
            "intent"
        ]


@pytest.fixture(scope="module", params=["rules", "model"])
def site(request, seeded: tuple[Path, str], tmp_path_factory) -> Iterator[Site]:
    """A site by rules, or with the stand-in as the model for every role but the reply."""
    with running(ModelServer()) as model:
        modelled = {
            "OPENAI_API_KEY": "test-key",
            "OPENAI_BASE_URL": f"{model.url}/v1",
            "OMNIFORGE_MODEL_REPLY": "rules",
        }
        roles = modelled if request.param == "model" else {}
        state = copy_state(seeded[0], tmp_path_factory.mktemp(request.param) / "var")
        site = Site(state, **roles, OMNIFORGE_MESSAGES_PER_MINUTE="0")
        site.start()
        yield site
        site.kill()


@pytest.fixture
def talk(site: Site, seeded: tuple[Path, str]) -> Talk:
    return Talk(site, seeded[1])


def test_described_problem_gets_a_proposed_agent(talk: Talk):
    answer = talk.say(
        "Our team wastes hours every Monday compiling project updates from Notion. "
        "Can the platform help with that?"
    )
    assert talk.intent()["action_type"] == "create_agent"
    assert "Monday" in answer
    assert "?" in answer
    assert len(talk.get("agents/")["results"]) >= 3


def test_agent_is_created_over_several_messages(talk: Talk):
    talk.say("Create an agent that monitors our Jira board for late invoices")
    talk.say("The BILLING project, past due date, and Slack alerts")
    recap = talk.say("Every morning at 9am")
    assert "9" in recap
    done = talk.say("yes")
    assert "reated" in done
    made = [agent for agent in talk.get("agents/")["results"] if "BILLING" in json.dumps(agent)]
    assert len(made) == 1
    assert made[0]["schedule"] == "0 9 * * *"


def test_agent_draft_is_recalled_after_a_restart(talk: Talk, site: Site):
    talk.say("I want to create an agent for weekly financial reports")
    talk.say("Google Sheets")
    site.stop()
    site.start()
    recall = talk.say("Sorry, I had to step away. Where were we?")
    assert "Google Sheets" in recall
    assert "eekly" in recall or "Monday" in recall
    assert "?" in recall


def test_run_the_first_one_runs_the_first_listed_agent(talk: Talk):
    listed = talk.say("List my agents")
    assert "1. " in listed
    first = next(line for line in listed.splitlines() if line.startswith("1.")).split("**")[1]
    answer = talk.say("Run the first one")
    assert first in answer
    intent = talk.intent()
    assert intent["action_type"] == "execute_task"
    assert intent["target_agent"] == first
    assert talk.get(f"agents/{first}/runs/")["results"]


def test_ambiguous_request_gets_choices_with_their_effects(talk: Talk):
    answer = talk.say(
        "I need to analyze our customer churn data and put together a presentation "
        "for the board meeting next week"
    )
    assert "financial-analyzer" in answer
    assert "1. " in answer
    assert "2. " in answer
