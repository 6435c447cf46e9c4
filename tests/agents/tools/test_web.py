"""The tools that read the web, against a real server that behaves like pages and search engines."""

from typing import Any

import pytest
from pydantic import ValidationError

from agents.failures import ToolFailed
from agents.tools.builtin.web import PageAddress, Query, WebPage, web_visit
from omniforge.files.errors import Unreadable
from omniforge.net import RequestRefused
from omniforge.tenants.access import Access
from tests.agents.tools.contexts import call_context
from tests.files import made
from tests.net.pages import Page, PageServer, redirect

TEA = """<!doctype html><html><head><title>All about tea</title><style>p {color: red}</style></head><body>
<nav><a href="/">Home</a> <a href="/shop">Shop</a></nav><article><h1>All about tea</h1>
<p>Green tea is made from leaves that have not withered, and so keeps its colour &amp; its taste.
It is drunk without milk, and brewed with water that has cooled for a few minutes after it has boiled.</p>
<table><tr><th>Kind</th><th>Minutes</th></tr><tr><td>Sencha</td><td>2</td></tr></table>
<script>alert("no")</script></article><footer>Imprint</footer></body></html>"""
DRAWN = b"""<html><head><title>App</title><script src="/app.js"></script></head><body><div id="root"></div>
<noscript>You need to enable JavaScript to run this app.</noscript></body></html>"""


async def visit(access: Access, url: str, start: int = 0) -> Any:
    return await web_visit.run(PageAddress(url=url, start=start), call_context(access))


def pdf_page(content: bytes) -> Page:
    return Page(content, content_type="application/pdf")


async def test_web_page_is_read_as_text(ann, page_server: PageServer):
    page_server.pages = {"/": redirect("/tea"), "/tea": Page(TEA.encode())}
    page: WebPage = await visit(ann, page_server.url())
    assert (page.title, page.url) == ("All about tea", page_server.url("/tea"))
    assert "Green tea is made from leaves that have not withered, and so keeps its colour & its" in page.text
    assert "Sencha" in page.text
    assert not any(part in page.text for part in ("<", "alert", "color", "Imprint", "Shop"))
    assert (page.note, page.next_start, page.length) == (None, None, len(page.text))
    assert [(one.title, one.link) for one in page.sources()] == [("All about tea", page.url)]


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ("Käse".encode("latin-1"), "text/plain; charset=iso-8859-1"),
        ("Käse".encode(), "text/plain"),
        ("Käse".encode(), "text/markdown; charset=nobody-knows"),
        (f"<html><p>{'Käse ' * 50}</p>".encode("windows-1252"), "text/html; charset=windows-1252"),
        (f"<meta charset=windows-1252><p>{'Käse ' * 50}</p>".encode("windows-1252"), "text/html"),
    ],
)
async def test_page_is_decoded_by_its_charset(body, content_type, ann, page_server: PageServer):
    page_server.pages["/"] = Page(body, content_type=content_type)
    assert "Käse" in (await visit(ann, page_server.url())).text


async def test_parts_of_a_long_page_leave_nothing_out(ann, page_server: PageServer):
    text = "\n".join(f'"{number}"' for number in range(9000))
    page_server.pages["/"] = Page(text.encode(), content_type="text/plain")
    read, start = "", 0
    while start is not None:
        part = await visit(ann, page_server.url(), start)
        assert len(part.model_dump_json(exclude_none=True)) < 24_000
        read, start = read + part.text, part.next_start
    assert read == text


async def test_start_past_the_end_reports_the_end(ann, page_server: PageServer):
    page_server.pages["/"] = Page(b"short", content_type="text/plain")
    part = await visit(ann, page_server.url(), 100)
    assert (part.text, part.note) == ("", "The text ends at character 5.")


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (DRAWN, "scripts, which are not run"),
        (b"", "no text"),
        (b"<html><body><img src=cat.png></body></html>", "no text"),
        (b"\xff\xfe\x00", "no text"),
    ],
)
async def test_page_with_little_text_says_why(body, says, ann, page_server: PageServer):
    page_server.pages["/"] = Page(body)
    page = await visit(ann, page_server.url())
    assert says in page.note
    assert page.summary() == page.note


@pytest.mark.parametrize(("status", "transient"), [(404, False), (403, False), (429, True), (503, True)])
async def test_page_answering_an_error_status_is_a_failure(status, transient, ann, page_server: PageServer):
    page_server.pages["/"] = Page(b"no", status=status)
    with pytest.raises(ToolFailed, match=f"answered {status}") as failed:
        await visit(ann, page_server.url())
    assert failed.value.transient == transient


async def test_image_is_not_read_as_a_page(ann, page_server: PageServer):
    page_server.pages["/"] = Page(b"GIF89a", content_type="image/gif")
    with pytest.raises(ToolFailed, match="image/gif"):
        await visit(ann, page_server.url())


async def test_size_limit_of_pages_is_lower_than_of_pdfs(ann, page_server: PageServer):
    page_server.pages["/"] = Page(b"x" * 5_000_001, content_type="text/plain")
    with pytest.raises(ToolFailed, match="more than 5,000,000 bytes"):
        await visit(ann, page_server.url())
    page_server.pages["/"] = pdf_page(made.pdf() + b"\n%" + b"x" * 5_000_000)
    assert (await visit(ann, page_server.url())).length == 3


async def test_pdf_is_read_page_by_page(ann, page_server: PageServer):
    path = "/the%20plan.pdf"
    page_server.pages = {"/": redirect(path), path: pdf_page(made.pdf(50, lines=40))}
    first: WebPage = await visit(ann, page_server.url())
    assert (first.title, first.unit, first.start, first.length) == ("the plan.pdf", "pages", 1, 50)
    assert first.note == f"This is a PDF, of which pages 1 to {first.next_start - 1} of 50 were read."
    assert first.summary() == first.note
    assert "[page 1]\nPage 1, line 0: the quick brown fox" in first.text
    assert [one.link for one in first.sources()] == [page_server.url(path)]
    last: WebPage = await visit(ann, page_server.url(), 50)
    assert last.text.startswith("[page 50]\n") and last.next_start is None
    past: WebPage = await visit(ann, page_server.url(), 51)
    assert (past.text, past.note) == ("", "This is a PDF, and it ends at page 50.")


async def test_a_pdf_without_text_says_so(ann, page_server: PageServer):
    page_server.pages["/"] = pdf_page(made.pdf(1, lines=0))
    page: WebPage = await visit(ann, page_server.url())
    assert page.note.startswith(
        "This is a PDF, of which pages 1 to 1 of 1 were read. These pages hold no text"
    )


@pytest.mark.parametrize(
    ("body", "says"), [(b"%PDF-1.7 nothing", "damaged"), (made.pdf(password="secret"), "password")]
)
async def test_a_pdf_that_cannot_be_read_says_why(body, says, ann, page_server: PageServer):
    page_server.pages["/"] = pdf_page(body)
    with pytest.raises(Unreadable, match=says):
        await visit(ann, page_server.url())


async def test_pdf_over_the_file_size_limit_is_refused(ann, page_server: PageServer, settings):
    settings.MAX_FILE_MB = 6
    page_server.pages["/"] = pdf_page(made.pdf() + bytes(6 << 20))
    with pytest.raises(ToolFailed, match="more than 6,291,456 bytes"):
        await visit(ann, page_server.url())


async def test_pdf_on_a_private_address_is_refused(ann, page_server: PageServer, inner_server: PageServer):
    page_server.pages["/"] = redirect(inner_server.url("/plan.pdf"))
    inner_server.pages["/plan.pdf"] = pdf_page(made.pdf())
    with pytest.raises(RequestRefused):
        await visit(ann, page_server.url())
    assert inner_server.requests == []


async def test_private_address_is_refused(ann, inner_server: PageServer):
    with pytest.raises(RequestRefused):
        await visit(ann, inner_server.url())
    assert inner_server.requests == []


def test_out_of_range_arguments_are_refused():
    for wrong in (
        {"query": ""},
        {"query": "x" * 401},
        {"query": "x", "count": 21},
        {"query": "x", "site": "y"},
    ):
        with pytest.raises(ValidationError):
            Query.model_validate(wrong)
