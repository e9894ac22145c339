"""DOCX in, tables out: one pass over the body in document order."""

from extractors.word.reader import extract_word

__all__ = ["extract_word"]
