"""Reads messages to an open form: values, corrections, and anything else."""

from intent.forms.filled import Filled
from intent.forms.reader import begin_form, read_form

__all__ = ["Filled", "begin_form", "read_form"]
