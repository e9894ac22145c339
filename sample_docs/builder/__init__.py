"""Builds the sample documents: invented wells, real irregularities."""
