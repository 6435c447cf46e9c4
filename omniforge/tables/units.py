"""Conversion of units by pint, in decimals: an inch is 2.54 cm."""

import re
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any

from omniforge.errors import InvalidInput
from omniforge.tables.arithmetic import written_number

if TYPE_CHECKING:
    from pint import Unit, UnitRegistry

_DIGITS = 12  # significant digits
_FACTOR = r"(?:°?[^\W\d]+|%)(?:(?:\^|\*\*)-?[1-9]|[²³])?"
_UNIT = re.compile(rf"{_FACTOR}(?:(?:\s*[*/]\s*|\s+){_FACTOR})*")
_BRITISH = re.compile(r"(?:uk|british|imperial|english) (pint|gallon|quart|fluid ounce)s?", re.I)
_DEGREES = {"C": "degC", "F": "degF", "K": "kelvin"}  # pint reads C and F as coulomb and farad
_UNKNOWN = (
    "There is no unit '{}' here. Write units like km/h, m^2, lb, °C, GB, kWh; capitals count. "
    "Money is not converted: no exchange rates are known here."
)


def convert(value: Decimal, unit: str, to: str) -> tuple[str, str]:
    """Convert `value` from `unit` to `to`. Returns the number and the unit's symbol.

    Raises InvalidInput for unknown units and different dimensions. The first call takes half a
    second and 10 MB. It is thread-safe.
    """
    from pint import PintError

    if _is_degree(unit) and _is_degree(to):
        unit, to = _DEGREES.get(unit.upper(), unit), _DEGREES.get(to.upper(), to)
    given, wanted = _unit(unit), _unit(to)
    try:
        quantity = _registry().Quantity(value, given).to(wanted)
    except PintError as error:
        raise InvalidInput(f"{error}. Choose two units of the same kind.") from error
    except ArithmeticError as error:
        raise InvalidInput("This number is too large or too small. Take a smaller one.") from error
    return written_number(quantity.magnitude, digits=_DIGITS), f"{quantity.units:~P}"


def _is_degree(name: str) -> bool:
    return name.upper() in _DEGREES or name in _DEGREES.values()


def _unit(name: str) -> "Unit":
    from pint import PintError

    if not _UNIT.fullmatch(name):
        raise InvalidInput(_UNKNOWN.format(name))
    for spelling in (_imperial(name), name, name.lower()):
        try:
            return _registry().parse_units(spelling)
        except PintError:
            continue
    raise InvalidInput(_UNKNOWN.format(name))


def _imperial(name: str) -> str:
    """Return pint's name for 'UK pints'. Any other name unchanged."""
    found = _BRITISH.fullmatch(name)
    return f"imperial_{found[1].lower().replace(' ', '_')}" if found else name


@cache
def _registry() -> "UnitRegistry[Any]":
    from pint import UnitRegistry

    return UnitRegistry(non_int_type=Decimal)
