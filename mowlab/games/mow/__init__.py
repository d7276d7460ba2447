"""MOW: push your luck with cows and flies, 2 to 10 farmers."""
