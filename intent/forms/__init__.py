"""Reads what a person says to a form that is being filled: values, corrections, and what is none of both."""

from intent.forms.filled import Filled
from intent.forms.reading import begin_form, read_form

__all__ = ["Filled", "begin_form", "read_form"]
