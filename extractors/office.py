"""Older and foreign text formats (.doc, .rtf, .odt ...), read through LibreOffice.

LibreOffice is no part of relatab and need not be installed. Where it is, it turns the
document into a Word file, which the Word reader reads. Each conversion has a profile of
its own: a LibreOffice that is open, or that another worker runs, would else take the call
to itself. Macros never run and nothing is fetched.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from email import message_from_bytes, policy
from pathlib import Path
from tempfile import TemporaryDirectory

from extractors import guard
from extractors.base import Options, Progress
from extractors.content import WEB_ARCHIVE, WEB_PAGE, content_of
from extractors.word import extract_word
from relatab.errors import ExtractionError
from relatab.model import Extraction

PROGRAM_VARIABLE = "RELATAB_SOFFICE"
"""Environment variable that names LibreOffice's program where it lies in no usual place."""

TIMEOUT_SECONDS = 300.0
"""For one conversion: a start takes 3 s, a report of 1,000 pages a minute; half of what a
worker is given to finish a page (`relatab.index.workers`).
"""

_PROGRAM_NAMES = ("soffice", "libreoffice")
_USUAL_PLACES = (
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    "/usr/lib/libreoffice/program/soffice",
    "/opt/libreoffice*/program/soffice",
    "/snap/bin/libreoffice",
    r"C:\Program Files\LibreOffice\program\soffice.com",
    r"C:\Program Files (x86)\LibreOffice\program\soffice.com",
)

# No macros, no links updated, nothing loaded from elsewhere.
_SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting">\
<prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop>\
<prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop>\
<prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/Content/Update">\
<prop oor:name="Link" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""


def extract_office(
    path: Path, document_hash: str, options: Options, progress: Progress | None = None
) -> Extraction:
    """All tables of a text document that LibreOffice opens; their pages are estimates.

    ExtractionError where LibreOffice is missing, fails or takes too long.
    """
    program = find_libreoffice()
    if program is None:
        raise ExtractionError(
            f"{path}: only LibreOffice reads this format, and it is not installed;"
            f" install it, set {PROGRAM_VARIABLE}, or save the file as .docx"
        )
    try:
        with TemporaryDirectory(prefix="relatab-", ignore_cleanup_errors=True) as folder:
            converted = _convert(path, program, Path(folder))
            return extract_word(converted, document_hash, options, progress, source=path)
    except OSError as error:
        raise ExtractionError(
            f"{path}: cannot be converted ({error.strerror or error}); is the disk full?"
        ) from error


def find_libreoffice() -> Path | None:
    """LibreOffice's program: the one the environment names, on the path, in a usual place."""
    if named := os.environ.get(PROGRAM_VARIABLE):
        return Path(named) if Path(named).is_file() else None
    for name in _PROGRAM_NAMES:
        if found := shutil.which(name):
            return Path(found)
    for place in map(Path, _USUAL_PLACES):
        if found_there := sorted(Path(place.anchor).glob(str(place.relative_to(place.anchor)))):
            return found_there[-1]
    return None


def _convert(path: Path, program: Path, folder: Path) -> Path:
    """The document as a .docx in a folder of this conversion's own."""
    source = _copy(path, folder)
    profile = folder / "profile"
    (profile / "user").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(_SETTINGS, encoding="utf-8")
    command = [
        str(program),
        f"-env:UserInstallation={profile.as_uri()}",
        "--headless",
        "--norestore",
        *(["--writer"] if source.suffix in WEB_PAGE.suffixes else []),
        "--convert-to",
        "docx:Office Open XML Text",
        "--outdir",
        str(folder / "out"),
        str(source),
    ]
    said = _run(command, folder, path)
    converted = folder / "out" / source.with_suffix(".docx").name
    if not converted.is_file():
        raise ExtractionError(
            f"{path}: LibreOffice cannot read it ({said}); open it in Word and save it as .docx"
        )
    return converted


def _copy(path: Path, folder: Path) -> Path:
    """A copy under a plain name: no lock file lies beside the report, no name confuses."""
    content = content_of(path)
    suffix = path.suffix.lower() if content is None else content.suffixes[0]
    copy = folder / f"document{suffix}"
    if content != WEB_ARCHIVE:
        return Path(shutil.copyfile(path, copy))
    page = _page_of_archive(path.read_bytes())
    if page is None:
        raise ExtractionError(f"{path}: a web archive without a page; save it as .docx")
    copy = copy.with_suffix(WEB_PAGE.suffixes[0])
    copy.write_text(page, encoding="utf-8-sig", errors="replace")
    return copy


def _page_of_archive(archive: bytes) -> str | None:
    """The web page in an archive (MHTML): it is a mail with its pictures attached."""
    page = message_from_bytes(archive, policy=policy.default).get_body(("html",))
    content = None if page is None else page.get_payload(decode=True)
    if page is None or not isinstance(content, bytes):
        return None
    try:
        return content.decode(page.get_content_charset("utf-8"), errors="replace")
    except LookupError:  # a character set that nobody knows
        return content.decode("utf-8", errors="replace")


def _run(command: list[str], folder: Path, path: Path) -> str:
    """Runs the command to its end under a guard, and returns what it said last."""
    log = folder / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603 - a list, and no shell
            [sys.executable, "-I", guard.__file__, str(folder), *command],
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, "SAL_USE_VCLPLUGIN": "svp"},
            start_new_session=True,
        )
    try:
        code = process.wait(TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired as error:
        raise ExtractionError(
            f"{path}: LibreOffice did not finish within {TIMEOUT_SECONDS:.0f} s; given up,"
            " open the file in Word and save it as .docx"
        ) from error
    finally:
        _let_go(process)
    lines = log.read_text("utf-8", errors="replace").strip().splitlines()
    said = lines[-1] if lines else f"exit {code}"
    if code == guard.NOT_STARTED:
        raise ExtractionError(f"{path}: LibreOffice at {command[0]} does not start ({said})")
    return said


def _let_go(process: subprocess.Popen[bytes]) -> None:
    """Ends a guard, and what still runs under it."""
    assert process.stdin is not None
    process.stdin.close()
    process.wait()
