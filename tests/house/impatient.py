"""`manage.py serve` with short timeouts, for tests of what happens after them."""

import sys

from django.core.management import execute_from_command_line

from omniforge.management import bounded_http, timed_writes

if __name__ == "__main__":
    bounded_http.REQUEST_SECONDS = timed_writes.ANSWER_SECONDS = 2
    execute_from_command_line(["manage.py", "serve", *sys.argv[1:]])
