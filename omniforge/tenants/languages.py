"""In which language a page speaks: the person's own choice, else what their browser asks for.

Pages are whole: one whose texts aren't all in the catalogues of `omniforge/locale/` stays English, as does
what programs read (the API) and what is stored for others to read (failures, the audit).
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request, override

from omniforge.tenants.models import User

TRANSLATED = (
    "/settings/",
    "/sign-in/",
    "/forgot-password/",
    "/reset-password/",
    "/first-account/",
    "/join/",
    "/connect-model/",
    "/agents/",
    "/runs/",
    "/schedules/",
    "/skills/",
    "/projects/",
    "/c/",
    "/archive/",
)


def speak_language(get_response: Callable[[HttpRequest], HttpResponseBase]) -> object:
    """Middleware: answer in the language of whoever asks, on the pages that are translated."""

    def spoken(request: HttpRequest) -> HttpResponseBase:
        language = _language_for(request)
        if language is None:
            return get_response(request)
        with override(language):
            response = get_response(request)
        response.headers.setdefault("Content-Language", language)
        patch_vary_headers(response, ("Accept-Language",))
        return response

    return spoken


def language_of(person: User) -> str:
    """Return the language that somebody has chosen, else the site's own."""
    return person.language if person.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _language_for(request: HttpRequest) -> str | None:
    """Return the language of a translated page, or of the page whose script asks (`Page-Language`)."""
    if request.path != "/" and not request.path.startswith(TRANSLATED):
        page = request.headers.get("Page-Language")
        return page if page in dict(settings.LANGUAGES) else None
    person = request.user
    if isinstance(person, User) and person.language:
        return language_of(person)
    return get_language_from_request(request)
