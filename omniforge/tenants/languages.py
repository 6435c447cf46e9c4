"""The language of a page: the person's choice, else the browser's.

A page is in one language as a whole: one whose texts aren't all in the catalogues of `omniforge/locale/`
stays English, as do texts for programs (the API) and texts stored for others (failures, the audit).
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
    """Middleware: activate the requester's language on translated pages."""

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
    """Return the person's chosen language, else the site's."""
    return person.language if person.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _language_for(request: HttpRequest) -> str | None:
    """Return the language of a translated page, or of a script's page (`Page-Language`)."""
    if request.path != "/" and not request.path.startswith(TRANSLATED):
        page = request.headers.get("Page-Language")
        return page if page in dict(settings.LANGUAGES) else None
    person = request.user
    if isinstance(person, User) and person.language:
        return language_of(person)
    return get_language_from_request(request)
