"""The catalogues of translations (`omniforge/locale/`): texts of code, scripts, templates and data.

They are PO and MO. Texts of scripts are also in `static/js/words/`. Only Babel is needed, so
that no machine needs GNU gettext.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

from omniforge import errors
from omniforge.llm.vendors import VENDORS

_KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
}
_PACKAGES = ("omniforge", "agents", "conversations", "intent")
_SCRIPT_CALL = re.compile(r'\bn?gettext(?:_noop)?\(\s*("(?:[^"\\\n]|\\.)*")(?:,\s*("(?:[^"\\\n]|\\.)*"))?')
_SCRIPT = """// What scripts say, written by `manage.py makemessages`.
Object.assign(globalThis, {{ WORDS: {{ language: "{language}", plural: (n) => {plural}, texts: {texts} }} }});
"""
_DIRECTORY = "agents/data/mcp_servers.toml"

Translated = str | tuple[str, ...] | list[str] | None  # as Babel has it
Found = tuple[str | tuple[str, ...], str]  # a text, with its plural if it has one, and its file


def texts() -> Iterator[Found]:
    """Yield every text that needs a translation."""
    yield from _of_templates()
    yield from _of_code()
    yield from _of_scripts()
    yield from _of_data()


def file_of(language: str) -> Path:
    """Return the path of a language's PO file. The MO is beside it."""
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"


def load(language: str) -> Catalog:
    """Return the catalogue of a language as it is stored, an empty one if there is none."""
    path = file_of(language)
    if not path.exists():
        return Catalog(locale=language, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def renew(language: str) -> Catalog:
    """Update a language's catalogue to the current texts, store it and return it."""
    known = load(language)
    fresh = Catalog(locale=language, project="OmniForge", fuzzy=False, creation_date=known.creation_date)
    fresh.revision_date = known.revision_date
    for text, place in texts():
        fresh.add(text, string=_translated(known, text), locations=[(place, 0)])
    _store(file_of(language), fresh)
    return fresh


def compiled(catalogue: Catalog) -> bytes:
    """Return a catalogue as MO."""
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def script_of(language: str) -> Path:
    """Return the path of a language's texts for scripts."""
    return Path(settings.BASE_DIR) / "static/js/words" / f"{language}.js"


def for_scripts(catalogue: Catalog) -> str:
    """Return the texts of scripts as a JavaScript file."""
    said = {
        text if isinstance(text, str) else text[0]: _translated(catalogue, text) for text, _ in _of_scripts()
    }
    texts = json.dumps(dict(sorted(said.items())), ensure_ascii=False, indent=0)
    return _SCRIPT.format(language=catalogue.locale, plural=catalogue.plural_expr, texts=texts)


def _translated(known: Catalog, text: str | tuple[str, ...]) -> Translated:
    message = known.get(text if isinstance(text, str) else text[0])
    return message.string if message else None


def _store(path: Path, catalogue: Catalog) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=110, include_lineno=False, sort_by_file=True)
    path.with_suffix(".mo").write_bytes(compiled(catalogue))
    script = script_of(str(catalogue.locale))
    script.parent.mkdir(exist_ok=True)
    script.write_text(for_scripts(catalogue), encoding="utf-8")


def _of_templates() -> Iterator[Found]:
    root = Path(settings.BASE_DIR)
    for path in sorted((root / "templates").rglob("*.*")):
        source = path.read_text(encoding="utf-8")
        if "i18n" in source:
            yield from _marked(templatize(source), str(path.relative_to(root)))


def _of_code() -> Iterator[Found]:
    root = Path(settings.BASE_DIR)
    for package in _PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            if "gettext" in source and path != Path(__file__):
                yield from _marked(source, str(path.relative_to(root)))


def _of_scripts() -> Iterator[Found]:
    """Yield the arguments of `gettext(`, `gettext_noop(` and `ngettext(` in scripts, always literals."""
    root = Path(settings.BASE_DIR)
    for path in sorted((root / "static/js").rglob("*.js")):
        for one, many in _SCRIPT_CALL.findall(path.read_text(encoding="utf-8")):
            yield (
                (json.loads(one), json.loads(many)) if many else json.loads(one),
                str(path.relative_to(root)),
            )


def _marked(source: str, place: str) -> Iterator[Found]:
    for _line, text, _comments, _context in extract("python", BytesIO(source.encode()), keywords=_KEYWORDS):
        yield text, place


def _of_data() -> Iterator[Found]:
    """Yield texts of data files that pages show by `{% translate row.name %}` or `gettext(row.name)`."""
    rows = tomllib.loads((Path(settings.BASE_DIR) / _DIRECTORY).read_text(encoding="utf-8"))
    for row in rows.values():
        yield from ((row[name], _DIRECTORY) for name in ("does", "help") if row.get(name))
    for vendor in VENDORS.values():
        yield from ((text, "omniforge/llm/vendors.py") for text in (vendor.label, vendor.key_hint) if text)
    for error in vars(errors).values():
        if isinstance(error, type) and issubclass(error, errors.OmniForgeError):
            yield error.message, "omniforge/errors.py"
