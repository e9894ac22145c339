"""Settings that were found for a model, kept beside its weights."""

from __future__ import annotations

import json

from relatab.embedding.models import model_folder
from relatab.errors import EncoderError

CALIBRATION = "calibration.json"
SETTINGS = "settings"


def load_calibration(name: str) -> dict[str, float | int | str]:
    """The settings that `calibration.json` of a model overrides, by name; {} without that file.

    name: as of `find_model`. The file is a JSON object whose "settings" are the overrides;
    what else it says tells how they were found. Values are checked where `Settings` are made;
    EncoderError for a file that has another form.
    """
    path = model_folder(name) / CALIBRATION
    if not path.is_file():
        return {}
    try:
        settings = json.loads(path.read_text(encoding="utf-8"))[SETTINGS]
        if all(isinstance(value, float | int | str) for value in settings.values()):
            return dict(settings)
        raise ValueError(f'"{SETTINGS}" holds more than numbers and words')
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise EncoderError(f"{path}: cannot be read ({error}); calibrate again") from error
