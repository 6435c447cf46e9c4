"""The pages of accounts: they work without JavaScript, and axe finds nothing in them, wide or on a phone."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from omniforge.tenants.second_factor.totp import SECONDS, code_at
from tests.browser.conftest import OWNER, PATIENCE_MS
from tests.browser.test_accessibility import faults_at_all_widths, violations_in_both_themes
from tests.site import Site
from tests.states import PASSWORD

NEW = "quite another sentence"


@pytest.fixture
def mailing_site(own_site: Site) -> Site:
    """A site that sends mail; what it sends goes nowhere, since no worker runs."""
    own_site.env |= {"EMAIL_URL": "smtp://127.0.0.1:9"}
    own_site.start()
    return own_site


@pytest.fixture
def keyed(context: BrowserContext) -> Page:
    """A tab of a device that makes passkeys, whose person always shows their finger."""
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


def faults(page: Page, address: str) -> list[str]:
    """Return what axe finds on a page in both themes and on a phone, and what scrolls sideways."""
    page.goto(address)
    return [f"{address}, {line}" for line in faults_at_all_widths(page)]


def sign_in(page: Page, site: Site, password: str) -> None:
    page.goto(f"{site.url}/sign-in/")
    page.get_by_label("Email").fill(OWNER)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()


def test_a_forgotten_password_is_replaced(plain: Page, context: BrowserContext, mailing_site: Site) -> None:
    plain.goto(f"{mailing_site.url}/sign-in/")
    plain.get_by_role("link", name="Forgot your password?").click()
    plain.get_by_label("Email").fill(OWNER)
    plain.get_by_role("button", name="Email me a link").click()
    expect(plain.get_by_role("status")).to_contain_text(f"If {OWNER} has an account here")
    link = mailing_site.manage("password_link", OWNER, "--url", mailing_site.url).strip()
    look = context.new_page()
    assert faults(look, f"{mailing_site.url}/forgot-password/") + faults(look, link) == []
    plain.goto(link)
    plain.get_by_label("New password").fill(NEW)
    plain.get_by_role("button", name="Change password").click()
    expect(plain.get_by_role("status")).to_have_text("Password changed. Sign in with your new password.")
    sign_in(plain, mailing_site, NEW)
    expect(plain).to_have_url(f"{mailing_site.url}/")
    plain.goto(link)
    expect(plain.get_by_role("heading", name="This link has expired")).to_be_visible()


def test_a_session_is_ended_from_another_browser(
    plain: Page, context: BrowserContext, mailing_site: Site
) -> None:
    page = context.new_page()
    sign_in(page, mailing_site, PASSWORD)
    sign_in(plain, mailing_site, PASSWORD)
    plain.goto(f"{mailing_site.url}/settings/account/")
    plain.get_by_role("button", name="Sign out everywhere else").click()
    expect(plain.get_by_text("Signed out everywhere else.")).to_be_visible()
    page.goto(f"{mailing_site.url}/settings/")
    expect(page.get_by_role("heading", name="Sign in to OmniForge")).to_be_visible()


def test_somebody_invited_joins_by_the_link(plain: Page, context: BrowserContext, mailing_site: Site) -> None:
    page = context.new_page()
    sign_in(plain, mailing_site, PASSWORD)
    plain.goto(f"{mailing_site.url}/settings/people/")
    plain.get_by_label("Email").fill("nia@larkfield.example")
    plain.get_by_role("button", name="Invite", exact=True).click()
    expect(plain.get_by_text("couldn't be emailed")).to_be_visible()  # nobody takes mail there
    link = plain.get_by_label("Invitation link").input_value()
    assert faults(page, link) == []
    page.get_by_label("Your name").fill("Nia")
    page.get_by_label("Password").fill(NEW)
    page.get_by_role("button", name="Create account and join").click()
    expect(page).to_have_url(f"{mailing_site.url}/")


def test_an_authenticator_app_is_set_up_and_asked_for(
    plain: Page, context: BrowserContext, mailing_site: Site
) -> None:
    look, address = context.new_page(), f"{mailing_site.url}/settings/account/second-factor/"
    sign_in(look, mailing_site, PASSWORD)
    assert faults(look, address) == []
    sign_in(plain, mailing_site, PASSWORD)
    plain.goto(address)
    secret = plain.locator("code.codes").inner_text().replace(" ", "")
    plain.get_by_role("textbox", name="Code").fill(code_at(secret, int(time.time()) // SECONDS))
    plain.get_by_role("button", name="Turn on").click()
    codes = plain.get_by_label("Recovery codes").get_by_role("listitem").all_inner_texts()
    with plain.expect_download() as download:
        plain.get_by_role("link", name="Download").click()
    assert download.value.path().read_text().split() == codes
    plain.get_by_role("link", name="I've saved them").click()
    expect(plain.get_by_text("10 of 10 left")).to_be_visible()
    assert faults(look, f"{address}remove/") == []
    context.clear_cookies()
    sign_in(look, mailing_site, PASSWORD)
    assert faults(look, f"{mailing_site.url}/sign-in/code/") == []
    look.get_by_role("textbox", name="Code").fill(codes[0])
    look.get_by_role("button", name="Sign in").click()
    expect(look).to_have_url(f"{mailing_site.url}/")


def test_a_passkey_is_added_and_signs_in_without_a_password(keyed: Page, own_site: Site) -> None:
    own_site.start()
    own_site.url = own_site.url.replace("127.0.0.1", "localhost")  # browsers keep passkeys of names alone
    keyed.goto(f"{own_site.url}/sign-in/")
    keyed.get_by_role("button", name="Sign in with a passkey").click()
    expect(keyed.get_by_role("alert")).to_contain_text("No passkey was used. Try again.")
    assert violations_in_both_themes(keyed) == []
    sign_in(keyed, own_site, PASSWORD)
    keyed.goto(f"{own_site.url}/settings/account/")
    keyed.get_by_role("link", name="Add a passkey").click()
    assert faults(keyed, f"{own_site.url}/settings/account/passkeys/add/") == []
    keyed.get_by_label("Name").fill("Work laptop")
    keyed.get_by_role("button", name="Create passkey").click()
    expect(keyed.get_by_role("heading", name="Save your recovery codes")).to_be_visible()
    assert faults(keyed, f"{own_site.url}/settings/account/") == []
    expect(keyed.get_by_text("Work laptop")).to_be_visible()
    keyed.context.clear_cookies()
    assert faults(keyed, f"{own_site.url}/sign-in/?next=/settings/") == []
    keyed.get_by_role("button", name="Sign in with a passkey").click()
    expect(keyed).to_have_url(f"{own_site.url}/settings/")
