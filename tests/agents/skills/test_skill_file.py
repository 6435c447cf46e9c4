"""SKILL.md is parsed in the ecosystem's format; errors have line numbers; it round-trips."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.definitions.skills.skill_file import InvalidSkill, SkillFile, parse_skill, render_skill
from agents.tools import registry
from omniforge.errors import InvalidInput

OURS = ("calculate", "calendar_create_event", "calendar_list_events", "read_file")
TEXT = """---
name: weekly-report
description: "Writes the report: what changed, what is late."
allowed-tools: read_file calculate
---

# Weekly report

---

1. Read what was given.
"""


@pytest.fixture(autouse=True, scope="module")
def _ours():
    """Four tools, so that new tools don't change what a file may name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "our_tools", lambda: dict.fromkeys(OURS))
        yield


def problems(text: str) -> list[str]:
    with pytest.raises(InvalidSkill) as refused:
        parse_skill(text)
    return refused.value.fields["SKILL.md"]


def head(*lines: str) -> str:
    return "\n".join(["---", *lines, "---", "Do it."])


def test_front_matter_and_body_are_read():
    assert parse_skill(TEXT) == SkillFile(
        "weekly-report",
        "Writes the report: what changed, what is late.",
        "# Weekly report\n\n---\n\n1. Read what was given.",
        ("read_file", "calculate"),
    )


def test_bom_and_windows_line_ends_are_accepted():
    assert parse_skill("\ufeff" + TEXT.replace("\n", "\r\n")) == parse_skill(TEXT)


@pytest.mark.parametrize(
    "tools", ["[read_file, calculate]", "\n  - read_file\n  - calculate", "read_file, calculate"]
)
def test_allowed_tools_are_a_list_or_separated_names(tools: str):
    skill = parse_skill(head("name: a", "description: b", f"allowed-tools: {tools}"))
    assert skill.allowed_tools == ("read_file", "calculate")


def test_every_problem_has_its_line():
    text = head("name: Weekly Report", "description: ''", "allowed-tools:", "  - launch_rocket")
    name, description, tools = problems(text)
    assert name.startswith("line 2: name must have lower-case letters")
    assert description == "line 3: description must be a text of 1 to 1024 characters"
    assert tools == f"line 4: there is no tool launch_rocket. There are: {', '.join(OURS)}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# No front matter", "line 1: the file must begin"),
        ("\n---\nname: a\n---", "line 1: the file must begin"),
        ("---\nname: a\ndescription: b", "line 3: the file must begin"),
        (head("name: a", "description: what: it does"), "line 3: this is not valid YAML"),
        (head("name: a", "description: \x07"), "line 3: this is not valid YAML"),
        (head("- name: a"), "line 2: the front matter must be keys"),
        (head("[" * 5000), "line 2: this is not valid YAML"),
        (head("name: a", "description: b", "name: c"), "line 4: name is there twice"),
        (head("name: [a]", "description: b"), "line 2: name must"),
        (head("name: a", "description: [b, c]"), "line 3: description must"),
        (head("name: a"), "line 1: description must"),
        (head("name: " + "a" * 65, "description: b"), "line 2: name must"),
        (head("name: a", "description: " + "b" * 1025), "line 3: description must"),
        (head("name: a", "description: b", "allowed-tools: [{a: b}]"), "line 4: allowed-tools must"),
        (head("name: a", "description: b", "allowed-tools: Bash(git:*)"), "line 4: there is no tool Bash("),
        (head("name: a", "description: b") + "\nx" * 499, "line 5: the instructions must have less than 500"),
        (head("name: a", "description: b") + "x" * 20_000, "line 5: the instructions must have"),
    ],
)  # fmt: skip
def test_malformed_skill_file_is_reported_with_its_line(text: str, said: str):
    (problem,) = problems(text)
    assert problem.startswith(said)


def test_error_message_names_the_file():
    with pytest.raises(InvalidInput, match=r"^report/SKILL\.md, line 1: the file must begin"):
        parse_skill("nothing", path="report/SKILL.md")


def test_yaml_tag_creates_no_object():
    (problem,) = problems(head("name: a", 'description: !!python/object/apply:os.system ["true"]'))
    assert problem.startswith("line 3: description must")


def test_an_unknown_key_is_only_a_warning():
    skill = parse_skill(head("name: a", "description: b", "license: MIT", "metadata: {author: us}"))
    assert skill.warnings == (
        "line 4: license is not known here and not kept",
        "line 5: metadata is not known here and not kept",
    )


def test_pattern_allows_tools_by_prefix():
    assert parse_skill(head("name: a", "description: b", "allowed-tools: calendar_*")).warnings == ()


def test_server_tools_are_accepted_with_a_warning():
    text = head("name: a", "description: b", "allowed-tools: github_* notion_search")
    assert "there is no tool notion_search" in problems(text)[0]
    skill = parse_skill(text, servers=["notion"])
    assert skill.allowed_tools == ("github_*", "notion_search")
    assert [warning.split(" is no tool")[0] for warning in skill.warnings] == [
        "line 4: github_*",
        "line 4: notion_search",
    ]


def tidy(text: str) -> str:
    return text.replace("\r\n", "\n").strip()


SKILLS = st.builds(
    SkillFile,
    st.from_regex(r"[a-z][a-z0-9]{0,20}(-[a-z0-9]{1,9}){0,4}", fullmatch=True),
    st.text(max_size=200).map(tidy).filter(bool),
    st.text().map(tidy),
    st.lists(st.sampled_from([*OURS, "calendar_*", "github_*"]), unique=True).map(tuple),
)


@given(SKILLS)
def test_rendered_skill_is_parsed_back_unchanged(skill: SkillFile):
    assert parse_skill(render_skill(skill)) == skill


@given(st.text() | st.text().map(lambda text: f"---\n{text}\n---\n"))
def test_arbitrary_text_never_crashes_the_parser(text: str):
    try:
        skill = parse_skill(text)
    except InvalidSkill:
        return
    assert parse_skill(render_skill(skill)) == skill
