"""Documents in, tables out: `extract(path)` returns an `Extraction`."""
