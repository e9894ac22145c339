"""The loop of training: steps, looks at the held-out part, the best state kept."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from relatab.errors import EncoderError
from relatab.training.batches import Batch, epoch_batches, partners, positives_and_ignored
from relatab.training.checkpoint import load_checkpoint, save_checkpoint
from relatab.training.judging import judge
from relatab.training.material import Material, held_out
from relatab.training.mining import with_hard_negatives
from relatab.training.network import Network
from relatab.training.objective import late_interaction, softmax_loss
from relatab.training.recipe import Recipe, learning_rate_at
from relatab.training.smoothing import Smoothed, copied

if TYPE_CHECKING:
    from relatab.embedding.sentence_transformer import SentenceTransformerEncoder

CHECKPOINT_EVERY_S = 60.0
MINED = 4
"""Hard negatives mined per question; a batch takes some of them."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a training stands after `step` of `steps`: loss of the last steps, best measure."""

    step: int
    steps: int
    loss: float
    best: float | None


@dataclass(slots=True)
class History:
    """What happened: losses by step, measures of the held-out part as (step, measures)."""

    losses: list[float] = field(default_factory=list)
    looks: list[tuple[int, dict[str, float]]] = field(default_factory=list)
    best_step: int = 0
    best: float | None = None

    def look(self, step: int, measures: dict[str, float]) -> bool:
        """Note measures; whether they are the best so far by their mean."""
        self.looks.append((step, measures))
        value = sum(measures.values()) / len(measures)
        if self.best is not None and value <= self.best:
            return False
        self.best, self.best_step = value, step
        return True

    def looks_since_best(self) -> int:
        """How often nothing better was found since the best."""
        return sum(step > self.best_step for step, _ in self.looks)


@dataclass(frozen=True, slots=True)
class Trained:
    """The network in its best state, and how it came there.

    held_out_sources: databases or documents that only judged, as `Dataset.full_source` names them.
    """

    network: Network
    history: History
    steps: int
    questions: int
    held_out_questions: int
    held_out_sources: tuple[str, ...]

    @property
    def best_step(self) -> int:
        """The step after which the kept state was reached."""
        return self.history.best_step if self.held_out_questions else self.steps


def train(
    material: Material,
    encoder: SentenceTransformerEncoder,
    recipe: Recipe,
    checkpoint: Path,
    *,
    resume: bool = False,
    watch: Callable[[Progress], None] = lambda _: None,
    note: Callable[[str], None] = lambda _: None,
) -> Trained:
    """Train the encoder, in place, on the material; its state is kept in `checkpoint`.

    resume: go on from that file, which must come from the same material, model and recipe;
    the result is the same as without the interruption. note: told of longer preparations.
    The checkpoint is left to the caller to remove. EncoderError for one that does not fit.
    """
    run = _Run(material, encoder, recipe, checkpoint, note)
    if resume:
        run.restore()
    else:
        run.prepare()
    for progress in run.steps():
        watch(progress)
    return run.finish()


class _Run:
    """A training under way."""

    def __init__(
        self,
        material: Material,
        encoder: SentenceTransformerEncoder,
        recipe: Recipe,
        checkpoint: Path,
        note: Callable[[str], None],
    ) -> None:
        import torch

        self._encoder, self._recipe, self._note = encoder, recipe, note
        self._checkpoint = checkpoint
        self._identity = _identity(material, encoder, recipe)
        self._material, self._judges = held_out(
            material, recipe.held_out, seed=recipe.held_out_seed
        )
        if recipe.held_out and not self._judges:
            note("too few questions or sources to hold a part out: the last state is taken")
        self._history = History()
        self._step = 0
        self._network = Network(encoder, recipe)
        self._trained = self._network.trained()
        self._optimiser = torch.optim.AdamW(
            self._trained.values(), lr=recipe.learning_rate, weight_decay=recipe.weight_decay
        )
        self._smoothed = Smoothed(
            self._trained, decay=recipe.average_decay, base_share=recipe.base_share
        )
        self._best = self._smoothed.weights()
        self._per_epoch = -(-len(self._material.examples) // recipe.batch)
        self._last = self._per_epoch * recipe.epochs

    def prepare(self) -> None:
        """Mine hard negatives with the encoder as it is before training."""
        if self._recipe.wrong:
            self._note("looking for tables that are easily mistaken for answers")
            # (A fresh adapter changes nothing: this is still the base model.)
            self._material = with_hard_negatives(self._material, self._encoder, count=MINED)
        self._look()

    def restore(self) -> None:
        """Go on where the checkpoint was written."""
        state = load_checkpoint(self._checkpoint)
        if state.get("identity") != self._identity:
            raise EncoderError(
                f"{self._checkpoint}: from other data, another model or other options; "
                "give the same again, or delete it and train from the start"
            )
        self._network.set_trained(state["weights"])
        self._smoothed.average = state["average"]
        self._best = state["best_weights"]
        self._optimiser.load_state_dict(state["optimiser"])
        self._history = History(**state["history"])
        self._step = state["step"]
        self._material = replace(
            self._material,
            examples=tuple(
                replace(example, wrong=tuple(wrong))
                for example, wrong in zip(self._material.examples, state["wrong"], strict=True)
            ),
        )

    def steps(self) -> Iterator[Progress]:
        """Take the remaining steps, one a time, until the last or until nothing improves."""
        saved = time.monotonic()
        between = max(1, self._per_epoch // self._recipe.evaluations_per_epoch)
        while self._step < self._last and not self._exhausted():
            for batch in self._epoch():
                self._history.losses.append(self._take(batch))
                self._step += 1
                looked = self._step % between == 0 or self._step == self._last
                if looked:
                    self._look()
                if looked or time.monotonic() - saved > CHECKPOINT_EVERY_S:
                    self._save()
                    saved = time.monotonic()
                recent = self._history.losses[-20:]
                loss = sum(recent) / len(recent)
                yield Progress(self._step, self._last, loss, self._history.best)
                if self._exhausted():
                    break

    def finish(self) -> Trained:
        """The best state; without a held-out part, the last."""
        self._network.set_trained(self._best if self._judges else self._smoothed.weights())
        return Trained(
            self._network,
            self._history,
            self._step,
            len(self._material.examples),
            len(self._judges.examples) if self._judges else 0,
            tuple(sorted(set(self._judges.sources))) if self._judges else (),
        )

    def _epoch(self) -> list[Batch]:
        """What is left of the present epoch."""
        epoch, done = divmod(self._step, self._per_epoch)
        recipe = self._recipe
        batches = epoch_batches(
            self._material,
            size=recipe.batch,
            per_source=recipe.per_source,
            neighbours=recipe.neighbours,
            wrong=recipe.wrong,
            seed=1_000_003 * recipe.seed + epoch,
        )
        return batches[done:]

    def _take(self, batch: Batch) -> float:
        """One step of the optimiser; the loss before it."""
        import torch

        rate = learning_rate_at(self._step, self._last, self._recipe)
        for group in self._optimiser.param_groups:
            group["lr"] = rate
        loss = batch_loss(self._network, self._material, batch, self._recipe)
        self._optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(list(self._trained.values()), 1.0)
        self._optimiser.step()
        self._smoothed.add(self._trained, self._step + 1)
        return float(loss.detach())

    def _look(self) -> None:
        """Judge the smoothed weights by the held-out part and keep them if they are the best."""
        if not self._judges:
            return
        last, smoothed = copied(self._trained), self._smoothed.weights()
        self._network.set_trained(smoothed)
        if self._history.look(self._step, judge(self._network, self._judges, self._recipe)):
            self._best = smoothed
        self._network.set_trained(last)

    def _exhausted(self) -> bool:
        return self._history.looks_since_best() >= self._recipe.patience

    def _save(self) -> None:
        save_checkpoint(
            self._checkpoint,
            {
                "identity": self._identity,
                "weights": copied(self._trained),
                "average": self._smoothed.average,
                "best_weights": self._best,
                "optimiser": self._optimiser.state_dict(),
                "history": asdict(self._history),
                "step": self._step,
                "wrong": [list(example.wrong) for example in self._material.examples],
            },
        )


def batch_loss(network: Network, material: Material, batch: Batch, recipe: Recipe) -> Any:
    """The loss of one batch, a scalar with gradients: see `Recipe` for its three parts."""
    import torch

    masks = positives_and_ignored(material, batch)
    positive, ignored = (torch.from_numpy(mask) for mask in masks)
    tables = network.tables([material.tables[number] for number in batch.tables])
    questions = network.questions([material.examples[number].question for number in batch.examples])
    loss = softmax_loss(questions.vectors @ tables.vectors.T, positive, ignored, scale=recipe.scale)
    if recipe.late_interaction_weight:
        scores = late_interaction(questions.details, questions.mask, tables.details, tables.mask)
        loss = loss + recipe.late_interaction_weight * softmax_loss(
            scores, positive, ignored, scale=recipe.scale
        )
    if recipe.partner_weight:
        together = torch.from_numpy(partners(material, batch))
        oneself = torch.eye(len(together), dtype=torch.bool)
        loss = loss + recipe.partner_weight * softmax_loss(
            tables.vectors @ tables.vectors.T, together, oneself, scale=recipe.scale
        )
    return loss


def _identity(material: Material, encoder: SentenceTransformerEncoder, recipe: Recipe) -> str:
    """Names material, model and recipe; equal only for trainings that can be exchanged."""
    content = json.dumps([asdict(material), encoder.fingerprint, asdict(recipe)])
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()
