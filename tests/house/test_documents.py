"""Links and paths in documents exist, and the tree contains no unfinished work."""

import re
import subprocess

import pytest

from tests.site import ROOT

DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
LINK = re.compile(r"\]\((?!https?://|#|mailto:)([^)#\s]+)[^)]*\)")
FILE = re.compile(r"`((?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:py|md|toml|txt|html|css|js))`")
TOP_LEVEL = {path.name for path in ROOT.iterdir()}
UNFINISHED = "TO" + "DO|FIX" + "ME|XX" + "X|HA" + "CK|NotImplemented" + "Error"
TEXT = (".py", ".js", ".mjs", ".html", ".css", ".md", ".toml", ".txt", ".sh")


def source_files() -> list[str]:
    """Return the text files of the tree that we wrote ourselves."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.splitlines() if name.endswith(TEXT) and "/vendor/" not in name]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_in_documents_lead_to_files(document):
    dead = [link for link in LINK.findall(document.read_text()) if not (document.parent / link).exists()]
    assert not dead


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_files_named_in_documents_exist(document):
    named = [name for name in FILE.findall(document.read_text()) if name.split("/")[0] in TOP_LEVEL]
    missing = [name for name in named if not (ROOT / name).exists() and not name.startswith("var/")]
    assert not missing


def test_sources_contain_no_todo_markers():
    files = [name for name in source_files() if (ROOT / name).exists()]
    left = [name for name in files if re.search(rf"\b({UNFINISHED})\b", (ROOT / name).read_text())]
    assert not left


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_env_examples_have_no_comment_after_a_value(document):
    """Copied into `.env`, it would become part of the value, for example of a key."""
    assert not re.findall(r"^[A-Z_]+=\S*[ \t]+#.*", document.read_text(), re.MULTILINE)


def test_documented_uvicorn_command_has_no_access_log():
    lines = (ROOT / "docs/operations.md").read_text().splitlines()
    commands = [line for line in lines if line.startswith(".venv/bin/uvicorn")]
    assert commands and all("--no-access-log" in line for line in commands)
