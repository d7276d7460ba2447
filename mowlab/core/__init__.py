"""The contract every game fulfils: schema, table, linking and compiling, engine loops.  Knows no game."""
