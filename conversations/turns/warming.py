"""What the first turn of a process would otherwise wait for, loaded right after the start."""

from intent.rules import analyse
from intent.types import Catalogue
from omniforge.llm.tokens import count


def warm_up() -> None:
    """Load the token table and the weights of the rules: half a second, once a process."""
    count("warm")
    analyse("warm", (), Catalogue())
