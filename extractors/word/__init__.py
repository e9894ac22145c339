"""DOCX in, raw tables out: one pass over the body in document order."""
