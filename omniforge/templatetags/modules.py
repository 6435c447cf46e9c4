"""`{% module "js/chat/main.js" %}`: a page's script, preceded by preloads of its imports."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from omniforge.web.module_graph import modules_of

register = template.Library()


@register.simple_tag
def module(name: str) -> SafeString:
    """Return the script tag with a preload of each imported module, so that they load in parallel."""
    preloads = format_html_join(
        "\n", '<link rel="modulepreload" href="{}">', ((static(one),) for one in modules_of(name))
    )
    return format_html('{}\n<script type="module" src="{}"></script>', preloads, static(name))
