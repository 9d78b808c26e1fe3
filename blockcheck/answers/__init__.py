"""Answers: what is asked of legality and the theory, as data without words."""
