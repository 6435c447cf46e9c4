"""Adding a source: what an address turns out to be, who may, and each failure with its remedy."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agents.models import Source
from agents.tools.sources.selectors import source_at
from agents.tools.sources.services import LONGEST_NAME, MOST, add_source, remove_source
from omniforge.errors import Conflict, InvalidInput, NotAllowed, NotFound
from omniforge.tenants.access import Access
from omniforge.tenants.models import AuditEntry, Role, Tenant
from tests.agents.sources.feeds import ATOM, atom, links, page, paragraphs, rss
from tests.factories import make_member
from tests.net.names import Names
from tests.net.pages import Page, PageServer, redirect

pytestmark = pytest.mark.django_db


def titles(source: Source) -> list[str]:
    return [item["title"] for item in source.seen.get("items", ())]


def refusal(access: Access, url: str, **more: str) -> str:
    """Return why an address is refused; asserts that nothing was stored."""
    with pytest.raises(InvalidInput) as refused:
        add_source(access=access, url=url, **more)
    assert not Source.objects.exists()
    return refused.value.fields["url"][0]


# -- what is there ---------------------------------------------------------------------------------


def test_feed_is_read_and_named_after_its_title(ann: Access, site: PageServer):
    source = add_source(access=ann, url=site.url("/feed.xml"))
    assert (source.slug, source.kind, source.error) == ("heise-online", "feed", "")
    assert titles(source) == ["Second post", "First post"]
    first = source.seen["items"][0]
    assert first["link"] == "https://news.example/Second-post" and first["text"] == "All about Second post."


def test_relative_links_of_an_atom_feed_are_resolved(ann: Access, site: PageServer):
    site.pages["/atom"] = atom("tea")
    source = add_source(access=ann, url=site.url("/atom"))
    [item] = source.seen["items"]
    assert (item["title"], item["link"]) == ("tea", site.url("/posts/tea"))
    assert (item["at"], item["text"]) == ("2026-11-20T08:00:00+00:00", "Words of tea")


def test_feed_served_as_html_is_read_as_a_feed(ann: Access, site: PageServer):
    site.pages["/feed"] = Page(rss("Post").body)
    assert add_source(access=ann, url=site.url("/feed")).kind == "feed"


def test_page_linking_a_feed_adds_the_feed(ann: Access, site: PageServer):
    site.pages["/"] = page(*paragraphs("Welcome."), head=links("feed.xml"))
    source = add_source(access=ann, url=site.url("/"))
    assert (source.kind, source.settings) == ("feed", {"url": site.url("/feed.xml")})


def test_first_readable_linked_feed_is_added(ann: Access, site: PageServer):
    site.pages["/"] = page(*paragraphs("Welcome."), head=links("/gone.xml", "/feed.xml"))
    assert add_source(access=ann, url=site.url("/")).settings == {"url": site.url("/feed.xml")}


def test_page_kind_watches_the_page_despite_its_feed(ann: Access, site: PageServer):
    site.pages["/"] = page(*paragraphs("Welcome."), head=links("/feed.xml"))
    assert add_source(access=ann, url=site.url("/"), kind="page").kind == "page"


@pytest.mark.parametrize("odd", [links("http://["), "<![odd section]]>"])
def test_page_with_malformed_markup_is_watched(ann: Access, site: PageServer, odd: str):
    site.pages["/"] = page(*paragraphs("Prices of today."), head=odd)
    assert add_source(access=ann, url=site.url("/")).kind == "page"


def test_page_without_a_feed_is_watched(ann: Access, site: PageServer):
    site.pages["/prices"] = page(*paragraphs("Tea costs 4."))
    source = add_source(access=ann, url=site.url("/prices"))
    assert (source.kind, source.slug, titles(source)) == ("page", "prices", [])


def test_duplicate_passages_are_stored_once(ann: Access, site: PageServer):
    site.pages["/"] = Page(
        "\n".join([*["Sold out."] * 300, "Prices of today."]).encode(), content_type="text/plain"
    )
    kept = add_source(access=ann, url=site.url("/")).seen["state"]["passages"]
    assert len(kept) == len(set(kept)) and any("Prices of today." in one for one in kept)


def test_redirected_source_keeps_the_given_url(ann: Access, site: PageServer):
    site.pages["/go"] = redirect("/prices")
    site.pages["/prices"] = page(*paragraphs("Tea costs 4."))
    assert add_source(access=ann, url=site.url("/go")).settings == {"url": site.url("/go")}


def test_slug_is_given_or_made_unique(ann: Access, site: PageServer):
    assert add_source(access=ann, url=site.url("/feed.xml"), slug="heise").slug == "heise"
    site.pages["/other.xml"] = rss("Post", title="heise")
    assert add_source(access=ann, url=site.url("/other.xml")).slug == "heise-2"
    site.pages["/long.xml"] = rss("Post", title="The very long title of a feed that goes on and on and on")
    assert len(add_source(access=ann, url=site.url("/long.xml")).slug) <= LONGEST_NAME


def test_url_query_is_not_shown(ann: Access, site: PageServer):
    source = add_source(access=ann, url=site.url("/feed.xml?token=hidden"))
    told = AuditEntry.objects.get(action="source.added").reason
    assert told == f"{source.slug}: feed, {site.host}/feed.xml" and source.settings["url"].endswith("hidden")


# -- what fails ------------------------------------------------------------------------------------


def test_url_answering_404_is_refused(ann: Access, site: PageServer):
    said = refusal(ann, site.url("/gone"))
    assert said == "127.0.0.1 answered 404. Check in a browser whether the address still holds."


def test_url_answering_401_is_refused(ann: Access, site: PageServer):
    site.pages["/mine"] = Page(status=401)
    assert "wants a sign-in" in refusal(ann, site.url("/mine"))


def test_url_answering_503_is_refused(ann: Access, site: PageServer):
    site.pages["/busy"] = Page(status=503)
    assert refusal(ann, site.url("/busy")) == "127.0.0.1 answered 503. Try again later."


def test_unknown_host_is_refused(ann: Access, names: Names):
    assert "There is no host nowhere.example" in refusal(ann, "https://nowhere.example/feed")


def test_private_address_is_refused(ann: Access, inner_server: PageServer):
    assert "is not on the public Internet" in refusal(ann, "http://10.0.0.1/feed")
    refusal(ann, inner_server.url("/"))
    assert not inner_server.requests


def test_text_without_a_url_is_refused(ann: Access):
    for words in ("", "the news please", "  "):
        assert "Paste the address" in refusal(ann, words)


def test_page_is_refused_where_a_feed_is_asked_for(ann: Access, site: PageServer):
    site.pages["/prices"] = page(*paragraphs("Tea costs 4."))
    assert "no feed at this address" in refusal(ann, site.url("/prices"), kind="feed")


def test_image_is_refused_as_a_source(ann: Access, site: PageServer):
    site.pages["/cat.png"] = Page(b"\x89PNG", content_type="image/png")
    assert "sends image/png. Only pages are watched." in refusal(ann, site.url("/cat.png"))


def test_page_without_text_is_refused(ann: Access, site: PageServer):
    site.pages["/app"] = Page(b"<html><body><div id=app></div><script src=app.js></script></body></html>")
    assert "no text at this address" in refusal(ann, site.url("/app"))


def test_truncated_feed_is_read_as_far_as_possible(ann: Access, site: PageServer):
    site.pages["/cut.xml"] = Page(rss("Good", "Cut").body[:-60], content_type=ATOM)
    assert titles(add_source(access=ann, url=site.url("/cut.xml")))[:1] == ["Good"]


def test_external_entity_in_a_feed_is_not_resolved(ann: Access, site: PageServer):
    entity = b'<!DOCTYPE rss [<!ENTITY inside SYSTEM "file:///etc/passwd">]>'
    text = rss("Post &inside; end").body.replace(b"<rss", entity + b"<rss", 1)
    site.pages["/evil.xml"] = Page(text, content_type=ATOM)
    seen = str(add_source(access=ann, url=site.url("/evil.xml")).seen)
    assert "Post" in seen and "root:" not in seen


def test_non_http_link_in_a_feed_is_dropped(ann: Access, site: PageServer):
    text = rss("Post").body.replace(b"https://news.example/Post", b"javascript:alert(1)")
    site.pages["/evil.xml"] = Page(text, content_type=ATOM)
    assert add_source(access=ann, url=site.url("/evil.xml")).seen["items"][0]["link"] == ""


def test_duplicate_or_invalid_slug_is_refused(ann: Access, heise: Source, site: PageServer):
    site.pages["/other.xml"] = rss("Post")
    with pytest.raises(Conflict, match="There is a source heise already"):
        add_source(access=ann, url=site.url("/other.xml"), slug="heise")
    with pytest.raises(InvalidInput) as refused:
        add_source(access=ann, url=site.url("/other.xml"), slug="Not A Name")
    assert "slug" in refused.value.fields


def test_duplicate_url_is_refused(ann: Access, heise: Source, site: PageServer):
    with pytest.raises(InvalidInput) as refused:
        add_source(access=ann, url=site.url("/feed.xml"))
    assert refused.value.fields["url"] == ["This is the source heise already."]


def test_number_of_sources_is_limited(ann: Access, acme: Tenant, site: PageServer):
    many = [
        Source(tenant=acme, slug=f"s-{number}", kind="feed", settings={"url": ""}) for number in range(MOST)
    ]
    Source.objects.bulk_create(many)
    with pytest.raises(Conflict, match="Remove one first"):
        add_source(access=ann, url=site.url("/feed.xml"))


# -- who may ---------------------------------------------------------------------------------------


def test_member_removes_only_their_own_sources(ann: Access, amy: Access, heise: Source, site: PageServer):
    site.pages["/other.xml"] = rss("Post")
    own = add_source(access=amy, url=site.url("/other.xml"), slug="mine")
    with pytest.raises(NotAllowed, match="owner or admin"):
        remove_source(access=amy, source="heise")
    remove_source(access=amy, source=str(own.pk))
    remove_source(access=ann, source="heise")
    assert not Source.objects.exists()
    told = AuditEntry.objects.filter(action__startswith="source.").values_list("action", flat=True)
    assert sorted(told) == ["source.added", "source.added", "source.removed", "source.removed"]


def test_auditor_adds_no_source(acme: Tenant, site: PageServer):
    with pytest.raises(NotAllowed):
        add_source(access=make_member(acme, role=Role.AUDITOR), url=site.url("/feed.xml"))
    assert not site.requests


def test_source_of_another_workspace_is_not_found(bob: Access, heise: Source):
    with pytest.raises(NotFound):
        remove_source(access=bob, source=str(heise.pk))
    assert Source.objects.count() == 1


def test_source_lookup_by_url_does_not_load_its_items(ann: Access, site: PageServer):
    source = add_source(access=ann, url=site.url("/feed.xml"))
    with CaptureQueriesContext(connection) as asked:
        assert source_at(ann, "https://elsewhere.example/") is None
    assert len(asked) == 1 and "seen" not in asked[0]["sql"]
    assert source_at(ann, f" {site.url('/feed.xml')}/") == source
