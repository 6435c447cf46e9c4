"""systemd units: they start existing commands, wait long enough at shutdown, and systemd accepts them."""

import os
import shutil
import subprocess

import pytest
from django.core.management import get_commands, load_command_class

from conversations.turns import engine
from omniforge.management import server
from omniforge.supervisor.procfile import read_procfile
from tests.deploy.units import HOME, UNITS, command_of, values_of
from tests.site import ROOT

SERVICES = sorted(path.name for path in UNITS.glob("*.service"))
WEB = "omniforge-web@.service"


@pytest.mark.parametrize("unit", SERVICES)
def test_unit_commands_and_folders_exist(unit):
    words = command_of(unit)
    assert words[0] in (".venv/bin/python", ".venv/bin/celery")
    assert words[0].endswith("celery") or (ROOT / words[1]).is_file()
    assert values_of(unit)["WorkingDirectory"] == [HOME]


def test_web_unit_command_is_accepted_by_serve():
    words = command_of(WEB)
    command = load_command_class(get_commands()["serve"], "serve")
    options = command.create_parser("manage.py", "serve").parse_args(
        [w.replace("%i", "8001") for w in words[3:]]
    )
    assert words[2] == "serve" and options.port == 8001


def test_worker_unit_command_matches_the_procfile():
    worker = next(one for one in read_procfile(ROOT / "Procfile") if one.name == "worker")
    assert " ".join(command_of("omniforge-worker.service")) == worker.command.removeprefix("exec ")


@pytest.mark.parametrize("unit", SERVICES)
def test_unit_variables_are_documented(unit):
    given = {pair.partition("=")[0] for pair in values_of(unit)["Environment"][0].split()}
    documented = (ROOT / ".env.example").read_text()
    assert all(f"{name}=" in documented for name in given if not name.startswith("PYTHON"))


def test_web_unit_stop_timeout_is_long_enough():
    longest = 20 + engine._ENDING + server._GRACE  # OMNIFORGE_GRACE, storing, requests; then traces leave
    assert int(values_of(WEB)["TimeoutStopSec"][0]) > longest + 2


def test_web_unit_does_not_restart_on_config_error():
    assert values_of(WEB)["RestartPreventExitStatus"] == [str(os.EX_CONFIG)]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="this machine has no systemd")
def test_systemd_accepts_the_units(tmp_path):
    shutil.copytree(UNITS, tmp_path, dirs_exist_ok=True)
    for path in (path for path in tmp_path.rglob("*") if path.is_file()):
        path.write_text(path.read_text().replace(HOME, str(ROOT)))
    units = ["omniforge.target", *(name.replace("@", "@8001") for name in SERVICES)]
    env = os.environ | {"SYSTEMD_UNIT_PATH": f"{tmp_path}:"}
    ended = subprocess.run(["systemd-analyze", "verify", *units], env=env, capture_output=True, text=True)
    said = [line for line in (ended.stdout + ended.stderr).splitlines() if "omniforge" in line]
    assert (ended.returncode, said) == (0, [])  # ignore complaints about the machine's other units
