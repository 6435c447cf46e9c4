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


def test_messages_and_their_titles_do_nothing(chat: Chat) -> None:
    for attack in ATTACKS:  # each a title
        chat.new().say(f"{attack} hello")
    for attack in ATTACKS[:-1]:  # all of them in one talk
        chat.say(f"{attack} hello")
    chat.reload()
    expect(chat.bubbles).to_have_text([f"{attack} hello" for attack in (ATTACKS[-1], *ATTACKS[:-1])])


def test_markup_in_an_answer_is_shown_not_obeyed(chat: Chat) -> None:
    """The page's own Markdown renderer is fed what no answer should hold."""
    shown = chat.page.evaluate(
        """async (attacks) => {
            const { Prose } = await import("/static/js/chat/prose.js");
            const prose = new Prose();
            document.body.append(prose.node);
            prose.update(attacks.join("\\n\\n"), false);
            const words = ({ name, value }) => ` ${name}=${value}`;
            const line = (node) => node.tagName + [...node.attributes].map(words).join("");
            return [...prose.node.querySelectorAll("*")].map(line);
        }""",
        ATTACKS,
    )
    assert {line.split()[0] for line in shown} <= {"P", "A", "BR"}
    assert not [line for line in shown if "javascript:" in line or " on" in line]


def test_an_agents_name_and_description_do_nothing(chat: Chat, site: Site) -> None:
    chat.page.request.post(
        f"{site.url}/api/v1/agents/",
        data={"slug": "harmless", "description": ATTACKS[1], "source": ATTACKS[0]},
        headers={"X-CSRFToken": csrf_token(chat)},
    )
    for path in ("/agents/", "/agents/harmless/", "/"):
        chat.open(path)
        expect(chat.page.get_by_role("main")).to_contain_text(ATTACKS[1])


def csrf_token(chat: Chat) -> str:
    return chat.page.locator('meta[name="csrf-token"]').get_attribute("content") or ""


def test_a_link_can_write_a_draft_but_never_send_it(chat: Chat) -> None:
    chat.open("/?draft=Delete+all+agents")
    expect(chat.composer).to_have_value("Delete all agents")
    expect(chat.bubbles).to_have_count(0)


def test_a_strangers_conversation_is_the_same_404_as_none(chat: Chat, site: Site) -> None:
    chat.say("Only Larkfield may read this")
    address = chat.page.url
    site.manage("create_tenant", "--slug", "globex", "--owner", "bob@globex.example", "--password", PASSWORD)
    chat.page.context.clear_cookies()
    chat.page.context.complaints.expected = ("404", "401")  # the second while the session ends under the page
    stranger = Chat(chat.page, site).sign_in("bob@globex.example")
    answer = stranger.page.goto(address)
    assert answer is not None and answer.status == 404
    expect(stranger.page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    assert OWNER not in stranger.page.content()
