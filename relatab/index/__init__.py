"""The index folder: what is on disk and how it stays true."""
