"""The import graph of page scripts, read from the sources, for preloading."""

import posixpath
import re
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders

# `import … from "./x.js"`, `import "./x.js"`, `export … from "./x.js"`; not dynamic `import("./x.js")`.
_STATIC_IMPORT = re.compile(r"""^(?:import|export)\b[^"'();]*["'](\.[^"']+)["'];""", re.MULTILINE)


def modules_of(script: str) -> list[str]:
    """Return the direct and indirect imports of `script`, nearest first, as names for `{% static %}`.

    Raises FileNotFoundError for an unknown name.
    """
    found = [script]
    for name in found:  # it grows during the loop
        found += [one for one in _imports_of(name) if one not in found]
    return found[1:]


@cache
def _imports_of(name: str) -> tuple[str, ...]:
    path = finders.find(name)
    if path is None:
        raise FileNotFoundError(f"No static file is called {name}.")
    folder = posixpath.dirname(name)
    urls = _STATIC_IMPORT.findall(Path(path).read_text())
    return tuple(posixpath.normpath(posixpath.join(folder, url)) for url in urls)
