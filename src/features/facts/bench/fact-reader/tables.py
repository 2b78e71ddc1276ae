"""The network of gte-small with tables over the words of a window: which words are mentions, and which pairs are related."""

import math
import os
import sys

import torch
from torch import nn

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../knowledge/bench/answer-reader"))
from network import WIDTH, Reader, load_reader  # noqa: E402

SPANS = ("name", "reference", "role")
RELATIONS = tuple(
    "BORN_IN DIED_IN HOLDS_OFFICE SUCCEEDED MEMBER_OF EMPLOYED_BY FOUNDED FOUNDED_IN ACQUIRED MERGED_WITH LOCATED_IN RECEIVED"
    " AUTHORED EDUCATED_AT CHILD_OF MARRIED_TO SIBLING_OF OFFICE_OF MEANS".split()
)
# The beginning and the end of a fact: from its subject to the date, and from its object.
DATES = ("begin of subject", "begin of object", "end of subject", "end of object")
TABLES = SPANS + RELATIONS + DATES
SIZE = 48
CASES = 6
MOST_WORDS = 260


class FactReader(nn.Module):
    def __init__(self):
        super().__init__()
        self.base = load_reader()
        del self.base.head
        kinds = nn.Embedding(CASES, WIDTH)
        with torch.no_grad():
            kinds.weight.copy_(self.base.typ.weight[:1] + 0.01 * torch.randn(CASES, WIDTH))
        self.base.typ = kinds
        self.tables = nn.Linear(WIDTH, len(TABLES) * 2 * SIZE)
        at = torch.arange(MOST_WORDS)[:, None] * torch.pow(10000, -torch.arange(0, SIZE, 2) / SIZE)[None]
        self.register_buffer("cos", at.cos().repeat_interleave(2, -1), persistent=False)
        self.register_buffer("sin", at.sin().repeat_interleave(2, -1), persistent=False)

    def hidden(self, ids, types, attention):
        base = self.base
        x = base.n(base.word(ids) + base.pos.weight[: ids.shape[1]][None] + base.typ(types))
        x = nn.functional.dropout(x, 0.1, self.training)
        mask = (1 - attention[:, None, None, :].float()) * -1e4
        for layer in base.layers:
            x = layer(x, mask)
        return x

    def forward(self, ids, types, attention, firsts):
        """Scores [batch, table, word, word]."""
        x = self.hidden(ids, types, attention)
        words = torch.gather(x, 1, firsts[:, :, None].expand(-1, -1, WIDTH))
        words = nn.functional.dropout(words, 0.1, self.training)
        rows, length, _ = words.shape
        parts = self.tables(words).view(rows, length, len(TABLES), 2, SIZE).float()
        left, right = self.turned(parts[:, :, :, 0]), self.turned(parts[:, :, :, 1])
        return torch.einsum("bmhd,bnhd->bhmn", left, right) / math.sqrt(SIZE)

    def turned(self, x):
        """Rotary positions, for all tables but those of relations, whose ends may be far apart."""
        length = x.shape[1]
        other = torch.stack([-x[..., 1::2], x[..., ::2]], -1).flatten(-2)
        turned = x * self.cos[:length, None] + other * self.sin[:length, None]
        keeps = torch.tensor([name in RELATIONS and name != "MEANS" for name in TABLES])[None, None, :, None]
        return torch.where(keeps, x, turned)
