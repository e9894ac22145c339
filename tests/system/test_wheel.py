"""What an installation holds: both packages, from the built wheel."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[2]


def test_both_packages_import_from_the_built_wheel(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*build, "--wheel-dir", tmp_path, ROOT], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("relatab-*.whl")
    code = (
        f"import sys; sys.path[0:0] = [{str(wheel)!r}]; "
        "import relatab.model, relatab.interfaces.cli, extractors.base; "
        "print(relatab.model.__file__, extractors.base.__file__)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert result.stdout.count(wheel.name) == 2
    assert "relatab/domain/vocabulary.csv" in ZipFile(wheel).namelist()
