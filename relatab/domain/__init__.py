"""Petroleum knowledge: wells, units, sizes, depths, and the keys that link tables."""

from relatab.domain.identities import identities
from relatab.domain.keys import LinkKey, link_keys, query_keys
from relatab.domain.matching import link_features, shared_keys
from relatab.domain.terms import query_terms, search_terms
from relatab.domain.wells import find_wells, normalise_well

__all__ = [
    "LinkKey",
    "find_wells",
    "identities",
    "link_features",
    "link_keys",
    "normalise_well",
    "query_keys",
    "query_terms",
    "search_terms",
    "shared_keys",
]
