"""A program calls an agent's web hook on a running site: the run starts at once and its answer follows."""

import pytest

from tests.conversations.conftest import ChatSite, chat_site, running_site  # noqa: F401  fixtures
from tests.waiting import until

pytestmark = pytest.mark.slow
AGENT = {
    "slug": "order-desk",
    "description": "Sum up each order that comes in",
    "instructions": "Sum up the order in one sentence.",
}


def test_web_hook_delivery_runs_its_agent(chat_site: ChatSite):  # noqa: F811
    chat_site.model.script("order-desk", "Order 4711: three lamps for Mia.")
    with chat_site.http() as http:
        http.post("/api/v1/agents/", json=AGENT).raise_for_status()
        made = http.post("/api/v1/agents/order-desk/hooks/", json={"name": "Shop", "signed": False}).json()
        http.headers.pop("Authorization")
        order = {"order": 4711, "lamps": 3, "for": "Mia"}
        answers = [http.post(made["address"], json=order, headers={"X-Delivery-Id": "d-1"}) for _ in "12"]
        assert [one.status_code for one in answers] == [202, 202]
        [run_id] = {one.json()["run_id"] for one in answers}
    with chat_site.http() as http:
        until(lambda: http.get(f"/api/v1/turns/{run_id}").json()["status"] == "completed")
        [run] = http.get("/api/v1/agents/order-desk/runs/").json()["results"]
        assert (run["id"], run["trigger"], run["status"]) == (run_id, "web_hook", "succeeded")
        assert run["output"] == "Order 4711: three lamps for Mia."
        hook = made["hook"]["id"]
        [told] = http.get(f"/api/v1/agents/order-desk/hooks/{hook}/deliveries/").json()
        assert (told["run_id"], told["status"]) == (run_id, "succeeded")
    asked = str(chat_site.model.requests[-1].body)
    assert "delivery.json" in asked and "lamps" in asked
    assert made["address"].rpartition("/")[2] not in chat_site.site.log
