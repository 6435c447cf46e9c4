"""What operators see: health, metrics and the figures behind them."""
