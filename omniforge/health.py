"""Is the process alive, and can it serve?"""

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse


def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 as long as the process runs."""
    return JsonResponse({"status": "ok"})


def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 200 where the database answers, else 503 and which part does not."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return JsonResponse({"status": "unavailable", "failed": ["database"]}, status=503)
    return JsonResponse({"status": "ready"})
