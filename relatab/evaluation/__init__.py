"""Questions with known tables: data sets, measures, and methods run over them."""
