"""The game theory in the games: stage games (`stages`), solvers that prove their solutions, stored tables (`data`)."""
