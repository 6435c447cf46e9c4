"""`{% icon "plus" "s" %}`: an icon from the sprite in templates/icons.html, hidden from screen readers."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def icon(name: str, classes: str = "") -> SafeString:
    """Return the icon `name`. `classes` may hold `s` (small), `flip` (mirrored in right-to-left), `spin`."""
    return format_html(
        '<svg class="{}" viewBox="0 0 20 20" aria-hidden="true"><use href="#i-{}"/></svg>',
        f"i {classes}".strip(),
        name,
    )
