"""Writes a trained encoder as the int8 ONNX file that ships. usage: python export.py WEIGHTS.pt FOLDER"""

import os
import sys
import tempfile
import warnings

import torch
from encoder import Encoder
from onnxruntime.quantization import QuantType, quantize_dynamic


def load_encoder(path: str) -> Encoder:
    state = torch.load(path, map_location="cpu", weights_only=True)
    layers = 1 + max(int(name.split(".")[1]) for name in state if name.startswith("layers."))
    model = Encoder(layers)
    model.load_state_dict({name: value.float() for name, value in state.items()})
    return model.eval()


def export(model: Encoder, folder: str) -> None:
    """Weights of the products are int8, a scale a column; activations are quantised as they come."""
    ids = torch.ones(2, 16, dtype=torch.long)
    axes = {name: {0: "batch", 1: "length"} for name in ("input_ids", "attention_mask", "token_type_ids")}
    with tempfile.TemporaryDirectory() as scratch, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        plain = os.path.join(scratch, "plain.onnx")
        torch.onnx.export(
            model.eval(),
            (ids, ids, ids * 0),
            plain,
            input_names=["input_ids", "attention_mask", "token_type_ids"],
            output_names=["logits"],
            dynamic_axes={**axes, "logits": {0: "batch"}},
            opset_version=17,
            dynamo=False,
        )
        quantize_dynamic(plain, os.path.join(folder, "model.onnx"), per_channel=True, weight_type=QuantType.QInt8)


if __name__ == "__main__":
    export(load_encoder(sys.argv[1]), sys.argv[2])
