"""Mow Money: sealed low bids for lawn-mowing contracts, 1 to 6 players."""
