"""JSON log lines: their fields, whom they name, and what they never contain."""

import asyncio
import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agents.events import TextDelta
from conversations.turns import run
from conversations.turns.engine import TurnEngine
from conversations.wire.commands import SendMessage
from omniforge.celery import app
from omniforge.redaction import MASK, RedactingFilter
from omniforge.storage.database import in_database
from omniforge.storage.ids import new_id
from omniforge.telemetry.about import AboutFilter, add_ids, current_ids, detached_context, restored, with_ids
from omniforge.telemetry.json_lines import JsonLines
from omniforge.tenants.access import Access
from tests.site import ROOT

SECRET = "sk-proj-0123456789abcdef0123"
WRITE = f"""
import django, logging
django.setup()
from omniforge.telemetry.about import add_ids
add_ids(request_id="one")
logging.getLogger("omniforge").warning("key {SECRET}")
"""
logger = logging.getLogger("omniforge.test_json_log")


class Lines(io.StringIO):
    def read_all(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.getvalue().splitlines()]

    def last(self) -> dict[str, Any]:
        return self.read_all()[-1]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """What the site's own handler writes as JSON."""
    written = Lines()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonLines())
    for one in (AboutFilter(), RedactingFilter()):
        handler.addFilter(one)
    logging.getLogger().addHandler(handler)
    with restored({}):
        yield written
    logging.getLogger().removeHandler(handler)


def test_json_log_setting_makes_the_site_log_json(tmp_path: Path):
    environment = {**os.environ, "OMNIFORGE_LOG": "json", "OMNIFORGE_VAR": str(tmp_path)}
    environment["DJANGO_SETTINGS_MODULE"] = "omniforge.settings"
    ended = subprocess.run([sys.executable, "-c", WRITE], cwd=ROOT, env=environment, capture_output=True)
    [told] = [json.loads(line) for line in ended.stderr.splitlines()]
    assert (told["request_id"], told["message"]) == ("one", f"key {MASK}")


def test_log_record_is_one_json_object(lines: Lines):
    logger.warning("two\nlines, %s and no more", "ä")
    [told] = lines.read_all()
    assert told.pop("time").endswith("+00:00")
    message = "two\nlines, ä and no more"
    assert told == {"level": "WARNING", "logger": "omniforge.test_json_log", "message": message}


def test_json_log_masks_secrets_everywhere(lines: Lines):
    with with_ids(request_id=SECRET):
        try:
            raise ValueError(f"key {SECRET}")
        except ValueError:
            logger.exception("failed with %s", SECRET)
    told = lines.last()
    assert told["exception"]["type"] == "ValueError" and "Traceback" in told["exception"]["stack"]
    assert told["request_id"] == MASK and SECRET not in lines.getvalue()


def test_ids_are_logged_only_within_their_context(lines: Lines):
    with with_ids(request_id="one"):
        with with_ids(turn_id="two"):
            logger.warning("inside")
        add_ids(tenant_id="three")
        logger.warning("between")
    logger.warning("outside")
    told = [{name: line[name] for name in line if name.endswith("_id")} for line in lines.read_all()]
    assert told == [{"request_id": "one", "turn_id": "two"}, {"request_id": "one", "tenant_id": "three"}, {}]


async def test_detached_task_keeps_only_the_ids(lines: Lines):
    async def ids() -> dict[str, str]:
        return dict(current_ids())

    with with_ids(request_id="one"):
        later = asyncio.create_task(ids(), context=detached_context())
    assert await later == {"request_id": "one"}


@pytest.mark.django_db(transaction=True)
async def test_database_thread_logs_the_ids_of_its_caller(lines: Lines):
    with with_ids(turn_id="one"):
        await in_database(logger.warning, "in a thread")
    await in_database(logger.warning, "in the same thread")
    first, second = lines.read_all()[-2:]
    assert first["turn_id"] == "one" and "turn_id" not in second


@pytest.mark.django_db(transaction=True)
async def test_turn_logs_its_ids_and_no_content(lines: Lines, ann: Access, monkeypatch):
    async def breaks(pack):
        yield TextDelta("The plan of the merger.")
        raise RuntimeError

    monkeypatch.setattr(run, "run_master", breaks)
    engine = TurnEngine()
    with with_ids(request_id="of-the-socket"):
        accepted = await engine.accept(ann, SendMessage(new_id(), "When is the merger?"))
    await engine._wait(60)
    await engine.stop()
    [told] = [line for line in lines.read_all() if "failed" in line["message"]]
    ids = {name: told[name] for name in ("request_id", "turn_id", "conversation_id", "tenant_id")}
    assert ids == {
        "request_id": "of-the-socket",
        "turn_id": str(accepted.turn_id),
        "conversation_id": str(accepted.conversation_id),
        "tenant_id": str(ann.tenant_id),
    }
    assert "merger" not in lines.getvalue()


def test_task_logs_its_name_and_id(lines: Lines):
    @app.task(name="tests.telemetry.task")
    def task() -> None:
        logger.warning("at work")

    done = task.apply()
    assert (lines.last()["task"], lines.last()["request_id"]) == ("tests.telemetry.task", done.id)
    del app.tasks["tests.telemetry.task"]
