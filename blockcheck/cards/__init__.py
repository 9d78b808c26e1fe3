"""Card data that is on this machine, and an index of it by name. No network is ever used."""

from blockcheck.cards.data import begins_with_cards, cards_in
from blockcheck.cards.index import CardIndex, cards_at, import_cards, user_index
from blockcheck.cards.names import folded

__all__ = ["CardIndex", "begins_with_cards", "cards_at", "cards_in", "folded", "import_cards", "user_index"]
