"""Weights in little room: the matrices of products as int8 with a scale a row, the rest in half precision."""

import glob
import os
import sys

import numpy as np
import torch

PART = 15_000_000


def pack_weights(state: dict, bits: int = 8, is_whole: bool = False, block: int = 0) -> dict[str, np.ndarray]:
    """@param is_whole the embeddings are quantised too. @param block values that share a scale; 0 for a row."""
    out = {}
    top = 2 ** (bits - 1) - 1
    for name, tensor in state.items():
        x = tensor.detach().float().cpu().numpy()
        if x.ndim == 2 and (is_whole or name.startswith("layers.")):
            rows = x.reshape(-1, block) if block else x
            scale = np.maximum(np.abs(rows).max(1, keepdims=True) / top, 1e-12).astype(np.float32)
            out[name + "|q"] = np.round(rows / scale).clip(-top, top).astype(np.int8).reshape(x.shape)
            out[name + "|s"] = scale[:, 0] if not block else scale[:, 0].astype(np.float16)
        else:
            out[name] = x.astype(np.float16)
    return out


def unpack_weights(packed) -> dict[str, torch.Tensor]:
    state = {}
    for name in packed:
        if name.endswith("|q"):
            q = packed[name].astype(np.float32)
            s = packed[name[:-1] + "s"].astype(np.float32)
            state[name[:-2]] = torch.from_numpy((q.reshape(len(s), -1) * s[:, None]).reshape(q.shape))
        elif not name.endswith("|s"):
            state[name] = torch.from_numpy(packed[name].astype(np.float32))
    return state


def write_parts(state: dict, folder: str, stem: str) -> None:
    """Files of at most 16 MB, each complete before it gets its name."""
    parts, now, size = [], {}, 0
    for name, x in pack_weights(state).items():
        for i, piece in enumerate(np.array_split(x, -(-x.nbytes // PART)) if x.nbytes > PART else [x]):
            key = name if x.nbytes <= PART else f"{name}#{i}"
            if size + piece.nbytes > PART and now:
                parts.append(now)
                now, size = {}, 0
            now[key] = piece
            size += piece.nbytes
    parts.append(now)
    for i, part in enumerate(parts):
        np.savez(os.path.join("/tmp", f"{stem}-{i}.npz"), **part)
        os.replace(os.path.join("/tmp", f"{stem}-{i}.npz"), os.path.join(folder, f"{stem}-{i}.npz")) if os.stat("/tmp").st_dev == os.stat(folder).st_dev else os.system(f"mv /tmp/{stem}-{i}.npz {folder}/")


def read_parts(folder: str, stem: str) -> dict[str, torch.Tensor]:
    packed, split = {}, {}
    for path in sorted(glob.glob(os.path.join(folder, f"{stem}-[0-9].npz"))):
        data = np.load(path)
        for name in data.files:
            if "#" in name:
                split.setdefault(name.split("#")[0], {})[int(name.split("#")[1])] = data[name]
            else:
                packed[name] = data[name]
    for name, pieces in split.items():
        packed[name] = np.concatenate([pieces[i] for i in sorted(pieces)])
    return unpack_weights(packed)


if __name__ == "__main__":
    # usage: python pack_weights.py FOLDER STEM WEIGHTS.pt puts parts together again.
    torch.save(read_parts(sys.argv[1], sys.argv[2]), sys.argv[3])
