"""Magic Money: everybody pays, bids have no limit, and the greediest of 3 to 6 wizards is thrown out."""
