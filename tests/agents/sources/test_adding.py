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


def test_a_feed_is_read_and_called_by_its_title(ann: Access, site: PageServer):
    source = add_source(access=ann, url=site.url("/feed.xml"))
    assert (source.slug, source.kind, source.error) == ("heise-online", "feed", "")
    assert titles(source) == ["Second post", "First post"]
    first = source.seen["items"][0]
    assert first["link"] == "https://news.example/Second-post" and first["text"] == "All about Second post."


def test_atom_with_links_relative_to_it(ann: Access, site: PageServer):
    site.pages["/atom"] = atom("tea")
    source = add_source(access=ann, url=site.url("/atom"))
    [item] = source.seen["items"]
    assert (item["title"], item["link"]) == ("tea", site.url("/posts/tea"))
    assert (item["at"], item["text"]) == ("2026-11-20T08:00:00+00:00", "Words of tea")


def test_a_feed_that_is_sent_as_a_page_is_one(ann: Access, site: PageServer):
    site.pages["/feed"] = Page(rss("Post").body)
    assert add_source(access=ann, url=site.url("/feed")).kind == "feed"


def test_a_page_that_links_a_feed_is_that_feed(ann: Access, site: PageServer):
    site.pages["/"] = page(*paragraphs("Welcome."), head=links("feed.xml"))
    source = add_source(access=ann, url=site.url("/"))
    assert (source.kind, source.settings) == ("feed", {"url": site.url("/feed.xml")})


def test_the_first_linked_feed_that_can_be_read(ann: Access, site: PageServer):
    site.pages["/"] = page(*paragraphs("Welcome."), head=links("/gone.xml", "/feed.xml"))
    assert add_source(access=ann, url=site.url("/")).settings == {"url": site.url("/feed.xml")}


def test_a_page_is_watched_itself_if_that_is_asked_for(ann: Access, site: PageServer):
    site.pages["/"] = page(*paragraphs("Welcome."), head=links("/feed.xml"))
    assert add_source(access=ann, url=site.url("/"), kind="page").kind == "page"


@pytest.mark.parametrize("odd", [links("http://["), "<![odd section]]>"])
def test_a_page_with_odd_markup_is_read_as_far_as_it_goes(ann: Access, site: PageServer, odd: str):
    site.pages["/"] = page(*paragraphs("Prices of today."), head=odd)
    assert add_source(access=ann, url=site.url("/")).kind == "page"


def test_a_page_without_a_feed_is_watched(ann: Access, site: PageServer):
    site.pages["/prices"] = page(*paragraphs("Tea costs 4."))
    source = add_source(access=ann, url=site.url("/prices"))
    assert (source.kind, source.slug, titles(source)) == ("page", "prices", [])


def test_passages_that_are_alike_are_compared_once(ann: Access, site: PageServer):
    site.pages["/"] = Page(
        "\n".join([*["Sold out."] * 300, "Prices of today."]).encode(), content_type="text/plain"
    )
    kept = add_source(access=ann, url=site.url("/")).seen["state"]["passages"]
    assert len(kept) == len(set(kept)) and any("Prices of today." in one for one in kept)


def test_redirects_are_followed_and_the_address_stays_as_it_was_given(ann: Access, site: PageServer):
    site.pages["/go"] = redirect("/prices")
    site.pages["/prices"] = page(*paragraphs("Tea costs 4."))
    assert add_source(access=ann, url=site.url("/go")).settings == {"url": site.url("/go")}


def test_a_name_of_ones_own_and_a_free_one(ann: Access, site: PageServer):
    assert add_source(access=ann, url=site.url("/feed.xml"), slug="heise").slug == "heise"
    site.pages["/other.xml"] = rss("Post", title="heise")
    assert add_source(access=ann, url=site.url("/other.xml")).slug == "heise-2"
    site.pages["/long.xml"] = rss("Post", title="The very long title of a feed that goes on and on and on")
    assert len(add_source(access=ann, url=site.url("/long.xml")).slug) <= LONGEST_NAME


def test_the_query_of_an_address_is_shown_to_nobody(ann: Access, site: PageServer):
    source = add_source(access=ann, url=site.url("/feed.xml?token=hidden"))
    told = AuditEntry.objects.get(action="source.added").reason
    assert told == f"{source.slug}: feed, {site.host}/feed.xml" and source.settings["url"].endswith("hidden")


# -- what fails ------------------------------------------------------------------------------------


def test_nothing_there(ann: Access, site: PageServer):
    said = refusal(ann, site.url("/gone"))
    assert said == "127.0.0.1 answered 404. Check in a browser whether the address still holds."


def test_a_sign_in_is_wanted(ann: Access, site: PageServer):
    site.pages["/mine"] = Page(status=401)
    assert "wants a sign-in" in refusal(ann, site.url("/mine"))


def test_out_of_order(ann: Access, site: PageServer):
    site.pages["/busy"] = Page(status=503)
    assert refusal(ann, site.url("/busy")) == "127.0.0.1 answered 503. Try again later."


def test_no_such_host(ann: Access, names: Names):
    assert "There is no host nowhere.example" in refusal(ann, "https://nowhere.example/feed")


def test_an_address_of_the_inner_net(ann: Access, inner_server: PageServer):
    assert "is not on the public Internet" in refusal(ann, "http://10.0.0.1/feed")
    refusal(ann, inner_server.url("/"))
    assert not inner_server.requests


def test_no_address_at_all(ann: Access):
    for words in ("", "the news please", "  "):
        assert "Paste the address" in refusal(ann, words)


def test_a_feed_is_wanted_and_there_is_none(ann: Access, site: PageServer):
    site.pages["/prices"] = page(*paragraphs("Tea costs 4."))
    assert "no feed at this address" in refusal(ann, site.url("/prices"), kind="feed")


def test_a_picture_is_no_source(ann: Access, site: PageServer):
    site.pages["/cat.png"] = Page(b"\x89PNG", content_type="image/png")
    assert "sends image/png. Only pages are watched." in refusal(ann, site.url("/cat.png"))


def test_a_page_that_scripts_draw(ann: Access, site: PageServer):
    site.pages["/app"] = Page(b"<html><body><div id=app></div><script src=app.js></script></body></html>")
    assert "no text at this address" in refusal(ann, site.url("/app"))


def test_a_damaged_feed_is_read_as_far_as_it_goes(ann: Access, site: PageServer):
    site.pages["/cut.xml"] = Page(rss("Good", "Cut").body[:-60], content_type=ATOM)
    assert titles(add_source(access=ann, url=site.url("/cut.xml")))[:1] == ["Good"]


def test_no_file_of_ours_gets_into_a_feed(ann: Access, site: PageServer):
    entity = b'<!DOCTYPE rss [<!ENTITY inside SYSTEM "file:///etc/passwd">]>'
    text = rss("Post &inside; end").body.replace(b"<rss", entity + b"<rss", 1)
    site.pages["/evil.xml"] = Page(text, content_type=ATOM)
    assert "root:" not in str(add_source(access=ann, url=site.url("/evil.xml")).seen)


def test_links_of_a_feed_are_addresses_of_the_web(ann: Access, site: PageServer):
    text = rss("Post").body.replace(b"https://news.example/Post", b"javascript:alert(1)")
    site.pages["/evil.xml"] = Page(text, content_type=ATOM)
    assert add_source(access=ann, url=site.url("/evil.xml")).seen["items"][0]["link"] == ""


def test_a_name_that_is_taken_or_is_none(ann: Access, heise: Source, site: PageServer):
    site.pages["/other.xml"] = rss("Post")
    with pytest.raises(Conflict, match="There is a source heise already"):
        add_source(access=ann, url=site.url("/other.xml"), slug="heise")
    with pytest.raises(InvalidInput) as refused:
        add_source(access=ann, url=site.url("/other.xml"), slug="Not A Name")
    assert "slug" in refused.value.fields


def test_the_same_address_again(ann: Access, heise: Source, site: PageServer):
    with pytest.raises(InvalidInput) as refused:
        add_source(access=ann, url=site.url("/feed.xml"))
    assert refused.value.fields["url"] == ["This is the source heise already."]


def test_so_many_and_no_more(ann: Access, acme: Tenant, site: PageServer):
    many = [
        Source(tenant=acme, slug=f"s-{number}", kind="feed", settings={"url": ""}) for number in range(MOST)
    ]
    Source.objects.bulk_create(many)
    with pytest.raises(Conflict, match="Remove one first"):
        add_source(access=ann, url=site.url("/feed.xml"))


# -- who may ---------------------------------------------------------------------------------------


def test_a_member_adds_and_removes_their_own(ann: Access, amy: Access, heise: Source, site: PageServer):
    site.pages["/other.xml"] = rss("Post")
    own = add_source(access=amy, url=site.url("/other.xml"), slug="mine")
    with pytest.raises(NotAllowed, match="owner or admin"):
        remove_source(access=amy, source="heise")
    remove_source(access=amy, source=str(own.pk))
    remove_source(access=ann, source="heise")
    assert not Source.objects.exists()
    told = AuditEntry.objects.filter(action__startswith="source.").values_list("action", flat=True)
    assert sorted(told) == ["source.added", "source.added", "source.removed", "source.removed"]


def test_an_auditor_adds_nothing(acme: Tenant, site: PageServer):
    with pytest.raises(NotAllowed):
        add_source(access=make_member(acme, role=Role.AUDITOR), url=site.url("/feed.xml"))
    assert not site.requests


def test_another_workspace_has_none_of_it(bob: Access, heise: Source):
    with pytest.raises(NotFound):
        remove_source(access=bob, source=str(heise.pk))
    assert Source.objects.count() == 1


def test_an_address_is_looked_for_without_what_was_seen_there(ann: Access, site: PageServer):
    source = add_source(access=ann, url=site.url("/feed.xml"))
    with CaptureQueriesContext(connection) as asked:
        assert source_at(ann, "https://elsewhere.example/") is None
    assert len(asked) == 1 and "seen" not in asked[0]["sql"]
    assert source_at(ann, f" {site.url('/feed.xml')}/") == source
