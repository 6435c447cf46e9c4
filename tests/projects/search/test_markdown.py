"""Which text of a Markdown file is indexed: no badges, link targets, HTML, front matter or templates."""

import time

import pytest

from omniforge.projects.search.markdown import strip_markdown
from tests.pace import slowness


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("---\ntitle: Plan\nowner: ann\n---\nThe plan.", "The plan."),
        ("[![Build](https://ci.example/b.svg)](https://ci.example/b)\nReady.", "\nReady."),
        ("![The logo](logo.png) Welcome", " Welcome"),
        ("See [the form](https://x.example/a_(b)?c=d).", "See the form."),
        ("See [the form][1].\n\n[1]: https://x.example/form 'Form'", "See the form.\n\n"),
        ("<p align='center'>Open <b>daily</b></p>", " Open  daily  "),
        ("<!-- later:\nwrite -->Done.", "Done."),
        ("Hello {{ name }}, {% if x %}yes{% endif %}", "Hello , yes"),
        (".. image:: https://x.example/badge.svg\n   :target: https://pypi.example/x\n\nText", "\n\n\nText"),
        ("The dose is <5 mg and a < b > c.", "The dose is <5 mg and a < b > c."),
        ("- [ ] Call Ann\n- [x] Call Bob", "- [ ] Call Ann\n- [x] Call Bob"),
        ("| a | b |\n| --- | --- |\n| 1 | [two](x) |", "| a | b |\n| --- | --- |\n| 1 | two |"),
        ("*Tern* sails **on Mondays**, 3 * 4 * 5", "Tern sails on Mondays, 3 * 4 * 5"),
        ("| **Total** | 2*3*4 |\n* one\n* two", "| Total | 2*3*4 |\n* one\n* two"),
        ("Mail <ann@x.example> or https://x.example/a", "Mail <ann@x.example> or https://x.example/a"),
    ],
)
def test_strip_markdown_keeps_the_readable_text(written, read):
    assert strip_markdown(written) == read


def test_strip_markdown_leaves_code_unchanged():
    code = "```html\n<p>{{ name }}</p> [a](b)\n```\n"
    assert strip_markdown(f"<b>Use</b>\n{code}") == f" Use \n{code}"


def test_strip_markdown_is_fast_on_unclosed_markup():
    began = time.thread_time()
    for text in (
        "[" * 20_000,
        "<!--" * 5_000,
        "![" * 20_000,
        "```\n" * 5_001,
        "---\n" * 5_000,
        "{{" * 5_000,
        "*" * 20_000,
        " *a" * 9_000,
    ):
        strip_markdown(text)
    assert time.thread_time() - began < 2 * slowness()
