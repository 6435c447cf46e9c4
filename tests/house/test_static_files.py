"""Static files: hashed names cached forever, plain ones revalidated, gzip, and those of former releases."""

import gzip
import os
import posixpath
import re
import time
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import httpx2
import pytest

from omniforge.web.module_graph import modules_of
from omniforge.web.static_collection import collect_static
from omniforge.web.static_storage import HashedStorage
from tests.site import ROOT, Site

STATIC = ROOT / "static"
STYLES = "css/shared.css"


@pytest.fixture(scope="module")
def http(live_site: Site) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=live_site.url, timeout=180, headers={"Accept-Encoding": "gzip"}) as http:
        yield http


@pytest.fixture(scope="module")
def page(http: httpx2.Client) -> str:
    return http.get("/first-account/").text


def hashed(page: str, name: str) -> str:
    """Return the address under which a page loads the file `name`."""
    stem, ending = name.rsplit(".", 1)
    return re.search(rf"/static/{stem}\.[0-9a-f]{{12}}\.{ending}", page)[0]


def test_pages_link_immutable_static_files(http, page):
    answer = http.get(hashed(page, STYLES))
    directives = set(answer.headers["Cache-Control"].split(", "))
    assert directives == {"public", "max-age=31536000", "immutable"}


def test_static_file_is_gzipped_when_accepted(http, page, live_site):
    whole = (live_site.var / hashed(page, STYLES)[1:]).read_bytes()
    small = http.get(hashed(page, STYLES))
    plain = http.get(hashed(page, STYLES), headers={"Accept-Encoding": "identity"})
    assert small.headers["Content-Encoding"] == "gzip" and "Content-Encoding" not in plain.headers
    assert small.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
    assert int(small.headers["Content-Length"]) < len(whole) / 2 and small.content == plain.content == whole


def test_unhashed_static_file_is_revalidated(http):
    first = http.get(f"/static/{STYLES}")
    again = http.get(f"/static/{STYLES}", headers={"If-None-Match": first.headers["ETag"]})
    assert (first.headers["Cache-Control"], first.status_code) == ("max-age=0, public", 200)
    assert again.status_code == 304


def test_style_sheet_includes_its_imports(http, page):
    whole = http.get(hashed(page, STYLES)).text
    assert "@import" not in whole
    for part in ("tokens.css", "omni.css", "pages.css"):
        assert (STATIC / "css" / part).read_text() in whole


def test_modules_import_hashed_file_names(http, live_site):
    script = next((live_site.var / "static/js/chat").glob("main.????????????.js"))
    imports = re.findall(r'from "(\.[^"]+)"', script.read_text())
    assert len(imports) > 5
    for url in imports:
        assert re.search(r"\.[0-9a-f]{12}\.js$", url)
        assert (script.parent / url).is_file()


def times(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def test_second_prepare_collects_no_static_file_again(fresh_site):
    fresh_site.manage("prepare")
    before = times(fresh_site.var / "static")
    fresh_site.manage("prepare")
    assert times(fresh_site.var / "static") == before


@pytest.fixture
def sources(settings, tmp_path: Path) -> Path:
    """A folder whose files are all that is collected, as on a site, into `static` beside it."""
    (folder := tmp_path / "sources").mkdir()
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STATICFILES_DIRS = [folder]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    site = f"{HashedStorage.__module__}.{HashedStorage.__qualname__}"
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": site}}
    return folder


def release(sources: Path, text: str) -> str:
    """Collect the files with a style sheet that says `text`. Returns its hashed name."""
    (sources / "released.css").write_text(text)
    assert collect_static()
    released = (sources.parent / "static").glob("released.????????????.css")
    return next(path.name for path in released if path.read_text() == text)


def test_static_files_of_the_last_release_stay_for_a_week(sources):
    root = sources.parent / "static"
    first, second = (release(sources, f"b{{order:{n}}}" * 50) for n in (1, 2))
    assert gzip.decompress((root / f"{first}.gz").read_bytes()) == (root / first).read_bytes()
    long_ago = time.time() - 8 * 24 * 3600
    for name in (first, f"{first}.gz", second, f"{second}.gz"):
        os.utime(root / name, (long_ago, long_ago))
    third = release(sources, "b{order:3}" * 50)
    assert sorted(path.name for path in root.glob("released.????????????.css*")) == sorted(
        [second, f"{second}.gz", third, f"{third}.gz"]
    )
    os.utime(sources / "released.css", (1, 1))  # an image cuts them off, and nobody can write in it
    assert not collect_static()


def test_serve_refuses_uncollected_static_files(fresh_site):
    (fresh_site.var / "static" / "staticfiles.json").unlink()
    with pytest.raises(RuntimeError, match=r"Run: python manage\.py prepare"):
        fresh_site.manage("serve", "--port", str(fresh_site.port))


def links_of(module: str) -> list[str]:
    """Return all that a module of ours imports, at once or later."""
    urls = re.findall(r'(?:from|import) ?\(?"(\.[^"]+)"', (STATIC / module).read_text())
    return [posixpath.normpath(posixpath.join(posixpath.dirname(module), url)) for url in urls]


def test_modules_have_no_circular_imports():
    """Such modules could have no hashed names, since each one's name would depend on the other's."""
    modules = [str(path.relative_to(STATIC)) for path in (STATIC / "js").rglob("*.js")]
    order = TopologicalSorter({module: links_of(module) for module in modules})
    order.prepare()  # raises CycleError, which names the circle


def test_modules_of_a_page_are_found_from_its_script():
    imported = modules_of("js/chat/main.js")
    assert len(imported) == len(set(imported))
    assert {"js/chat/transport.js", "vendor/marked-18.2.1/marked.esm.js"} < set(imported)
    assert "js/chat/sidebar/search.js" not in imported  # it is loaded when it is first opened
