"""Account pages work without JavaScript, and axe reports nothing, on wide screens and phones."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from omniforge.tenants.second_factor.totp import SECONDS, code_at
from tests.browser.conftest import OWNER, PATIENCE_MS
from tests.browser.sites import running_demo
from tests.browser.test_accessibility import faults
from tests.site import Site
from tests.states import PASSWORD

NIA = "nia@larkfield.example"
COLLEAGUE = "derek@example.org"
NEW = "quite another sentence"


@pytest.fixture(scope="module")
def site(demo_var: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with mail configured; none is sent, since no worker runs."""
    folder = tmp_path_factory.mktemp("accounts")
    with running_demo(demo_var, folder, EMAIL_URL="smtp://127.0.0.1:9") as site:
        site.url = site.url.replace("127.0.0.1", "localhost")  # browsers allow passkeys only for host names
        yield site


@pytest.fixture
def keyed(context: BrowserContext) -> Page:
    """A tab with a virtual authenticator that always verifies its user."""
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    device = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
    answering = {"hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True}
    session.send("WebAuthn.addVirtualAuthenticator", {"options": device | answering})
    return page


@pytest.fixture
def plain(browser: Browser) -> Iterator[Page]:
    """A tab without JavaScript."""
    context = browser.new_context(java_script_enabled=False)
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


def sign_in(page: Page, site: Site, email: str, password: str = PASSWORD) -> None:
    page.goto(f"{site.url}/sign-in/")
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).not_to_have_url(f"{site.url}/sign-in/")  # wait for the response before the next navigation


def test_invited_person_joins_and_resets_the_password(
    plain: Page, context: BrowserContext, site: Site
) -> None:
    look = context.new_page()
    sign_in(plain, site, OWNER)
    join(look, site, invite(plain, site))
    plain.context.clear_cookies()
    plain.goto(f"{site.url}/sign-in/")
    plain.get_by_role("link", name="Forgot your password?").click()
    plain.get_by_label("Email").fill(NIA)
    plain.get_by_role("button", name="Email me a link").click()
    expect(plain.get_by_role("status")).to_contain_text(f"If {NIA} has an account here")
    link = site.manage("password_link", NIA, "--url", site.url).strip()
    for address in (f"{site.url}/forgot-password/", link):
        look.goto(address)
        assert faults(look) == [], address
    plain.goto(link)
    plain.get_by_label("New password").fill(NEW)
    plain.get_by_role("button", name="Change password").click()
    expect(plain.get_by_role("status")).to_have_text("Password changed. Sign in with your new password.")
    sign_in(plain, site, NIA, NEW)
    expect(plain).to_have_url(f"{site.url}/")
    plain.goto(link)
    expect(plain.get_by_role("heading", name="This link has expired")).to_be_visible()


def invite(page: Page, site: Site) -> str:
    """Return the link that invites Nia."""
    page.goto(f"{site.url}/settings/people/")
    page.get_by_label("Email").fill(NIA)
    page.get_by_role("button", name="Invite", exact=True).click()
    expect(page.get_by_text("couldn't be emailed")).to_be_visible()  # there is no mail server
    return page.get_by_label("Invitation link").input_value()


def join(page: Page, site: Site, link: str) -> None:
    page.goto(link)
    assert faults(page) == []
    page.get_by_label("Your name").fill("Nia")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account and join").click()
    expect(page).to_have_url(f"{site.url}/")


def test_authenticator_is_required_and_a_session_ended_remotely(
    plain: Page, context: BrowserContext, site: Site
) -> None:
    look, address = context.new_page(), f"{site.url}/settings/account/second-factor/"
    sign_in(look, site, COLLEAGUE)
    sign_in(plain, site, COLLEAGUE)
    look.goto(address)
    assert faults(look, beside="#side") == []
    codes = set_up(plain, address)
    look.goto(f"{address}remove/")
    assert faults(look, beside="#side") == []
    plain.goto(f"{site.url}/settings/account/")
    plain.get_by_role("button", name="Sign out everywhere else").click()
    expect(plain.get_by_text("Signed out everywhere else.")).to_be_visible()
    look.goto(f"{site.url}/settings/")
    expect(look.get_by_role("heading", name="Sign in to OmniForge")).to_be_visible()
    sign_in(look, site, COLLEAGUE)
    expect(look).to_have_url(f"{site.url}/sign-in/code/")
    assert faults(look) == []
    look.get_by_role("textbox", name="Code").fill(codes[0])
    look.get_by_role("button", name="Sign in").click()
    expect(look).to_have_url(f"{site.url}/")


def set_up(page: Page, address: str) -> list[str]:
    """Set up an authenticator app; return the recovery codes."""
    page.goto(address)
    secret = page.locator("code.codes").inner_text().replace(" ", "")
    page.get_by_role("textbox", name="Code").fill(code_at(secret, int(time.time()) // SECONDS))
    page.get_by_role("button", name="Turn on").click()
    listed = page.get_by_label("Recovery codes").get_by_role("listitem")
    expect(listed).to_have_count(10)
    codes = listed.all_inner_texts()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.path().read_text().split() == codes
    page.get_by_role("link", name="I've saved them").click()
    expect(page.get_by_text("10 of 10 left")).to_be_visible()
    return codes


def test_passkey_signs_in_without_a_password(keyed: Page, site: Site) -> None:
    keyed.goto(f"{site.url}/sign-in/")
    keyed.get_by_role("button", name="Sign in with a passkey").click()
    expect(keyed.get_by_role("alert")).to_contain_text("No passkey was used. Try again.")
    assert faults(keyed) == []
    sign_in(keyed, site, OWNER)
    keyed.goto(f"{site.url}/settings/account/")
    keyed.get_by_role("link", name="Add a passkey").click()
    expect(keyed).to_have_url(f"{site.url}/settings/account/passkeys/add/")
    assert faults(keyed, beside="#side") == []
    keyed.get_by_label("Name").fill("Work laptop")
    keyed.get_by_role("button", name="Create passkey").click()
    expect(keyed.get_by_role("heading", name="Save your recovery codes")).to_be_visible()
    keyed.goto(f"{site.url}/settings/account/")
    expect(keyed.get_by_text("Work laptop")).to_be_visible()
    assert faults(keyed, beside="#side") == []
    keyed.context.clear_cookies()
    keyed.goto(f"{site.url}/sign-in/?next=/settings/")
    keyed.get_by_role("button", name="Sign in with a passkey").click()
    expect(keyed).to_have_url(f"{site.url}/settings/")
