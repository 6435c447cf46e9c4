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


def test_catalogue_holds_exactly_the_marked_texts(catalogue, marked):
    """`manage.py makemessages` updates it."""
    assert {first(message.id) for message in catalogue if message.id} == marked


def test_every_text_is_translated_with_its_placeholders(catalogue):
    assert [message.id for message in catalogue if message.id and not is_whole(message)] == []


def test_compiled_catalogues_match_the_sources(catalogue, language):
    assert file_of(language).with_suffix(".mo").read_bytes() == compiled(catalogue)
    assert script_of(language).read_text() == for_scripts(catalogue)


def test_templates_have_no_unmarked_texts():
    assert {page.name: words for page in PAGES if (words := unmarked(page.read_text()))} == {}


def test_form_fields_have_no_unmarked_texts():
    fields = {str(form): LITERAL.findall(form.read_text()) for form in FORMS}
    assert {form: found for form, found in fields.items() if found} == {}


def test_scripts_have_no_unmarked_texts():
    sources = {script.name: IN_SCRIPTS.sub("", script.read_text()) for script in SCRIPTS}
    found = {name: set(SAID.findall(source)) - ENGLISH for name, source in sources.items()}
    assert {name: words for name, words in found.items() if words} == {}
    assert [name for name, source in sources.items() if "gettext(" in source] == [], "write the text out"


def test_texts_translated_by_scripts_exist_on_the_server():
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
