"""The image and the compose file name only existing paths, commands, settings, services and ports."""

import json
import re
from fnmatch import fnmatch

import pytest
import yaml

from conversations.turns import engine
from omniforge.management import server
from omniforge.supervisor.procfile import read_procfile
from tests.site import ROOT

FOLDER = ROOT / "deploy/container"
IMAGE = (FOLDER / "Containerfile").read_text().replace("\\\n", " ")
COMPOSE = yaml.safe_load((FOLDER / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
OURS = [name for name, service in SERVICES.items() if str(service["image"]).startswith("omniforge:")]
DOCUMENTED = set(re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
OF_COMPOSE = {"OMNIFORGE_RELEASE", "POSTGRES_PASSWORD"}


def instructions(name: str) -> list[str]:
    """Return the words behind each instruction of the image that has this name."""
    return re.findall(rf"^{name} +(.*)$", IMAGE, re.MULTILINE)


def copied() -> list[str]:
    """Return what the image takes from the checkout, as it's named there."""
    return [line.split()[0] for line in instructions("COPY") if not line.startswith("--from")]


@pytest.mark.parametrize("name", copied())
def test_files_copied_by_the_image_exist_and_are_not_ignored(name):
    assert list(ROOT.glob(name))
    allowed = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] == "!"]
    assert any(fnmatch(name, one) for one in allowed)


def test_image_copies_every_package():
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages - {"tests", "bench", "faults"} <= set(copied())


def test_image_installs_only_hashed_requirements():
    installing = [line for line in instructions("RUN") if "pip install" in line]
    assert installing and all("--require-hashes" in line for line in installing)
    named = re.findall(r"requirements[\w-]*\.lock", IMAGE)
    assert "requirements.lock" in named and all((ROOT / name).is_file() for name in named)


def test_image_runs_as_own_user_and_receives_signals():
    assert instructions("USER") == ["omniforge"]
    assert json.loads(instructions("CMD")[0])[:3] == ["python", "manage.py", "serve"]  # no shell between


def test_image_port_and_health_check_match_the_web_process():
    command = json.loads(instructions("CMD")[0])
    port = command[command.index("--port") + 1]
    assert instructions("EXPOSE") == [port]
    assert f"127.0.0.1:{port}/readyz" in instructions("HEALTHCHECK")[0]
    upstream = re.findall(r"server ([\w-]+):(\d+)", (FOLDER / "upstream.conf").read_text())
    assert upstream == [("web-1", port), ("web-2", port)]


def test_image_build_gets_no_secrets():
    told = " ".join([*instructions("ENV"), *instructions("ARG")])
    assert not re.search("KEY|SECRET|PASSWORD|TOKEN", told)
    assert "build" in SERVICES["prepare"] and "args" not in SERVICES["prepare"]["build"]


def test_every_container_setting_is_documented():
    in_image = re.findall(r"\b([A-Z_]+)=", " ".join(instructions("ENV") + instructions("RUN")))
    example = re.findall(r"^([A-Z_]+)=", (FOLDER / "env.example").read_text(), re.MULTILINE)
    in_compose = {name for service in OURS for name in SERVICES[service]["environment"]}
    named = {*in_image, *example, *in_compose} - OF_COMPOSE
    assert {name for name in named if not name.startswith(("PYTHON", "PATH"))} <= DOCUMENTED


def test_compose_variables_are_in_the_env_example():
    asked = set(re.findall(r"\$\{(\w+)", (FOLDER / "compose.yaml").read_text()))
    assert asked == OF_COMPOSE
    example = (FOLDER / "env.example").read_text()
    assert all(f"\n{name}=" in example for name in asked)


def test_compose_mounts_exist():
    mounts = [mount.split(":")[0] for service in SERVICES.values() for mount in service.get("volumes", ())]
    files = [mount for mount in mounts if mount.startswith(".") and mount != "./tls"]
    assert files and all((FOLDER / file).is_file() for file in files)
    assert {mount for mount in mounts if not mount.startswith(".")} == set(COMPOSE["volumes"])


def test_compose_dependencies_have_health_checks():
    for service in SERVICES.values():
        for other, condition in service.get("depends_on", {}).items():
            healthy = condition["condition"] == "service_healthy"
            assert not healthy or other in ("web-1", "web-2") or "healthcheck" in SERVICES[other]


def test_compose_worker_command_matches_the_procfile():
    worker = next(one for one in read_procfile(ROOT / "Procfile") if one.name == "worker")
    assert " ".join(SERVICES["worker"]["command"]) == worker.command.removeprefix("exec .venv/bin/")


def test_compose_stop_grace_period_is_long_enough():
    longest = 20 + engine._ENDING + server._GRACE
    assert int(SERVICES["web-1"]["stop_grace_period"].removesuffix("s")) > longest + 2
