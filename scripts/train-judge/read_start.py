"""Reads the weights to start from: a BERT of 12 layers × 384 as ONNX, in full precision or in int8."""

import re
import sys

import numpy as np
import onnx
import torch
from encoder import Encoder
from onnx import numpy_helper


def read_start(path: str) -> Encoder:
    """@raises KeyError where the file's names are not a BERT's."""
    graph = onnx.load(path).graph
    tensors = {t.name: numpy_helper.to_array(t) for t in graph.initializer}
    whole = {name: value for name, value in tensors.items() if not name.endswith(("_scale", "_zero_point"))}

    def weigh(name: str) -> np.ndarray:
        """A tensor in full precision, whether it is kept so or as `…_quantized` with scale and zero point."""
        if name in tensors and tensors[name].dtype in (np.float32, np.float16):
            return tensors[name].astype(np.float32)
        stem = name.removesuffix("_quantized")
        q = tensors[f"{stem}_quantized"].astype(np.float32)
        return (q - tensors[f"{stem}_zero_point"].astype(np.float32)) * tensors[f"{stem}_scale"]

    def find(pattern: str) -> str:
        [name] = {n.removesuffix("_quantized") for n in whole if re.search(pattern, n)}
        return name

    products = {}
    for node in graph.node:
        if node.op_type in ("MatMul", "MatMulInteger", "MatMulIntegerToFloat", "DynamicQuantizeMatMul") and node.input[1] in tensors:
            at = re.search(r"layer\.(\d+)/(attention/self/(query|key|value)|attention/output/dense|intermediate/dense|output/dense)/", node.name)
            if at:
                products[(int(at[1]), at[3] or at[2])] = node.input[1]
    model = Encoder()
    state = {}
    for ours, theirs in (("word", "word_embeddings.weight"), ("place", "position_embeddings.weight"), ("side", "token_type_embeddings.weight")):
        state[f"{ours}.weight"] = weigh(find(theirs + "(_quantized)?$"))
    for end in ("weight", "bias"):
        state[f"norm.{end}"] = weigh(find(f"embeddings.LayerNorm.{end}$"))
    for n in range(len(model.layers)):
        at = rf"layer\.{n}\."
        parts = ("query", "key", "value")
        state[f"layers.{n}.qkv.weight"] = np.concatenate([weigh(products[n, p]).T for p in parts])
        state[f"layers.{n}.qkv.bias"] = np.concatenate([weigh(find(at + f"attention.self.{p}.bias$")) for p in parts])
        for ours, theirs in (("out", "attention/output/dense"), ("up", "intermediate/dense"), ("down", "output/dense")):
            state[f"layers.{n}.{ours}.weight"] = weigh(products[n, theirs]).T
            state[f"layers.{n}.{ours}.bias"] = weigh(find(at + theirs.replace("/", ".") + ".bias$"))
        for ours, theirs in (("norm1", "attention.output.LayerNorm"), ("norm2", "output.LayerNorm")):
            for end in ("weight", "bias"):
                state[f"layers.{n}.{ours}.{end}"] = weigh(find(at + f"{theirs}.{end}$"))
    state = {k: torch.from_numpy(np.ascontiguousarray(v)) for k, v in state.items()}
    missing = model.load_state_dict(state, strict=False)
    assert set(missing.missing_keys) == {"head.weight", "head.bias"} and not missing.unexpected_keys, missing
    return model


if __name__ == "__main__":
    torch.save({k: v.half() for k, v in read_start(sys.argv[1]).state_dict().items()}, sys.argv[2])
