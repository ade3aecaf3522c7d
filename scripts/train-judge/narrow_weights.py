"""Puts the int8 weights of a model that ships into seven bits.

An AVX2 processor without VNNI adds two products of an unsigned and a signed byte in 16 bits, and cuts off what does not fit. With
weights from -64 to 64 all of it fits, so that every processor computes the same. Each weight is rounded so that those after it make
up for the error, on the activations of written pairs (GPTQ, Frantar et al. 2022).

usage: python narrow_weights.py MODEL.onnx OUT.onnx [--written DIR] [--pairs N]"""

import argparse
import os

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from read_sets import HERE, read_written
from tokenizers import Tokenizer

TOP = 64
# Of the mean of the diagonal, added to it, so that the inverse exists.
DAMPING = 0.01
LONGEST = 256


def products_of(model):
    """@returns of each product with constant weights: its node, the name of its input before it is quantised, and of its scale."""
    producer = {name: node for node in model.graph.node for name in node.output}
    constants = {tensor.name for tensor in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type == "MatMulInteger" and node.input[1] in constants:
            stem = node.input[1].removesuffix("_quantized")
            [scale] = [name for name in constants if name.startswith(stem) and name.endswith("scale")]
            yield node, producer[node.input[0]].input[0], scale


def activations_of(model, tokenizer, pairs):
    """@returns the sum over all tokens of x·xᵀ, by name of the activation."""
    probe = onnx.ModelProto()
    probe.CopyFrom(model)
    tensors = {tensor.name: tensor for tensor in probe.graph.initializer}
    for node, _, _ in products_of(model):
        # Weights without a sign are multiplied exactly on every processor.
        for name in (node.input[1], node.input[3]):
            shifted = numpy_helper.to_array(tensors[name]).astype(np.int16) + 128
            tensors[name].CopyFrom(numpy_helper.from_array(shifted.astype(np.uint8), name))
    names = sorted({name for _, name, _ in products_of(model)})
    for name in names:
        probe.graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, None))
    session = onnxruntime.InferenceSession(probe.SerializeToString())
    sums = dict.fromkeys(names, 0)
    for claim, passage in pairs:
        read = tokenizer.encode(claim, passage)
        inputs = dict(input_ids=read.ids, attention_mask=read.attention_mask, token_type_ids=read.type_ids)
        found = session.run(names, {name: np.array([value], dtype=np.int64) for name, value in inputs.items()})
        for name, values in zip(names, found):
            rows = values.reshape(-1, values.shape[-1]).astype(np.float64)
            sums[name] = sums[name] + rows.T @ rows
    return sums


def round_weights(weights, moments):
    """@param weights inputs × outputs, in steps. @returns whole steps from -TOP to TOP of the least error on the activations."""
    damped = moments + np.eye(len(moments)) * DAMPING * np.mean(np.diag(moments))
    factor = np.linalg.cholesky(np.linalg.inv(damped)).T
    left, rounded = weights.copy(), np.zeros_like(weights)
    for i in range(len(weights)):
        rounded[i] = np.clip(np.round(left[i]), -TOP, TOP)
        error = (left[i] - rounded[i]) / factor[i, i]
        left[i + 1 :] -= np.outer(factor[i, i + 1 :], error)
    return rounded.astype(np.int8)


def narrow(model, tokenizer, pairs):
    sums = activations_of(model, tokenizer, pairs)
    tensors = {tensor.name: tensor for tensor in model.graph.initializer}
    for node, activation, scale in products_of(model):
        name = node.input[1]
        weights = numpy_helper.to_array(tensors[name]).astype(np.float64)
        steps = np.maximum(1, np.abs(weights).max(0) / TOP)
        rounded = round_weights(weights / steps, sums[activation])
        tensors[name].CopyFrom(numpy_helper.from_array(rounded, name))
        scales = numpy_helper.to_array(tensors[scale])
        tensors[scale].CopyFrom(numpy_helper.from_array((scales * steps).astype(scales.dtype), scale))


def main():
    a = argparse.ArgumentParser()
    a.add_argument("model")
    a.add_argument("out")
    a.add_argument("--written", default=os.path.join(HERE, "written"))
    a.add_argument("--pairs", type=int, default=600)
    o = a.parse_args()
    rows = [r for r in read_written(o.written) if not r["held"]]
    rows = rows[:: max(1, len(rows) // o.pairs)]
    tokenizer = Tokenizer.from_file(os.path.join(os.path.dirname(o.model) or ".", "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(LONGEST, strategy="only_second")
    model = onnx.load(o.model)
    narrow(model, tokenizer, [(r["claim"], r["document"]) for r in rows])
    onnx.save(model, o.out)
    print(len(rows), "pairs")


if __name__ == "__main__":
    main()
