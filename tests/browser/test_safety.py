"""What people and models write is text, wherever it is shown. A dialog or a policy error fails each test."""

from playwright.sync_api import expect

from tests.browser.chat import Chat
from tests.browser.conftest import OWNER
from tests.site import Site
from tests.states import PASSWORD

ATTACKS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[click](javascript:alert(1))",
    "</script><script>alert(1)</script>",
    "<svg><animate onbegin=alert(1) attributeName=x>",
    '"><iframe srcdoc="<script>alert(1)</script>">',
]


TITLED = f"""
from conversations.models import Conversation
from omniforge.tenants.models import Membership
maya = Membership.objects.get(user__email={OWNER!r})
own = dict(tenant_id=maya.tenant_id, user_id=maya.user_id)
Conversation.objects.bulk_create(Conversation(**own, title=title) for title in {ATTACKS!r})
"""
DRAWN = """async (attacks) => {
    const { Prose } = await import("/static/js/chat/prose.js");
    const prose = new Prose();
    document.body.append(prose.node);
    prose.update(attacks.join("\\n\\n"), false);
    const words = ({ name, value }) => ` ${name}=${value}`;
    const line = (node) => node.tagName + [...node.attributes].map(words).join("");
    return [...prose.node.querySelectorAll("*")].map(line);
}"""


def test_markup_in_messages_titles_and_answers_is_harmless(chat: Chat) -> None:
    chat.site.manage("shell", "-v", "0", "--command", TITLED)
    for attack in ATTACKS:
        chat.say(f"{attack} hello")
    chat.reload()
    expect(chat.bubbles).to_have_text([f"{attack} hello" for attack in ATTACKS])
    expect(chat.page.locator("h1")).to_have_text(f"{ATTACKS[0]} hello")
    titles = chat.conversations.locator("a").all_inner_texts()
    assert not [attack for attack in ATTACKS if attack not in titles]
    chat.row(ATTACKS[1]).first.locator("a").click()
    expect(chat.page.locator("h1")).to_have_text(ATTACKS[1])
    shown = chat.page.evaluate(DRAWN, ATTACKS)  # content that no answer may contain
    assert {line.split()[0] for line in shown} <= {"P", "A", "BR"}
    assert not [line for line in shown if "javascript:" in line or " on" in line]


def test_markup_in_agents_is_harmless_and_a_link_sends_no_draft(chat: Chat, site: Site) -> None:
    chat.page.request.post(
        f"{site.url}/api/v1/agents/",
        data={"slug": "harmless", "description": ATTACKS[1], "source": ATTACKS[0]},
        headers={"X-CSRFToken": csrf_token(chat)},
    )
    for path in ("/agents/", "/agents/harmless/", "/?draft=Delete+all+agents"):
        chat.open(path)
        expect(chat.page.get_by_role("main")).to_contain_text(ATTACKS[1])
    expect(chat.composer).to_have_value("Delete all agents")
    expect(chat.bubbles).to_have_count(0)


def csrf_token(chat: Chat) -> str:
    return chat.page.locator('meta[name="csrf-token"]').get_attribute("content") or ""


def test_foreign_conversation_answers_the_404_of_a_missing_one(chat: Chat, site: Site) -> None:
    chat.say("Only Larkfield may read this")
    address = chat.page.url
    site.manage("create_tenant", "--slug", "globex", "--owner", "bob@globex.example", "--password", PASSWORD)
    chat.page.context.clear_cookies()
    chat.page.context.complaints.expected = ("404", "401")  # the second when the session ends under the page
    stranger = Chat(chat.page, site).sign_in("bob@globex.example")
    answer = stranger.page.goto(address)
    assert answer is not None and answer.status == 404
    expect(stranger.page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    assert OWNER not in stranger.page.content()
