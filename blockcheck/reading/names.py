"""The closed lists that reading knows by name: keyword abilities (702), types of cards, and the shape of subtypes (205.3)."""

from __future__ import annotations

import re
from typing import Final

COLORS: Final[dict[str, str]] = {
    "white": "W",
    "blue": "U",
    "black": "B",
    "red": "R",
    "green": "G",
    "colorless": "colorless",
    "multicolored": "multicolored",
    "monocolored": "monocolored",
}

TYPES: Final[dict[str, str]] = {
    "creature": "creature",
    "creatures": "creature",
    "artifact": "artifact",
    "artifacts": "artifact",
    "enchantment": "enchantment",
    "enchantments": "enchantment",
    "land": "land",
    "lands": "land",
    "planeswalker": "planeswalker",
    "planeswalkers": "planeswalker",
    "battle": "battle",
    "battles": "battle",
    "permanent": "permanent",
    "permanents": "permanent",
    "card": "card",
    "cards": "card",
    "instant": "instant",
    "instants": "instant",
    "sorcery": "sorcery",
    "sorceries": "sorcery",
    "kindred": "kindred",
    "spell": "spell",
    "spells": "spell",
}

SUPERTYPES: Final = frozenset({"legendary", "basic", "snow", "world"})

STATUSES: Final = frozenset(
    {"token", "tapped", "untapped", "face-down", "attacking", "enchanted", "equipped", "modified"}
)

DESIGNATIONS: Final = frozenset(
    {
        "suspected",
        "goaded",
        "paired",
        "commander",
        "monstrous",
        "renowned",
        "saddled",
        "detained",
        "exerted",
        "prepared",
    }
)

# Keyword abilities that say something about which creatures can or must block, or about bands (702).
BLOCKING_KEYWORDS: Final = frozenset(
    {
        "banding",
        "bands with other",
        "bushido",
        "changeling",
        "decayed",
        "defender",
        "fear",
        "flanking",
        "flying",
        "horsemanship",
        "intimidate",
        "landwalk",
        "menace",
        "protection",
        "provoke",
        "rampage",
        "reach",
        "shadow",
        "skulk",
        "spaceflight",
        "unleash",
    }
)

# All others: nothing follows the name, or only a number or a cost.
PLAIN_KEYWORDS: Final = frozenset(
    """
    absorb|adapt|affinity|afflict|afterlife|aftermath|amplify|annihilator|ascend|assist|aura swap|awaken|backup|bargain
    |basic landcycling|battle cry|bestow|blitz|bloodrush|bloodthirst|boast|buyback|cascade|casualty|champion|choose a background
    |cipher|cleave|companion|compleated|conspire|convoke|craft|crew|cumulative upkeep|cycling|dash|daybound|deathtouch|delve
    |demonstrate|dethrone|devoid|devour|disguise|disturb|doctor's companion|double strike|double team|dredge|echo|embalm|emerge
    |enchant|encore|enlist|entwine|epic|equip|escalate|escape|eternalize|evoke|evolve|exalted|exhaust|exploit|extort|fabricate
    |fading|firebending|first strike|flash|flashback|for mirrodin!|forecast|foretell|fortify|freerunning|frenzy
    |friends forever|fuse|gift|graft|gravestorm|harmonize|haste|haunt|hexproof|hidden agenda|hideaway|impending|improvise
    |increment|indestructible|infect|infusion|ingest|jump-start|job select
    |kicker|level up|lifelink|living metal|living weapon|madness|mayhem
    |max speed|megamorph|melee|mentor|miracle|mobilize|modular|more than meets the eye|morph|multikicker|mutate|myriad|nightbound|ninjutsu
    |commander ninjutsu|offering|offspring|outlast|overload|partner|partner with|persist|phasing|plot|poisonous|prototype|prowess|prowl
    |ravenous|read ahead|rebound|reconfigure|recover|reinforce|renown|replicate|retrace|riot|ripple|saddle|scavenge|shroud
    |sneak|solved|soulbond|soulshift|space sculptor|specialize|spectacle|splice|split second|spree|squad|start your engines!|station|storm
    |strive|sunburst|support|surge|suspend|teamwork|tiered|totem armor|toxic|training|trample|transfigure|transmute|tribute|umbra armor
    |undaunted|undying|unearth|vanishing|vigilance|visit|ward|warp|waterbend|web-slinging|wither
    """.replace("\n", "")
    .replace("    ", "")
    .split("|")
)

KEYWORDS: Final = BLOCKING_KEYWORDS | PLAIN_KEYWORDS

# The subtypes of 205.3 whose plural is not the singular with an s. Any other capitalised word is taken as a subtype by its
# shape: next year's creature types are not in a list.
PLURALS: Final[dict[str, str]] = {
    "Allies": "Ally",
    "Armies": "Army",
    "Children": "Child",
    "Cyclopes": "Cyclops",
    "Dwarves": "Dwarf",
    "Elves": "Elf",
    "Foxes": "Fox",
    "Fungi": "Fungus",
    "Halves": "Half",
    "Harpies": "Harpy",
    "Heroes": "Hero",
    "Homunculi": "Homunculus",
    "Leeches": "Leech",
    "Loci": "Locus",
    "Mercenaries": "Mercenary",
    "Mice": "Mouse",
    "Nautiluses": "Nautilus",
    "Octopuses": "Octopus",
    "Oxen": "Ox",
    "Pegasi": "Pegasus",
    "Pegasuses": "Pegasus",
    "Phoenixes": "Phoenix",
    "Sphinxes": "Sphinx",
    "Walruses": "Walrus",
    "Werewolves": "Werewolf",
    "Wolves": "Wolf",
}

# The same in the plural, or ending in s in the singular.
UNINFLECTED: Final = frozenset(
    """
    Astartes Aurochs Azra Bison Colossus Custodes Cyclops Dauthi Deer Eldrazi Elk Equipment Fish Fungus Homunculus Kavu Kirin Kithkin
    Kor Locus Merfolk Metathran Moonfolk Moose Myr Nautilus Noggle Octopus Pegasus Phyrexian Plains Samurai Serpentfolk Sheep Slith
    Soltari Spacecraft Spawn Squid Surrakar Thalakos Treefolk Urza's Vedalken Viashino Walrus Werefolk Wraith-kin Cephalid-kin
    """.split()
)

# Subtypes (205.3g-i, 205.3k, 205.3m, 205.3q): for number and noun to agree, and for the one place where a capital letter says
# nothing, the start of a sentence.
SUBTYPES: Final = frozenset(
    """
    Advisor Aetherborn Alien Ally Angel Antelope Ape Archer Archon Armadillo Army Artificer Assassin Assembly-Worker Astartes
    Atog Aurochs Avatar Azra Badger Balloon Barbarian Bard Basilisk Bat Bear Beast Beaver Beeble Beholder Berserker Bird
    Blinkmoth Boar Bringer Brushwagg Camarid Camel Capybara Caribou Carrier Cat Centaur Child Chimera Citizen Cleric Clown
    Cockatrice Construct Coward Coyote Crab Crocodile C'tan Custodes Cyberman Cyclops Dalek Dauthi Demigod Demon Deserter
    Detective Devil Dinosaur Djinn Doctor Dog Dragon Drake Dreadnought Drone Druid Dryad Dwarf Efreet Egg Elder Eldrazi
    Elemental Elephant Elf Elk Employee Eye Faerie Ferret Fish Flagbearer Fox Fractal Frog Fungus Gamer Gargoyle Germ Giant
    Gith Glimmer Gnoll Gnome Goat Goblin God Golem Gorgon Graveborn Gremlin Griffin Guest Hag Halfling Hamster Harpy Hellion
    Hero Hippo Hippogriff Homarid Homunculus Horror Horse Human Hydra Hyena Illusion Imp Incarnation Inkling Inquisitor Insect
    Jackal Jellyfish Juggernaut Kavu Kirin Kithkin Knight Kobold Kor Kraken Llama Lamia Lammasu Leech Leviathan Lhurgoyf Licid
    Lizard Manticore Masticore Mercenary Merfolk Metathran Minion Minotaur Mite Mole Monger Mongoose Monk Monkey Moogle
    Moonfolk Mount Mouse Mutant Myr Mystic Nautilus Necron Nephilim Nightmare Nightstalker Ninja Noble Noggle Nomad Nymph
    Octopus Ogre Ooze Orb Orc Orgg Otter Ouphe Ox Oyster Pangolin Peasant Pegasus Pentavite Performer Pest Phelddagrif Phoenix
    Phyrexian Pilot Pincher Pirate Plant Porcupine Possum Praetor Primarch Prism Processor Qu Rabbit Raccoon Ranger Rat Rebel
    Reflection Rhino Rigger Robot Rogue Sable Salamander Samurai Sand Saproling Satyr Scarecrow Scientist Scion Scorpion Scout
    Sculpture Seal Serf Serpent Servo Shade Shaman Shapeshifter Shark Sheep Siren Skeleton Skunk Slith Sliver Sloth Slug Snail
    Snake Soldier Soltari Spawn Specter Spellshaper Sphinx Spider Spike Spirit Splinter Sponge Squid Squirrel Starfish
    Surrakar Survivor Synth Tentacle Tetravite Thalakos Thopter Thrull Tiefling Toy Treefolk Trilobite Triskelavite Troll
    Turtle Tyranid Unicorn Vampire Varmint Vedalken Volver Wall Walrus Warlock Warrior Weasel Weird Werewolf Whale Wizard Wolf
    Wolverine Wombat Worm Wraith Wurm Yeti Zombie Zubera
    Attraction Blood Bobblehead Clue Contraption Equipment Food Fortification Gold Incubator Junk Map Powerstone Treasure
    Vehicle Aura Background Cartouche Case Class Curse Role Room Rune Saga Shard Shrine Cave Desert Forest Gate Island Lair
    Locus Mine Mountain Plains Power-Plant Sphere Swamp Tower Town Urza's Siege
    Adventure Arcane Lesson Omen Trap
    """.split()
)

# What says of an unknown word at the start of a sentence that it is none: "Transformed creatures", "Attackers".
_NO_SUBTYPE: Final = re.compile(
    r"\w+(?:ed|ing|ous|ful|less|able|ible|-up)|Attackers?|Blockers?|Defenders?|Others?|Players?|Opponents?|Outlaws?"
)


def starts_as_subtype(word: str) -> bool:
    """Whether a capitalised word at the start of a sentence is a subtype: a known one, or in the shape of next year's."""
    return singular(word) in SUBTYPES or not _NO_SUBTYPE.fullmatch(word)


def singular(word: str) -> str:
    """The singular of a subtype as printed: ``Walls`` gives ``Wall``, ``Elves`` gives ``Elf``, ``Plains`` stays."""
    if word in PLURALS:
        return PLURALS[word]
    if word in UNINFLECTED or not word.endswith("s") or word.endswith("ss"):
        return word
    return word[:-1]


def plural(word: str) -> str:
    """The plural of a subtype: the inverse of :func:`singular`."""
    for many, one in PLURALS.items():
        if one == word:
            return many
    return word if word in UNINFLECTED or word.endswith("s") else word + "s"
