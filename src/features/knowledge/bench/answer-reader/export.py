"""Writes the weights as int8 into the graph of the embedding model, with a score: python3 export.py <weights.pt> <model.onnx>"""

import sys

import numpy as np
import onnx
import torch
from network import EMBEDDING_MODEL, LAYERS, PROJECTIONS, WIDTH, names_of_matrices
from onnx import TensorProto, helper, numpy_helper

# Products of eight bits overflow on processors without VNNI, so that weights have seven.
HIGHEST = 63


def load_weights(file):
    return {name: value.float().numpy() for name, value in torch.load(file, map_location="cpu").items()}


def model_with(weights):
    """The graph of the embedding model with the weights of a network that was trained from it."""
    model = onnx.load(EMBEDDING_MODEL)
    tensors = {tensor.name: tensor for tensor in model.graph.initializer}
    matrices = names_of_matrices(tensors)

    def put(name, values):
        tensors[name].CopyFrom(numpy_helper.from_array(np.ascontiguousarray(values), name))

    def put_like(name, value):
        old = numpy_helper.to_array(tensors[name])
        put(name, np.array(value, dtype=old.dtype).reshape(old.shape))

    def put_embedding(kind, values):
        base = f"embeddings.{kind}_embeddings.weight"
        low, high = min(values.min(), 0), max(values.max(), 0)
        scale = (high - low) / 255
        zero = round(-low / scale)
        put_like(base + "_scale", scale)
        put_like(base + "_zero_point", zero)
        put(base + "_quantized", np.clip(np.round(values / scale) + zero, 0, 255).astype(np.uint8))

    def put_matrix(number, values):
        base, columns = matrices[number][: -len("_quantized")], values.T
        scale = np.abs(columns).max(0) / HIGHEST
        scale[scale == 0] = 1
        put(base + "_scale", scale.astype(np.float32))
        put(base + "_zero_point", np.zeros(columns.shape[1], np.int8))
        put(matrices[number], np.clip(np.round(columns / scale), -HIGHEST, HIGHEST).astype(np.int8))

    def put_norm(name, own):
        put(name + ".weight", weights[own + ".weight"])
        put(name + ".bias", weights[own + ".bias"])

    put_embedding("position", weights["pos.weight"])
    put_embedding("token_type", weights["typ.weight"])
    put_norm("embeddings.LayerNorm", "n")
    for number in range(LAYERS):
        own, at = f"layers.{number}", f"encoder.layer.{number}"
        for part, name in enumerate(PROJECTIONS):
            rows = slice(WIDTH * part, WIDTH * (part + 1))
            put_matrix(6 * number + part, weights[f"{own}.qkv.weight"][rows])
            put(f"{at}.attention.self.{name}.bias", weights[f"{own}.qkv.bias"][rows])
        dense = (("o", "attention.output.dense"), ("i", "intermediate.dense"), ("d", "output.dense"))
        for part, (short, name) in enumerate(dense):
            put_matrix(6 * number + 3 + part, weights[f"{own}.{short}.weight"])
            put(f"{at}.{name}.bias", weights[f"{own}.{short}.bias"])
        put_norm(f"{at}.attention.output.LayerNorm", f"{own}.n1")
        put_norm(f"{at}.output.LayerNorm", f"{own}.n2")
    return model


def export(weights_file, out):
    weights = load_weights(weights_file)
    model = model_with(weights)
    graph = model.graph
    graph.initializer.extend(
        [
            numpy_helper.from_array(np.ascontiguousarray(weights["head.weight"].T), "head.weight"),
            numpy_helper.from_array(weights["head.bias"], "head.bias"),
        ]
    )
    graph.node.extend(
        [
            # One pair a run, so that there is no padding to leave out of the mean.
            helper.make_node("ReduceMean", ["last_hidden_state"], ["pooled"], axes=[1], keepdims=0),
            helper.make_node("Gemm", ["pooled", "head.weight", "head.bias"], ["logits"]),
        ]
    )
    del graph.output[:]
    graph.output.append(helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch_size", 1]))
    onnx.checker.check_model(model)
    onnx.save(model, out)


if __name__ == "__main__":
    export(sys.argv[1], sys.argv[2])
