"""Ways in for people and programs: parse, call one use case, print."""
