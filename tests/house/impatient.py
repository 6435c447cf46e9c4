"""`manage.py serve` with seconds where it has minutes, for tests of what it does once they have passed."""

import sys

from django.core.management import execute_from_command_line

from omniforge.management import bounded_http, timed_writes

if __name__ == "__main__":
    bounded_http.REQUEST_SECONDS = timed_writes.ANSWER_SECONDS = 2
    execute_from_command_line(["manage.py", "serve", *sys.argv[1:]])
