"""Petroleum knowledge: wells, units, sizes, depths, and the keys that link tables."""
