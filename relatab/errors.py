"""The errors relatab raises on purpose; everything else is a defect.

    RelatabError
    ├── SettingsError        a setting outside its range
    ├── ExtractionError      a document that cannot be read at all
    ├── EncoderError         a model folder that is missing, damaged or of another kind
    ├── QueryError           a question that cannot be asked
    ├── DatasetError         questions and tables to measure with that cannot be read
    ├── UserFileError        a file of words or well names, kept by hand, that cannot be read
    └── IndexFolderError     an index folder that cannot be used
        ├── IndexMissingError
        ├── IndexBusyError       another process is writing
        └── FingerprintError     built with another model or schema

Every message names the place (file, page, setting) and the remedy, in one line.
"""


class RelatabError(Exception):
    """Base of all errors that relatab reports as one clear line."""


class SettingsError(RelatabError, ValueError):
    """A setting lies outside its documented range."""


class ExtractionError(RelatabError):
    """A document as a whole cannot be read; lesser trouble is an `Issue`."""


class EncoderError(RelatabError):
    """A text encoder cannot be loaded."""


class QueryError(RelatabError):
    """A question is empty or refers to something that is not in the index."""


class DatasetError(RelatabError):
    """A data set of questions and tables cannot be read; the message names file and line."""


class UserFileError(RelatabError):
    """A file of words or well names, kept by hand, cannot be read; names file and line."""


class IndexFolderError(RelatabError):
    """An index folder cannot be read or written."""


class IndexMissingError(IndexFolderError):
    """There is no index where one was looked for."""


class IndexBusyError(IndexFolderError):
    """Another process holds the index for writing."""


class FingerprintError(IndexFolderError):
    """The index was built with another model, precision or schema."""


def reason_of(error: BaseException) -> str:
    """An error that is not ours in one line: its type, and the last line of what it says."""
    if isinstance(error, MemoryError):
        return "not enough memory"
    said = str(error).strip().splitlines()
    return f"{type(error).__name__}: {said[-1].strip()}" if said else type(error).__name__
