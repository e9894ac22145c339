"""Text encoders: texts in, unit vectors out."""
