"""Only `intent` parses people's messages; in `agents` a few files have patterns for formats and texts."""

import re
from pathlib import Path

from tests.site import ROOT

FORMATS = {
    "addresses, ids, names and headers": (
        "agents/definitions/names.py",
        "agents/definitions/validation.py",
        "agents/memory/state/evidence.py",
        "agents/tools/addresses.py",
        "agents/tools/builtin/calendar.py",
        "agents/tools/ledger.py",
        "agents/tools/mcp/connection.py",
        "agents/tools/mcp/tools.py",
        "agents/tools/names.py",
        "agents/tools/sources/news.py",
        "agents/tools/workspace/archives.py",
        "agents/tools/workspace/folders.py",
        "agents/tools/workspace/paths.py",
    ),
    "Markdown, YAML and HTML": (
        "agents/context/prompts.py",
        "agents/definitions/skills/skill_file.py",
        "agents/handlers/recall.py",
        "agents/tools/sources/plain.py",
        "agents/tools/web/providers.py",
        "agents/tools/workspace/folders.py",
        "agents/tools/workspace/headings.py",
    ),
    "names of agents": ("agents/builder/names.py",),
    "texts of documents, files and answers": (
        "agents/context/situation.py",
        "agents/handlers/documents/file_contents.py",
        "agents/handlers/work/corrections.py",
        "agents/handlers/documents/file_words.py",
        "agents/handlers/documents/text_parts.py",
        "agents/knowledge/answer_check.py",
        "agents/knowledge/from_files.py",
        "agents/knowledge/guardrail.py",
        "agents/memory/summaries/marks.py",
        "agents/memory/summaries/sentences.py",
        "agents/policies/descriptions.py",
    ),
}


def test_agents_use_no_regular_expressions_on_messages():
    allowed = {file for files in FORMATS.values() for file in files}
    patterns = {
        str(file.relative_to(ROOT))
        for file in Path(ROOT, "agents").rglob("*.py")
        if re.search(r"^import re$", file.read_text(), re.M)
    }
    assert patterns <= allowed
