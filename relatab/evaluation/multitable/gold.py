"""The tables that a question's SQL reads: the set that a retriever has to find."""

from __future__ import annotations

from relatab.errors import DatasetError


def gold_tables(sql: str) -> frozenset[str]:
    """Names of the tables in FROM and JOIN anywhere in a query, as it prints them, case folded.

    sql: in SQLite's dialect; several statements count together. What a WITH clause defines is
    no table, but a table that it covers is one where the clause itself reads it. DatasetError
    for what is no query or cannot be parsed.
    """
    from sqlglot import exp, parse
    from sqlglot.errors import SqlglotError
    from sqlglot.optimizer.scope import traverse_scope

    try:
        statements = [each for each in parse(sql, read="sqlite") if each is not None]
        if not statements or not all(isinstance(each, exp.Query) for each in statements):
            raise DatasetError("not a query")
        scopes = [scope for each in statements for scope in traverse_scope(each)]
    except (SqlglotError, RecursionError) as error:
        raise DatasetError(str(error).partition("\n")[0] or "nested too deep") from error
    return frozenset(
        source.name.casefold()
        for scope in scopes
        for source in scope.sources.values()
        if isinstance(source, exp.Table) and source.name  # a table function has no name
    )
