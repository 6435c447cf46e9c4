"""What tokens cost."""

from decimal import Decimal

from omniforge.llm.types import Usage


def price(provider: str, model: str, usage: Usage) -> Decimal:
    """Return the list price in US dollars; 0 for models without one, such as those of a local server."""
    import genai_prices  # late: takes half a second and some megabytes

    tokens = genai_prices.Usage(input_tokens=usage.input_tokens, output_tokens=usage.output_tokens)
    try:
        return genai_prices.calc_price(tokens, model, provider_id=provider).total_price
    except LookupError:
        return Decimal(0)
