"""Benchmarks of blockcheck: how long it takes, against what, and how that grows. ``python -m benchmarks`` makes all tables."""
