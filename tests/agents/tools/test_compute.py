"""Arithmetic and units: exact where people expect it, limited in size, with clear errors."""

import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.tools.builtin.calculate import Conversion, Reckoning, calculate
from agents.tools.gate import call_tool
from agents.tools.run_context import RunContext
from omniforge.errors import InvalidInput
from omniforge.llm.types import ToolRequest
from omniforge.storage.ids import new_id
from omniforge.tables.arithmetic import evaluate
from omniforge.tenants.access import Access
from omniforge.tenants.models import Role
from tests.agents.tools.contexts import call_context, run_context

CONTEXT = call_context(Access(new_id(), new_id(), Role.MEMBER))


async def calculated(expression):
    return await calculate.run(Reckoning(expression=expression), CONTEXT)


async def converted(value, unit, to):
    return await calculate.run(Reckoning(convert=Conversion(value=value, unit=unit, to=to)), CONTEXT)


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("0.1 + 0.2", "= 0.3"),
        ("(1200.50 - 80) * 12", "= 13446"),
        ("15% of 240", "= 36"),
        ("240 + 15% of 240", "= 276"),
        ("200 * 2 * (1 - 10%)", "= 360"),
        ("24*189.50*(1-10%)", "= 4093.2"),
        ("200 * 20%", "= 40"),
        ("17 % 5", "= 2"),
        ("-7 % 3", "= 2"),
        ("-7 // 2", "= -4"),
        ("2 ^ 100", "= 1267650600228229401496703205376"),
        ("6 × 7 =", "= 42"),
        ("round(2.5)", "= 3"),
        ("round(1234567890123456.785, 2)", "= 1234567890123456.79"),
        ("average(1, 2, 6) + max(3, 4)", "= 7"),
        ("1234567890123456789.12 + 1", "= 1234567890123456790.12"),
        ("1 / 3", "≈ 0.333333333333333"),
        ("sqrt(2) ^ 2", "≈ 2"),
        ("2 * pi", "≈ 6.28318530717959"),
    ],
)
async def test_expressions_as_people_write_them_are_calculated(expression, said):
    assert (await calculated(expression)).summary() == said


@pytest.mark.parametrize(
    ("expression", "why"),
    [
        ("1 / 0", "division by zero"),
        ("sqrt(-1)", "has no result"),
        ("240 + 15%", "Say of what the percentage is"),
        ("60 / 10% of 20", "Say of what the percentage is"),
        ("max(1,200)", "Write 1200 for 1,200"),
        ("10 ^ 10 ^ 10", "more than 1,000 digits"),
        ("1e5000", "more than 1,000 digits"),
        ("1; 2", "cannot be worked out"),
        ("revenue * 2", "functions abs, average"),
        ("sqrt(1, 2)", "cannot be worked out"),
        ("-" * 499 + "1", "cannot be worked out"),
        ("abs", "is not a number"),
    ],
)
async def test_invalid_calculation_says_why(expression, why):
    with pytest.raises(InvalidInput) as error:
        await calculated(expression)
    assert why in error.value.message


@pytest.mark.parametrize(
    "expression",
    [
        "__import__('os').getcwd()",
        "().__class__.__bases__",
        "'a' * 100",
        "[1] * 100",
        "open('/etc/passwd')",
        "True",
        "max(1, 2, key=abs)",
        "abs if 1 else 2",
        "(lambda: 1)()",
    ],
)
def test_nothing_but_arithmetic_is_evaluated(expression):
    with pytest.raises(InvalidInput):
        evaluate(expression)


@given(st.text(alphabet="0123456789.()+-*/%^ eof,sqrt", min_size=1, max_size=500))
def test_any_text_is_evaluated_or_refused_quickly(text):
    began = time.thread_time()
    try:
        assert len(str(evaluate(text))) < 100
    except InvalidInput as error:
        assert error.message
    assert time.thread_time() - began < 1


@given(st.decimals(-(10**12), 10**12, places=4), st.decimals(-(10**12), 10**12, places=4))
def test_sums_and_products_of_decimals_are_exact(left, right):
    assert evaluate(f"({left}) + ({right})").value == Fraction(left) + Fraction(right)
    assert evaluate(f"({left}) * ({right})").value == Fraction(left) * Fraction(right)


@pytest.mark.parametrize(
    ("value", "unit", "to", "said"),
    [
        (1, "inch", "cm", "= 2.54 cm"),
        (5, "km", "miles", "= 3.10685596119 mi"),
        (100, "F", "C", "= 37.7777777778 °C"),
        (-40, "°C", "°F", "= -40 °F"),
        (2, "GB", "GiB", "= 1.86264514923 GiB"),
        (5, "KG", "g", "= 5000 g"),
        (60, "mph", "km/h", "= 96.56064 km/h"),
        (0.5, "square feet", "cm^2", "= 464.5152 cm²"),
    ],
)
async def test_units_are_converted(value, unit, to, said):
    assert (await converted(value, unit, to)).summary() == said


@pytest.mark.parametrize(
    ("unit", "to", "why"),
    [
        ("km", "kg", "two units of the same kind"),
        ("kmetr", "km", "There is no unit 'kmetr'"),
        ("euro", "dollar", "no exchange rates are known"),
        ("€", "$", "no exchange rates are known"),
        ("m + 1", "m", "There is no unit 'm + 1'"),
        ("m°C", "m", "There is no unit 'm°C'"),
    ],
)
async def test_incompatible_or_unknown_units_are_reported(unit, to, why):
    with pytest.raises(InvalidInput) as error:
        await converted(5, unit, to)
    assert why in error.value.message


@pytest.fixture
def run(ann) -> RunContext:
    return run_context(ann)


@pytest.mark.django_db(transaction=True)
async def test_model_gets_the_result_or_the_argument_error(run):
    outcome = await call_tool(run, ToolRequest("1", "calculate", '{"expression": "15% of 240"}'))
    assert outcome.text == '{"value":"36","exact":true}'
    outcome = await call_tool(
        run, ToolRequest("2", "calculate", '{"convert":{"value":"NaN","unit":"m","to":"km"}}')
    )
    assert not outcome.ok and "convert.value: " in outcome.text


def test_schema_describes_expressions_by_example():
    assert "15% of 240" in calculate.schema["properties"]["expression"]["description"]
