"""How the shipped weights are trained (`manage.py train_intent`). Not used for messages."""
