"""`manage.py serve` with seconds where it has minutes, for tests of what it does once they have passed."""

import sys

from django.core.management import execute_from_command_line

from omniforge.management import bounded_channel, outflow

if __name__ == "__main__":
    bounded_channel.MINUTE = outflow.PATIENCE = 2
    execute_from_command_line(["manage.py", "serve", *sys.argv[1:]])
