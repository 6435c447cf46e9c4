"""One section of a document is written, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.failures import ToolFailed
from agents.tools.workspace.headings import sections_of
from agents.tools.workspace.sections import section_named, text_of, write_section

PLAN = """Intro.

# Launch

## Pre-flight

- Check the links

## Rollback

Call Ann.

```sh
# not a heading
```

### Who

Ann

Later
-----

The end."""


def titles(text):
    return [(one.heading.level, one.heading.title) for one in sections_of(text)]


def test_atx_and_setext_headings_are_found_outside_code():
    assert titles(PLAN) == [(1, "Launch"), (2, "Pre-flight"), (2, "Rollback"), (3, "Who"), (2, "Later")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("#hash", []),
        ("## Two ##", ["Two"]),
        ("# C#", ["C#"]),
        ("#", [""]),
        ("    # code", []),
        ("- item\n---", []),
        ("a\n\n---\n", []),
        ("a\n===", ["a"]),
        ("~~~\n# x\n```\n# y\n~~~\n# z", ["z"]),
        ("a\r\n# b\r\nc", ["b"]),
        ("# a\u2028# b", ["a\u2028# b"]),
    ],
)
def test_heading_syntax_is_recognised(text, found):
    assert [title for _, title in titles(text)] == found


def test_section_includes_its_heading_and_subsections():
    section = section_named(PLAN, "rollback")
    assert text_of(PLAN, section).startswith("## Rollback\n")
    assert text_of(PLAN, section).endswith("### Who\n\nAnn\n\n")


def test_replacing_a_section_keeps_the_rest_unchanged():
    renamed = write_section(PLAN, "Rollback", "## Way back\n\nCall Bob.\n", "replace")
    assert titles(renamed) == [(1, "Launch"), (2, "Pre-flight"), (2, "Way back"), (2, "Later")]
    written = write_section(PLAN, "Rollback", "## Rollback\n\n- Call Bob\n", "replace")
    before = PLAN[: PLAN.index("Call Ann.")]
    assert written == before + "- Call Bob\n\n" + PLAN[PLAN.index("Later") :]


def test_appended_text_ends_the_section():
    written = write_section(PLAN, "Pre-flight", "- Check the mail", "append")
    assert "- Check the links\n- Check the mail\n\n## Rollback" in written


def test_new_section_has_the_level_of_the_others():
    assert write_section(PLAN, "Costs", "None.", "add") == f"{PLAN}\n\n## Costs\n\nNone.\n"
    assert write_section("", "Costs", "None.", "add") == "## Costs\n\nNone.\n"
    assert write_section("# Plan\n", "Costs", "None.", "add") == "# Plan\n\n## Costs\n\nNone.\n"


@pytest.mark.parametrize(
    ("heading", "content", "mode", "says"),
    [
        ("Costs", "x", "replace", "There is no section 'Costs'. Those that are: 'Launch', 'Pre-flight'"),
        ("who", "x", "add", "There is a section 'who' already"),
        ("Rollback", "```\nopen", "replace", "code block open"),
        ("Rollback", "## One\n\n## Two", "replace", "must stand below"),
        ("Rollback", "# High", "append", r"must stand below that of their section \(##\)"),
        ("Costs", "## High", "add", "must stand below"),
    ],
)
def test_invalid_section_write_is_refused(heading, content, mode, says):
    with pytest.raises(ToolFailed, match=says):
        write_section(PLAN, heading, content, mode)


BLOCKS = st.sampled_from(
    [
        "# A",
        "## B",
        "### C",
        "## B2",
        "Title\n=====",
        "text",
        "",
        "```\n# no\n```",
        "~~~",
        "- item",
        "---",
        "a\r\nb",
    ]
)
TEXTS = st.lists(BLOCKS, max_size=12).map("\n".join)


@given(TEXTS, st.sampled_from(["B", "C", "A", "New"]), TEXTS, st.sampled_from(["replace", "append", "add"]))
def test_writing_a_section_never_changes_other_text(text, heading, content, mode):
    try:
        written = write_section(text, heading, content, mode)
    except ToolFailed:
        return
    if mode == "add":
        assert written.startswith(text)
        return
    section = section_named(text, heading)
    # A replacement may bring another heading.
    kept = section.heading.start if mode == "replace" else section.heading.body
    before, after = text[:kept], text[section.end :]
    assert written.startswith(before) and written.endswith(after)
    assert titles(written)[: len(titles(before))] == titles(before)
    assert titles(written)[len(titles(written)) - len(titles(after)) :] == titles(after)


def test_added_sections_are_siblings():
    written = write_section(write_section("", "Seats", "5 each", "add"), "Tax", "none", "add")
    assert titles(written) == [(2, "Seats"), (2, "Tax")]


def test_text_without_a_heading_is_only_appended():
    assert write_section("# A\n\nOne\n", "", "Two", "append") == "# A\n\nOne\n\nTwo\n"
    with pytest.raises(ToolFailed, match="heading"):
        write_section("# A", "", "Two", "replace")
