"""PDF in, raw tables out: page triage, then ruled, aligned and white-space tables."""
