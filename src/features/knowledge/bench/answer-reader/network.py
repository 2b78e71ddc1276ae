"""The network of gte-small with a score for a pair of texts, and its weights from the int8 model of this package."""

import glob
import math
import os

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper
from torch import nn

ROOT = os.path.join(os.path.dirname(__file__), *[".."] * 5)
EMBEDDING_MODEL = glob.glob(os.path.join(ROOT, "models", "gte-small-int8", "model.onnx"))[0]
WIDTH, LAYERS, HEADS, EPSILON = 384, 12, 12, 1e-12
PROJECTIONS = ("query", "key", "value")


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.o = nn.Linear(WIDTH, WIDTH)
        self.n1 = nn.LayerNorm(WIDTH, eps=EPSILON)
        self.i = nn.Linear(WIDTH, 4 * WIDTH)
        self.d = nn.Linear(4 * WIDTH, WIDTH)
        self.n2 = nn.LayerNorm(WIDTH, eps=EPSILON)

    def forward(self, x, mask):
        rows, length, _ = x.shape
        parts = self.qkv(x).view(rows, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        query, key, value = parts
        weights = F.softmax(query @ key.transpose(-1, -2) / math.sqrt(WIDTH // HEADS) + mask, -1)
        x = self.n1(x + self.o((weights @ value).transpose(1, 2).reshape(rows, length, WIDTH)))
        return self.n2(x + self.d(F.gelu(self.i(x))))


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.word = nn.Embedding(30522, WIDTH)
        self.pos = nn.Embedding(512, WIDTH)
        self.typ = nn.Embedding(2, WIDTH)
        self.n = nn.LayerNorm(WIDTH, eps=EPSILON)
        self.layers = nn.ModuleList([Layer() for _ in range(LAYERS)])
        self.head = nn.Linear(WIDTH, 1)

    def forward(self, ids, types, attention):
        x = self.n(self.word(ids) + self.pos.weight[: ids.shape[1]][None] + self.typ(types))
        mask = (1 - attention[:, None, None, :].float()) * -1e4
        for layer in self.layers:
            x = layer(x, mask)
        counted = attention[:, :, None].float()
        mean = (x * counted).sum(1) / counted.sum(1)
        return self.head(F.dropout(mean, 0.1, self.training)).squeeze(-1)


def names_of_matrices(tensors):
    """The quantised matrices in the order of the graph: six a layer."""
    prefix, suffix = "onnx::MatMul_", "_quantized"
    found = [name for name in tensors if name.startswith(prefix) and name.endswith(suffix)]
    return sorted(found, key=lambda name: int(name[len(prefix) : -len(suffix)]))


def load_reader():
    """A reader with the weights of gte-small and a new score."""
    tensors = {t.name: numpy_helper.to_array(t) for t in onnx.load(EMBEDDING_MODEL).graph.initializer}
    matrices = names_of_matrices(tensors)

    def exact(name):
        return torch.tensor(tensors[name].copy())

    def embedding(kind):
        base = f"embeddings.{kind}_embeddings.weight"
        whole = tensors[base + "_quantized"].astype(np.float32) - np.float32(tensors[base + "_zero_point"])
        return torch.tensor(whole * np.float32(tensors[base + "_scale"]))

    def matrix(number):
        base = matrices[number][: -len("_quantized")]
        whole = tensors[matrices[number]].astype(np.float32) - tensors[base + "_zero_point"].astype(np.float32)
        return torch.tensor((whole * tensors[base + "_scale"]).T.copy())

    reader = Reader()
    with torch.no_grad():
        for module, kind in ((reader.word, "word"), (reader.pos, "position"), (reader.typ, "token_type")):
            module.weight.copy_(embedding(kind))
        copy_norm(reader.n, exact, "embeddings.LayerNorm")
        for number, layer in enumerate(reader.layers):
            at = f"encoder.layer.{number}"
            layer.qkv.weight.copy_(torch.cat([matrix(6 * number + part) for part in range(3)]))
            layer.qkv.bias.copy_(torch.cat([exact(f"{at}.attention.self.{name}.bias") for name in PROJECTIONS]))
            dense = ((layer.o, "attention.output.dense"), (layer.i, "intermediate.dense"), (layer.d, "output.dense"))
            for part, (module, name) in enumerate(dense):
                module.weight.copy_(matrix(6 * number + 3 + part))
                module.bias.copy_(exact(f"{at}.{name}.bias"))
            copy_norm(layer.n1, exact, f"{at}.attention.output.LayerNorm")
            copy_norm(layer.n2, exact, f"{at}.output.LayerNorm")
        nn.init.normal_(reader.head.weight, std=0.02)
        reader.head.bias.zero_()
    return reader


def copy_norm(norm, exact, name):
    norm.weight.copy_(exact(f"{name}.weight"))
    norm.bias.copy_(exact(f"{name}.bias"))
