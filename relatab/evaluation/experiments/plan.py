"""What each experiment of the paper compares: variants of a method's settings.

NAME         THE PAPER     COMPARES
main         Table 2       methods
dmax         Table 3       chains of at most 1, 2, 3, 4 hops
ablation     Table 4       QT, direct relevance alone, with QT+TT, associations too
difficulty   Figure 7      the same, by number of gold tables
sensitivity  Figure 8      every hyperparameter, one at a time
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from relatab.settings import Settings


@dataclass(frozen=True, slots=True)
class Axis:
    """A setting that the sensitivity analysis varies, and the letter it goes by.

    relative: its values are multiples of the default, where the paper's grid does not fit.
    """

    setting: str
    letter: str
    relative: bool = False


RELEVANCE = (Axis("caption_weight", "α"), Axis("table_level_weight", "β"))
CHAINS = (
    Axis("supplement_weight", "x"),
    Axis("decay", "λ"),
    Axis("relevance_threshold", "τ"),
    Axis("chain_threshold", "θ"),
)
AXES = {
    "paper": (
        *RELEVANCE,
        Axis("name_weight", "γ"),
        *CHAINS,
        Axis("selection_threshold", "φ"),
    ),
    # Joint selection ends the set by what a second and a further table adds, in place of φ, and
    # its links are no similarities of columns, which γ is for.
    "relatab": (
        *RELEVANCE,
        *CHAINS,
        Axis("pair_threshold", "φ₂", relative=True),
        Axis("gain_threshold", "φ₃", relative=True),
        Axis("association_weight", "", relative=True),
        Axis("token_coverage_weight", "", relative=True),
        Axis("word_coverage_weight", "", relative=True),
        Axis("lexical_weight", "", relative=True),
    ),
}
"""The hyperparameters of Figure 8, and those that only relatab has."""
GRID = (0.1, 0.3, 0.5, 0.7, 0.9)
"""Values of a hyperparameter in [0, 1], beside its default."""
NEAR = 0.1
"""The paper calls results robust within this distance of its optimum."""
MULTIPLES = (0.0, 0.5, 0.8, 1.0, 1.25, 1.5, 2.0)
PARTS = {
    "supplement_weight": "chains",
    "association_weight": "links in the joint selection",
    "token_coverage_weight": "coverage by tokens",
    "word_coverage_weight": "coverage by words",
    "lexical_weight": "BM25",
    "dense_weight": "the whole table's vector",
    "dual_level_weight": "best caption, column and cell",
    "interaction_weight": "late interaction in the relevance",
    "context_weight": "common context",
}
"""What relatab does without where one of its weights is 0."""
HOPS = (1, 2, 3, 4)
LINKING = ("paper", "relatab")
"""Methods whose associations the experiments after the first take apart."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to run a method: a label, settings, and what is varied of them, where one thing is.

    usual: the settings of the method as it is.
    """

    label: str
    settings: Settings
    usual: Settings
    parameter: str = ""
    value: float | None = None

    @property
    def method(self) -> str:
        """The name of the method."""
        return self.settings.method

    def changes(self) -> dict[str, Any]:
        """The settings that are not as usual."""
        return {
            each.name: value
            for each in fields(Settings)
            if (value := getattr(self.settings, each.name)) != getattr(self.usual, each.name)
        }


Pair = tuple[Variant, Variant]


@dataclass(frozen=True, slots=True)
class Experiment:
    """What is measured for each method, and which variants are compared question by question.

    variants: of one method; pairs: (of, against) among the variants of all methods; by_gold:
    separately for questions with few and with many gold tables.
    """

    name: str
    title: str
    measures: tuple[str, ...]
    methods: tuple[str, ...]
    variants: Callable[[Settings], list[Variant]]
    pairs: Callable[[Sequence[Variant]], list[Pair]]
    by_gold: bool = False


def direct_only(settings: Settings) -> Settings:
    """QT: the settings with all that associations add switched off."""
    return replace(settings, supplement_weight=0.0, association_weight=0.0, context_weight=0.0)


def method_itself(usual: Settings) -> list[Variant]:
    """A method as it is."""
    return [Variant("", usual, usual)]


def hop_variants(usual: Settings) -> list[Variant]:
    """Chains of each greatest length."""
    return [
        Variant(f"d_max {hops}", replace(usual, max_hops=hops), usual, "max_hops", hops)
        for hops in HOPS
    ]


def linking_variants(usual: Settings) -> list[Variant]:
    """Without and with associations."""
    return [Variant("QT", direct_only(usual), usual), Variant("QT+TT", usual, usual)]


def ablation_variants(usual: Settings) -> list[Variant]:
    """Without and with associations; of relatab also without each of its other parts."""
    variants = linking_variants(usual)
    if usual.method == "relatab":
        each_alone = replace(usual, joint_candidates=1)
        variants.append(Variant("without joint selection", each_alone, usual))
        variants += [
            Variant(f"without {part}", _changed(usual, setting, 0.0), usual)
            for setting, part in PARTS.items()
            if getattr(usual, setting)
        ]
    return variants


def difficulty_variants(usual: Settings) -> list[Variant]:
    """Without and with associations, where a method has any."""
    return linking_variants(usual) if usual.method in LINKING else method_itself(usual)


def sensitivity_variants(usual: Settings) -> list[Variant]:
    """Each hyperparameter over the grid and around its default, all others at theirs."""
    return [
        Variant(
            f"{axis.letter or axis.setting} {value:g}",
            _changed(usual, axis.setting, value),
            usual,
            axis.setting,
            value,
        )
        for axis in AXES[usual.method]
        for value in values_of(axis, getattr(usual, axis.setting))
    ]


def values_of(axis: Axis, default: float) -> list[float]:
    """The values of an axis, ascending, the default among them: multiples, or within [0, 1]."""
    if axis.relative:
        return sorted({round(multiple * default, 10) for multiple in MULTIPLES})
    near = (default - NEAR, default, default + NEAR)
    return sorted({rounded for each in (*GRID, *near) if 0 <= (rounded := round(each, 10)) <= 1})


def _changed(usual: Settings, setting: str, value: Any) -> Settings:
    return replace(usual, **{setting: value})


def against_others(variants: Sequence[Variant]) -> list[Pair]:
    """relatab, or else the last method, against each other one."""
    of = next((each for each in variants if each.method == "relatab"), variants[-1])
    return [(of, each) for each in variants if each is not of]


def changed_against_default(variants: Sequence[Variant]) -> list[Pair]:
    """Every changed variant against its method's default."""
    return [(changed, default) for default, changed in default_against_changed(variants)]


def default_against_changed(variants: Sequence[Variant]) -> list[Pair]:
    """Each method as it is against every change of the same setting."""
    return [
        (default, changed)
        for changed in variants
        for default in variants
        if default.usual == changed.usual == default.settings != changed.settings
        and default.parameter == changed.parameter
    ]


EXPERIMENTS = {
    experiment.name: experiment
    for experiment in (
        Experiment(
            name="main",
            title="Main comparison (Table 2)",
            measures=(
                "P@2", "R@2", "F1@2", "NDCG@2", "P@5", "R@5", "F1@5", "NDCG@5", "full@5", "set F1",
            ),
            methods=("bm25", "dense", "jar", "paper", "relatab"),
            variants=method_itself,
            pairs=against_others,
        ),
        Experiment(
            name="dmax",
            title="Greatest number of hops (Table 3)",
            measures=("F1@2", "R@2", "F1@5", "full@5", "set F1"),
            methods=LINKING,
            variants=hop_variants,
            pairs=default_against_changed,
        ),
        Experiment(
            name="ablation",
            title="Ablation: direct relevance and associations (Table 4)",
            measures=("R@2", "F1@2", "R@5", "full@5", "set F1"),
            methods=LINKING,
            variants=ablation_variants,
            pairs=default_against_changed,
        ),
        Experiment(
            name="difficulty",
            title="By number of gold tables (Figure 7)",
            measures=("F1@2", "F1@gold", "F1@5", "full@5", "set F1"),
            methods=("bm25", "dense", *LINKING),
            variants=difficulty_variants,
            pairs=default_against_changed,
            by_gold=True,
        ),
        Experiment(
            name="sensitivity",
            title="Sensitivity to every hyperparameter (Figure 8)",
            measures=("F1@2", "set F1"),
            methods=LINKING,
            variants=sensitivity_variants,
            pairs=changed_against_default,
        ),
    )
}  # fmt: skip
