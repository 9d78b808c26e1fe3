"""Many boards: one JSON board a line in, one JSON verdict a line out, in the order read."""
