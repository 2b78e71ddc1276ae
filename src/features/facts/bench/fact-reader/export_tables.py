"""Writes the weights as int8 into the graph of the embedding model, with the tables: python3 export_tables.py <weights.pt> <model.onnx>"""

import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tables import SIZE, TABLES  # noqa: F401  (sets the path of the next import)

from export import load_weights, model_with  # isort: skip


def export(weights_file, out):
    weights = load_weights(weights_file)
    model = model_with({name.removeprefix("base."): value for name, value in weights.items()})
    graph = model.graph
    graph.initializer.extend(
        [
            numpy_helper.from_array(np.ascontiguousarray(weights["tables.weight"].T), "tables.weight"),
            numpy_helper.from_array(weights["tables.bias"], "tables.bias"),
        ]
    )
    graph.node.extend(
        [
            helper.make_node("MatMul", ["last_hidden_state", "tables.weight"], ["products"]),
            helper.make_node("Add", ["products", "tables.bias"], ["tables"]),
        ]
    )
    del graph.output[:]
    shape = ["batch_size", "sequence_length", len(TABLES) * 2 * SIZE]
    graph.output.append(helper.make_tensor_value_info("tables", TensorProto.FLOAT, shape))
    onnx.checker.check_model(model)
    onnx.save(model, out)


if __name__ == "__main__":
    export(sys.argv[1], sys.argv[2])
