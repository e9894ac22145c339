"""relatab as a program whose passes come to a pipe in the middle and wait until it closes.

Run as a script, so that worker processes, which import it, wait as well.
"""

import os
import sys
from pathlib import Path

from extractors.base import Options
from relatab.index import workers
from relatab.interfaces.cli import main
from relatab.model import Extraction

GATED = "020.pdf"
"""The document that is read only once the pipe is closed."""
GATE_VARIABLE = "GATE"
"""Environment variable that names the pipe."""

_EXTRACT = workers.extract


def extract_behind_the_gate(path: Path, options: Options, progress: object) -> Extraction:
    """`extract`, at the gate for one of the documents."""
    if path.name == GATED:
        sys.stderr.write("at the gate\n")
        sys.stderr.flush()
        with Path(os.environ[GATE_VARIABLE]).open("rb") as gate:
            gate.read()
    return _EXTRACT(path, options, progress)


workers.extract = extract_behind_the_gate

if __name__ == "__main__":
    main()
