"""What a player reads in a terminal."""
