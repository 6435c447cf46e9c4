"""The disk is full for a while: the site reports it, loses nothing, and recovers by itself."""

import asyncio
import json
import shutil
import urllib.error
import urllib.request

import pytest
from django.test import Client

from omniforge.monitoring import health
from tests.conversations.conftest import QUESTION, ChatSite, own_chat_site  # noqa: F401  a fixture
from tests.disk import no_room
from tests.waiting import until


def readiness(url: str) -> tuple[int, dict]:
    try:
        with urllib.request.urlopen(f"{url}/readyz", timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:
        return refused.code, json.load(refused)


@pytest.mark.slow
def test_readyz_answers_503_on_a_full_disk_and_recovers(fresh_site):
    fresh_site.start()
    assert until(lambda: (found := readiness(fresh_site.url))[0] == 200 and found)[1]["database"] == "ok"
    with no_room(fresh_site.pid):
        until(lambda: readiness(fresh_site.url)[1]["database"] == "unavailable", 10)
        assert readiness(fresh_site.url)[0] == 503
    until(lambda: readiness(fresh_site.url)[0] == 200, 10)


@pytest.mark.slow
async def test_answer_ending_on_a_full_disk_is_stored_later(own_chat_site: ChatSite):  # noqa: F811
    site = own_chat_site
    site.model.script("schedules work", " ".join(f"word{number}" for number in range(40)))
    site.model.gap_ms = 100
    async with site.chat() as ann:
        accepted = await ann.say(QUESTION)
        await ann.wait(lambda f: "word3" in ann.text_of(accepted["turn_id"]))
        with no_room(site.site.pid):
            done = await ann.wait_for("done", accepted["turn_id"])
            refused = await ann.say("And on a full disk?")
            # A draft exists during each attempt to store the answer, and attempts go on.
            await asyncio.to_thread(until, lambda: not [*(site.site.var / "spool").glob(".*.spooled.*")])
        assert done["data"]["stored"] is False
        assert (refused["type"], refused["retryable"]) == ("error", True)
    answer = await asyncio.to_thread(until, lambda: stored_answer(site, accepted["conversation_id"]))
    assert answer["turn"]["status"] == "completed" and "word39" in answer["content"]


def stored_answer(site: ChatSite, conversation_id: str) -> dict | None:
    with site.http() as http:
        listed = http.get(f"/api/v1/conversations/{conversation_id}/messages/").json()["results"]
    return listed[1] if len(listed) > 1 else None


@pytest.mark.django_db
def test_readyz_reports_a_nearly_full_disk_and_spooled_turns(settings, tmp_path, monkeypatch):
    settings.VAR = tmp_path
    monkeypatch.setattr(health, "_LEAST_FREE", shutil.disk_usage(tmp_path).free * 2)
    (tmp_path / "spool").mkdir()
    (tmp_path / "spool" / "one.spooled").touch()
    answer = Client().get("/readyz")
    assert answer.status_code == 200
    told = answer.json()
    assert (told["status"], told["disk"], told["spooled"]) == ("degraded", "full", 1)


@pytest.mark.django_db
def test_readyz_reports_an_unreadable_spool(settings, tmp_path, caplog):
    settings.VAR = tmp_path
    (tmp_path / "spool").touch()  # no folder
    told = Client().get("/readyz").json()
    assert (told["status"], told["disk"], told["spooled"]) == ("degraded", "unreadable", None)
    assert "the spool cannot be read" in caplog.text


@pytest.mark.django_db
def test_readyz_reports_a_missing_worker_as_degraded(settings, tmp_path):
    settings.VAR = tmp_path
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["worker"], answer.json()["status"]) == (200, "away", "degraded")
    (tmp_path / "celery").mkdir()
    (tmp_path / "celery" / "heartbeat").touch()
    assert Client().get("/readyz").json()["worker"] == "ok"
