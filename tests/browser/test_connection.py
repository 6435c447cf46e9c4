"""Lost connections: a killed server, an expired session, too many messages; and long histories."""

from playwright.sync_api import BrowserContext, WebSocketRoute, expect

from tests.browser.chat import ANSWER_MS, Chat
from tests.browser.conftest import OWNER
from tests.site import Site
from tests.states import PASSWORD


class Door:
    """A switch for one tab's socket, initially closed."""

    def __init__(self, chat: Chat) -> None:
        self._chat, self._is_open, self._through = chat, False, []
        chat.page.route_web_socket("**/ws/chat/", self._knock)

    def _knock(self, route: WebSocketRoute) -> None:
        if not self._is_open:
            route.close()
            return
        route.connect_to_server()
        self._through.append(route)

    def open(self) -> None:
        """Open it, and make the page reconnect at once, however long it was closed."""
        self._is_open = True
        self._chat.page.evaluate("dispatchEvent(new Event('online'))")

    def shut(self) -> None:
        self._is_open = False
        while self._through:
            self._through.pop().close()


def test_page_reconnects_after_a_server_crash_without_loss(context: BrowserContext, own_site: Site) -> None:
    context.complaints.expected = ("WebSocket", "net::ERR_")
    own_site.start()
    chat = Chat(context.new_page(), own_site).sign_in(OWNER)
    chat.say("Before the crash")
    own_site.kill()
    banner = chat.page.locator("#banner")
    expect(banner).to_contain_text("Reconnecting")
    chat.type("While it was away")
    expect(chat.bubbles).to_have_text(["Before the crash", "While it was away"])
    own_site.start()
    expect(chat.answers).to_have_count(2, timeout=ANSWER_MS)
    chat.finished()
    expect(banner).to_be_hidden()


def test_expired_session_asks_to_sign_in_then_sends_the_message(chat: Chat, context: BrowserContext) -> None:
    # The page fetches pending approvals before it is notified.
    context.complaints.expected = ("401", "WebSocket", "net::ERR_")
    chat.say("While I am signed in")
    context.clear_cookies()
    context.set_offline(True)
    banner = chat.page.locator("#banner")
    expect(banner).to_contain_text("You are offline")
    chat.type("Written after the session was over")
    context.set_offline(False)
    expect(banner).to_contain_text("You're signed out")
    banner.get_by_role("link", name="Sign in").click()
    chat.page.get_by_label("Email").fill(OWNER)
    chat.page.get_by_label("Password", exact=True).fill(PASSWORD)
    chat.page.get_by_role("button", name="Sign in").click()
    expect(chat.bubbles).to_have_text(["While I am signed in", "Written after the session was over"])
    expect(chat.answers).to_have_count(2, timeout=ANSWER_MS)


def test_reconnected_tab_catches_up_with_other_tabs(chat: Chat, context: BrowserContext) -> None:
    chat.say("Seen by both tabs")
    other = Chat(context.new_page(), chat.site).open(chat.page.url.removeprefix(chat.site.url)).ready()
    server = Door(chat)
    chat.reload()
    other.say("Said while the first tab was deaf")
    with other.page.expect_response("**/api/v1/conversations/*/"):
        other.actions_of("Seen by both tabs", "Pin")
    other.new().say("A talk that the first tab has not heard of")
    expect(chat.bubbles).to_have_text(["Seen by both tabs"])
    server.open()
    expect(chat.bubbles).to_have_text(["Seen by both tabs", "Said while the first tab was deaf"])
    expect(chat.answers).to_have_count(2)
    expect(chat.row("A talk that the first tab has not heard of")).to_be_visible()
    expect(chat.page.get_by_role("button", name="Unpin conversation")).to_be_visible()
    server.shut()
    other.actions_of("A talk that the first tab has not heard of", "Delete")
    expect(other.page).to_have_url(f"{chat.site.url}/")
    server.open()
    expect(chat.row("A talk that the first tab has not heard of")).to_have_count(0)


TALKS = f"""
from conversations.models import Conversation, Message
from omniforge.tenants.models import Membership
maya = Membership.objects.get(user__email={OWNER!r})
own = dict(tenant_id=maya.tenant_id, user_id=maya.user_id)
Conversation.objects.filter(**own).delete()
Conversation.objects.bulk_create(Conversation(**own, title=f"Talk {{number}}") for number in range(54))
long = Conversation.objects.create(**own, title="A long talk", last_sequence=56)
for at in range(0, 56, 2):
    asked = dict(conversation=long, sequence=at + 1, role="user", content=f"Message {{at // 2}}")
    said = Message.objects.create(**asked)
    Message.objects.create(conversation=long, sequence=at + 2, role="assistant", content="Yes.", parent=said)
"""


def test_scrolling_loads_more_and_a_rate_limit_keeps_the_draft(
    context: BrowserContext, own_site: Site
) -> None:
    own_site.env["OMNIFORGE_MESSAGES_PER_MINUTE"] = "2"
    own_site.manage("shell", "-v", "0", "--command", TALKS)
    own_site.start()
    chat = Chat(context.new_page(), own_site).sign_in(OWNER)
    expect(chat.conversations).to_have_count(50)
    context.complaints.expected = ("ERR_FAILED",)
    chat.page.route("**/api/v1/conversations/*cursor*", lambda route: route.abort(), times=1)
    chat.page.locator("#side nav").evaluate("(list) => list.scrollTo(0, list.scrollHeight)")
    expect(chat.conversations).to_have_count(55)
    a_long_history_arrives_page_by_page_without_moving_what_is_read(chat)
    too_many_messages_keep_the_draft_and_count_down(chat)


def a_long_history_arrives_page_by_page_without_moving_what_is_read(chat: Chat) -> None:
    chat.row("A long talk").locator("a").click()
    expect(chat.page.locator("h1")).to_have_text("A long talk")
    expect(chat.bubbles.last).to_be_in_viewport()
    assert chat.bubbles.count() < 28  # a page has 25
    chat.page.evaluate("scrollTo(0, 200)")
    expect(chat.bubbles).to_have_count(28)
    expect(chat.bubbles.first).to_have_text("Message 0")
    expect(chat.bubbles.first).not_to_be_in_viewport()
    chat.page.get_by_role("button", name="Latest").click()
    expect(chat.bubbles.last).to_be_in_viewport()


def too_many_messages_keep_the_draft_and_count_down(chat: Chat) -> None:
    chat.new().say("One")
    chat.say("Two")
    chat.type("Three, too soon")
    expect(chat.page.get_by_text("You can send again in 0:")).to_be_visible()
    expect(chat.composer).to_have_value("Three, too soon")
    expect(chat.page.get_by_role("button", name="Send")).to_be_disabled()
    expect(chat.bubbles).to_have_text(["One", "Two"])
    server = Door(chat)
    chat.reload()
    chat.composer.fill("")
    for words in ("Three, once more", "Four, not lost for it"):
        chat.type(words)
    server.open()
    expect(chat.composer).to_have_value("Three, once more\n\nFour, not lost for it")
    expect(chat.page.get_by_role("timer")).to_have_count(1)
