"""What training minimises. Torch is imported by who calls these functions."""

from __future__ import annotations

from typing import Any

Tensor = Any  # torch is not type-checked


def softmax_loss(scores: Tensor, positive: Tensor, ignored: Tensor, *, scale: float) -> Tensor:
    """Mean cross entropy of each positive against the negatives of its row.

    scores: (rows, columns), such as cosines; positive, ignored: bool, of the same shape.
    For one positive p of a row with negatives N it is
    -log(exp(scale s_p) / (exp(scale s_p) + sum over n in N of exp(scale s_n))): other
    positives do not count as negatives, as they would with one softmax over the row. Rows
    without a positive do not count. Returns a scalar, 0 where no row counts.
    """
    import torch

    scaled = scores * scale
    negatives = torch.logsumexp(
        scaled.masked_fill(positive | ignored, -torch.finfo(scaled.dtype).max), 1, keepdim=True
    )
    losses = torch.nn.functional.softplus(negatives - scaled).masked_fill(~positive, 0.0)
    counts = positive.sum(1)
    return (losses.sum(1) / counts.clamp(min=1)).sum() / (counts > 0).sum().clamp(min=1)


def late_interaction(
    questions: Tensor, question_mask: Tensor, tables: Tensor, table_mask: Tensor
) -> Tensor:
    """Mean over a question's tokens of the best cosine to a part of a table: `core.interaction`.

    questions: (q, tokens, dim), tables: (t, parts, dim), unit vectors; the masks, bool, are
    true for those that count, at least one per text. Returns (q, t), in [-1, 1].
    """
    (rows, width, dimension), columns = questions.shape, len(tables)
    cosines = questions.reshape(-1, dimension) @ tables.reshape(-1, dimension).T
    cosines = cosines.view(rows, width, columns, -1).masked_fill(~table_mask, -1.0)
    best = cosines.amax(-1)
    weights = question_mask.to(best.dtype)
    return (best * weights.unsqueeze(2)).sum(1) / weights.sum(1, keepdim=True)
