"""Markdown of models is rendered as intended, at the end and at each moment of the stream."""

from pathlib import Path

from tests.browser.answers import answers
from tests.browser.chat import Chat

DRAWING = Path(__file__).parent / "answers" / "drawing.mjs"


def test_each_answer_is_rendered_as_expected(chat: Chat) -> None:
    chat.page.route(
        "**/drawing.mjs", lambda route: route.fulfill(path=DRAWING, content_type="text/javascript")
    )
    given = [answer._asdict() for answer in answers()]
    assert len(given) >= 60
    draw = "async (answers) => (await import('/drawing.mjs')).drawn(answers)"
    assert chat.page.evaluate(draw, given) == []


def test_heading_sizes_descend_and_extra_sources_are_folded(chat: Chat) -> None:
    sizes = chat.page.evaluate(
        """async () => {
            const { Prose } = await import("/static/js/chat/prose.js");
            const prose = new Prose();
            document.getElementById("log").append(prose.node);
            prose.update("# A\\n## B\\n### C\\n#### D\\nText", false);
            return [...prose.node.children].map((one) => parseFloat(getComputedStyle(one).fontSize));
        }"""
    )
    first, second, third, fourth, text = sizes
    assert first > second > third > fourth >= text
    words = chat.page.evaluate(
        """async () => {
            const { sourceCards } = await import("/static/js/chat/transcript/answer_parts.js");
            const source = { title: "A", link: "https://example.org/" };
            const cards = (count) => sourceCards(Array(count).fill(source));
            return [cards(3), cards(4), cards(5)].map(([, rest]) => rest?.firstChild.textContent ?? null);
        }"""
    )
    assert words == [None, "1 more source", "2 more sources"]
    titles = chat.page.evaluate(
        """async () => {
            const { sourceCards } = await import("/static/js/chat/transcript/answer_parts.js");
            const sources = ["Visitors", "Prices", "Rooms › Keys"].map((title) => ({ title }));
            sources.push({ title: "Schools", snippet: "On Mondays 40 children come with teachers" });
            sources.push({ title: "Hours", snippet: "1, 2, 3 and 40" });
            const titles = (cards) => [...cards.querySelectorAll(".clip")].map((one) => one.textContent);
            const shown = (text) => titles(sourceCards(sources, text)[0]);
            const told = ["As *Rooms* says, and Prices", "As Prices says [4]", "So it is"];
            return [...told, "On Mondays come 40 children, 1, 2 or 3"].map(shown);
        }"""
    )
    assert titles == [
        ["Prices", "Rooms › Keys"],
        ["Visitors", "Prices", "Rooms › Keys"],
        ["Visitors", "Prices", "Rooms › Keys"],
        ["Schools"],
    ]
