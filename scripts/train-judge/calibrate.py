"""Fits temperature and bias of a model's folder to rows held back, and writes them into its config.json.

usage: python calibrate.py FOLDER --data DIR [--written DIR] [--every N]"""

import argparse
import json
import os

import numpy as np
import onnxruntime
from read_sets import excerpt, read_public, read_written
from tokenizers import Tokenizer
from train import HERE, LONGEST, encode

LABELS = ["supported", "refuted", "not_enough_info"]
# Sets with three labels, or two, whose licence allows it; each weighs as much as its root of rows.
SETS = ("conjnli", "fool_me_twice", "scifact", "factcheck_bench_stance")


def score_pairs(folder, pairs):
    """@returns logits of (claim, passage) pairs, by the int8 model that ships."""
    tokenizer = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    session = onnxruntime.InferenceSession(os.path.join(folder, "model.onnx"))
    out = np.zeros((len(pairs), 3))
    for i, (claim, passage) in enumerate(pairs):
        row, first = encode(tokenizer, claim, passage)
        ids = row.astype(np.int64)[None]
        side = (np.arange(len(row)) >= first).astype(np.int64)[None]
        out[i] = session.run(None, dict(input_ids=ids, attention_mask=np.ones_like(ids), token_type_ids=side))[0][0]
    return out


def fit(logits, gold, weight):
    """@returns temperature and biases of the least cross-entropy."""

    def loss(x):
        z = logits * np.exp(-x[0]) + np.array([x[1], x[2], 0])
        z = z - z.max(1, keepdims=True)
        logp = z - np.log(np.exp(z).sum(1, keepdims=True))
        return -(weight * logp[np.arange(len(gold)), gold]).sum() / weight.sum()

    x, step = np.zeros(3), 0.5
    while step > 1e-3:
        better = False
        for i in range(3):
            for sign in (1, -1):
                y = x.copy()
                y[i] += sign * step
                if loss(y) < loss(x) - 1e-9:
                    x, better = y, True
        if not better:
            step /= 2
    return float(np.exp(x[0])), [float(x[1]), float(x[2]), 0.0], loss(x)


def main():
    a = argparse.ArgumentParser()
    a.add_argument("folder")
    a.add_argument("--data", required=True)
    a.add_argument("--written", default=os.path.join(HERE, "written"))
    a.add_argument("--every", type=int, default=1)
    o = a.parse_args()
    rows = [("written", r["claim"], r["document"], r["label"]) for r in read_written(o.written) if r["held"]]
    for r in read_public(o.data):
        if r["held"] and r["set"] in SETS and r["label"] in LABELS:
            rows.append((r["set"], r["claim"], excerpt(r["claim"], r["document"]), r["label"]))
    rows = rows[:: o.every]
    logits = score_pairs(o.folder, [(r[1], r[2]) for r in rows])
    gold = np.array([LABELS.index(r[3]) for r in rows])
    count = {s: sum(r[0] == s for r in rows) for s in {r[0] for r in rows}}
    weight = np.array([count[r[0]] ** -0.5 for r in rows])
    temperature, bias, loss = fit(logits, gold, weight)
    path = os.path.join(o.folder, "config.json")
    config = json.load(open(path)) if os.path.exists(path) else {}
    config |= dict(labels=LABELS, max_length=LONGEST, temperature=round(temperature, 3), bias=[round(b, 3) for b in bias])
    config.setdefault("threshold", {"supported": 0.9, "refuted": 0.9})
    json.dump(config, open(path, "w"), indent=2)
    open(path, "a").write("\n")
    print(len(rows), "rows", count, "temperature %.3f bias %s cross-entropy %.3f" % (temperature, np.round(bias, 3), loss))


if __name__ == "__main__":
    main()
