"""Every text of the translated pages is in the catalogues, unabridged, and compiled."""

import re
from collections import Counter

import pytest
from babel.messages import Catalog, Message
from django.conf import settings

from omniforge.management.catalogue import compiled, file_of, for_scripts, load, script_of, texts
from tests.site import ROOT

LANGUAGES = [language for language, _name in settings.LANGUAGES if language != settings.LANGUAGE_CODE]
PAGES = sorted(
    path
    for place in (
        "*.html",
        "mail/*",
        "parts/*",
        "tenants/*",
        "agents/*",
        "conversations/*",
        "projects/*",
        "skills/*",
    )
    for path in (ROOT / "templates").glob(place)
)
FORMS = sorted(path for place in ("omniforge", "agents") for path in (ROOT / place).rglob("forms.py"))
MARKED = re.compile(r"{% blocktranslate.*?{% endblocktranslate %}|{#.*?#}", re.S)
FALLBACK = re.compile(r"""(?:default|word)[:=]["']\w""")
SCRIPTS = [path for path in (ROOT / "static/js").rglob("*.js") if path.parent.name != "words"]
IN_SCRIPTS = re.compile(
    r"""\bn?gettext(?:_noop)?\(\s*"(?:[^"\\\n]|\\.)*"(?:,\s*"(?:[^"\\\n]|\\.)*")?"""
    r"""|/\*(?:[^*]|\*(?!/))*\*/|(?:^|\s)//.*|(?:key|name) [!=]== "\w+\""""
)
SAID = re.compile(
    r"""["`]((?:\$\{[^}]*\})?[ (,:]*[A-Z][a-z]+(?:[ .,:…?][^"`\n]*)?"""
    r"""|[^"`\n]* [a-z]+ [a-z]+[.?][^"`\n]*)["`]"""
)
ENGLISH = {  # what is sent to the assistant or kept, names of formats and headers, a fault of the page itself
    *(
        "Write a document about ",
        "Add a task: ",
        "Create a document called ",
        "Continue",
        "Yes",
        "Never mind",
    ),
    *("Change ${slot.label.toLowerCase()} to ${value}", "Try this step again: ${this.planned.title}"),
    *("You said so in the panel.", "Files", "Markdown", "Accept", "Refused"),
    "This page has no ${kind.name} that is ${selector}.",
}
DJANGO = re.compile(r"{%.*?%}|{{.*?}}")
READ_ALOUD = re.compile(r"""(?:aria-label|alt|placeholder|title)="([^"]*)\"""")
NAMES = re.compile(r"OmniForge|data-\w+|https?://\S*|&\w+;")
LITERAL = re.compile(r"""(?:label|help_text)=f?["'].*""")
WORD = re.compile(r"[^\W\d_]{2,}")
HOLDERS = re.compile(r"%\(\w+\)s|{\w+}|</?\w+[^>]*>")


@pytest.fixture(scope="module")
def marked() -> set[str]:
    return {text if isinstance(text, str) else text[0] for text, _place in texts()}


@pytest.fixture(scope="module", params=LANGUAGES)
def language(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def catalogue(language) -> Catalog:
    return load(language)


def test_a_catalogue_has_the_texts_of_today(catalogue, marked):
    """`manage.py makemessages` updates it."""
    assert {first(message.id) for message in catalogue if message.id} == marked


def test_every_text_is_translated_with_all_that_is_filled_in(catalogue):
    assert [message.id for message in catalogue if message.id and not is_whole(message)] == []


def test_what_is_compiled_is_what_is_written(catalogue, language):
    assert file_of(language).with_suffix(".mo").read_bytes() == compiled(catalogue)
    assert script_of(language).read_text() == for_scripts(catalogue)


def test_no_template_has_words_outside_the_catalogues():
    assert {page.name: words for page in PAGES if (words := unmarked(page.read_text()))} == {}


def test_no_field_has_words_outside_the_catalogues():
    fields = {str(form): LITERAL.findall(form.read_text()) for form in FORMS}
    assert {form: found for form, found in fields.items() if found} == {}


def test_no_script_has_words_outside_the_catalogues():
    sources = {script.name: IN_SCRIPTS.sub("", script.read_text()) for script in SCRIPTS}
    found = {name: set(SAID.findall(source)) - ENGLISH for name, source in sources.items()}
    assert {name: words for name, words in found.items() if words} == {}
    assert [name for name, source in sources.items() if "gettext(" in source] == [], "write the text out"


def test_what_pages_translate_of_a_chat_is_said_by_the_server():
    fixed = re.findall(r'gettext_noop\("([^"{]*)"\)', (ROOT / "static/js/chat/told.js").read_text())
    sources = (
        path.read_text()
        for place in ("agents", "conversations", "intent")
        for path in (ROOT / place).rglob("*.py")
    )
    said = "".join(sources)
    assert fixed and [text for text in fixed if f'"{text}"' not in said] == []


def unmarked(template: str) -> list[str]:
    """Return a template's visible or spoken words that aren't in a catalogue."""
    source = MARKED.sub("", template)
    shown = DJANGO.sub("", source)
    said = [*READ_ALOUD.findall(shown), re.sub(r"<[^>]*>", " ", shown)]
    return FALLBACK.findall(source) + [word for text in said for word in WORD.findall(NAMES.sub("", text))]


def first(text: str | tuple[str, ...]) -> str:
    return text if isinstance(text, str) else text[0]


def is_whole(message: Message) -> bool:
    """Return whether each plural form exists, with the placeholders of an English form."""
    english, translated = (
        [text] if isinstance(text, str) else list(text) for text in (message.id, message.string)
    )
    wanted = [Counter(HOLDERS.findall(text)) for text in english]
    return all(text and Counter(HOLDERS.findall(text)) in wanted for text in translated)
