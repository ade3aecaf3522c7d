"""Trains the judge. See README.md.

usage: python train.py START OUT [--data DIR] [--written DIR] [--layers 0,2,…] [--rows N] [--seconds S] [--rate R] [--batch B] [--workers W] [--name N]"""

import argparse
import json
import math
import multiprocessing
import os
import random
import time

import numpy as np
import torch
import torch.nn.functional as F
from edit_text import edit_document, reword, split_sentences
from encoder import Encoder, keep_layers
from make_pairs import make_pairs
from pack_weights import unpack_weights, write_parts
from read_sets import divide_summaries, excerpt, read_public, read_written
from tokenizers import Tokenizer

HERE = os.path.dirname(os.path.abspath(__file__))
Y = {"supported": (1, 0, 0), "refuted": (0, 1, 0), "not_enough_info": (0, 0, 1), "not_supported": (0, 1, 1)}
LONGEST = 256
# How often each of the public sets is drawn from.
SETS = {"conjnli": 22, "begin": 15, "wice": 12, "summedits": 12, "divided": 14, "fool_me_twice": 10, "scifact": 8, "factcheck_bench": 7}
# What a claim about one sentence is decided by survives a shorter excerpt.
SHORT_HOW = ("paraphrase", "other-words", "format", "figure", "date", "unit", "name", "negation")
_ = None


def encode(tokenizer, claim, passage):
    """@returns ids and the number of the first part's; the passage is cut."""
    a = tokenizer.encode(claim, add_special_tokens=False).ids[:120]
    b = tokenizer.encode(passage, add_special_tokens=False).ids[: LONGEST - 3 - len(a)]
    return np.array([101, *a, 102, *b, 102], dtype=np.uint16), len(a) + 2


class Mixer:
    """Draws rows of all sources, made anew each time where they are made by rule."""

    def __init__(self, data, written, mix):
        public = read_public(data)
        summaries = [r for r in public if r["set"].startswith("summedits")]
        self.public = [r for r in public if not r["held"]]
        self.divided = [r for r in divide_summaries(summaries) if not r["held"]]
        self.sets = {name: ([], []) for name in SETS}
        for name, row in [("divided", r) for r in self.divided] + [(next(n for n in SETS if r["set"].startswith(n)), r) for r in self.public]:
            self.sets[name][row["label"] == "supported"].append(row)
        self.written = [r for r in read_written(written) if not r["held"]]
        self.kinds = {}
        for row in self.written:
            self.kinds.setdefault(row["kind"], []).append(row)
        texts = {r["document"] for r in self.public if len(r["document"]) > 250}
        science = os.path.join(data, "retrieval/scifact/corpus.jsonl.gz")
        self.documents = [split_sentences(t[:4000]) for t in sorted(texts)]
        self.own = [split_sentences(t) for t in sorted({r["document"] for r in self.written})]
        if os.path.exists(science):
            import gzip

            held = {r["document"][:120] for r in public if r["held"]}
            for line in gzip.open(science, "rt"):
                d = json.loads(line)
                if " ".join(d["sentences"])[:120] not in held:
                    self.documents.append(d["sentences"])
        self.documents = [d for d in self.documents if len(d) > 1]
        self.mix = mix
        self.tokenizer = Tokenizer.from_file(os.path.join(HERE, "../../models/judge/tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def vary(self, row, text, r):
        """The same pair with other words in the claim, or another document's sentences beside the passage's."""
        claim = row["claim"]
        if r.random() < 0.35:
            varied = reword(claim, r)
            # A clause that is left out may be the one that decides.
            if len(varied) > 0.85 * len(claim) and varied.count(",") >= claim.count(",") - varied.count("0,"):
                claim = varied
        if r.random() < 0.2 and len(text.split()) < 110:
            other = r.choice(self.written if self.written else self.public)
            if other["document"] != row["document"] and len(other["document"].split()) < 100:
                extra = " ".join(split_sentences(other["document"])[: r.randint(1, 3)])
                text = f"{extra}\n{text}" if r.random() < 0.5 else f"{text}\n{extra}"
        return claim, text

    def draw(self, seed: int, count: int):
        """@returns encoded rows (ids, length of the first part, targets)."""
        r = random.Random(seed)
        rows = []
        for source, share in self.mix.items():
            n = int(count * share)
            if source == "rule":
                made = make_pairs(n, seed)
                r.shuffle(made)
                rows += [(m["claim"], m["passage"], m["label"]) for m in made[:n]]
            elif source == "edit":
                got = []
                while len(got) < n:
                    d = r.choice(self.own) if r.random() < 0.15 and self.own else r.choice(self.documents)
                    got += [(m["claim"], m["passage"], m["label"]) for m in edit_document(d, r)]
                rows += got[:n]
            elif source == "written":
                for _ in range(n if self.written else 0):
                    row = r.choice(self.written)
                    text = row["document"]
                    how = r.random()
                    if how < 0.04:
                        other = r.choice(self.kinds[row["kind"]])
                        if other["group"] != row["group"] and row["kind"] not in ("csv", "table", "json"):
                            rows.append((row["claim"], other["document"], "not_enough_info"))
                            continue
                    if how > 0.72 and row["how"] in SHORT_HOW and "\n" not in text:
                        text = excerpt(row["claim"], text, r.randint(45, 80))
                    rows.append((*self.vary(row, text, r), row["label"]))
                    if r.random() < 0.08:
                        other = r.choice(self.kinds[row["kind"]])
                        if other["group"] == row["group"] and other is not row:
                            labels = {row["label"], other["label"]}
                            both = next(x for x in ("refuted", "not_enough_info", "supported") if x in labels)
                            rows.append((f"{row['claim']} {other['claim']}", row["document"], both))
            else:
                names, weights = zip(*SETS.items())
                for _ in range(n):
                    # As many supported as others of each set, so that no kind of text speaks for a label.
                    pools = self.sets[r.choices(names, weights)[0]]
                    row = r.choice(pools[r.random() < 0.5] or pools[True] or pools[False])
                    text = excerpt(row["claim"], row["document"], r.randint(90, 165))
                    claim = row["claim"]
                    if r.random() < 0.03:
                        text, label = excerpt(claim, r.choice(self.public)["document"], 110), "not_enough_info"
                        rows.append((claim, text, label))
                        continue
                    rows.append((*self.vary(row, text, r), row["label"]))
        out = []
        for claim, text, label in rows:
            ids, first = encode(self.tokenizer, claim, text)
            out.append((ids, first, Y[label]))
        return out


def _start(*arguments):
    global _
    _ = Mixer(*arguments)


def _draw(job):
    return _.draw(*job)


def collate(rows, device):
    length = -(-max(len(r[0]) for r in rows) // 16) * 16
    ids = np.zeros((len(rows), length), np.int64)
    side = np.zeros_like(ids)
    mask = np.zeros_like(ids)
    for i, (row, first, _y) in enumerate(rows):
        ids[i, : len(row)] = row
        mask[i, : len(row)] = 1
        side[i, first : len(row)] = 1
    tensors = [torch.from_numpy(x) for x in (ids, mask, side)] + [torch.tensor([r[2] for r in rows], dtype=torch.float32)]
    return [t.pin_memory().to(device, non_blocking=True) if device == "cuda" else t for t in tensors]


def loss_of(logits, y, smooth=0.03):
    """Cross-entropy; where refuted and unsaid are not told apart, of their sum."""
    logp = F.log_softmax(logits.float(), -1)
    right = torch.logsumexp(logp.masked_fill(y == 0, -1e9), -1)
    return (-(1 - smooth) * right - smooth * logp.mean(-1)).mean()


def held_rows(data, written):
    """@returns rows held back, whole summaries also by sentence (`group` and `of` put them together again)."""
    rows = []
    public = read_public(data)
    for r in public:
        if not r["held"]:
            continue
        rows.append((r["set"], r["claim"], excerpt(r["claim"], r["document"], 160), r["label"], r["id"], ""))
        if r["set"].startswith("summedits"):
            for s in split_sentences(r["claim"]):
                rows.append((r["set"] + "/sentences", s, excerpt(s, r["document"], 160), r["label"], r["id"], ""))
    for i, r in enumerate(read_written(written)):
        if r["held"]:
            rows.append(("written", r["claim"], r["document"], r["label"], f"{r['group']}-{i}", f"{r['kind']}|{r['how']}"))
    for m in make_pairs(4000, 99):
        rows.append(("rule", m["claim"], m["passage"], m["label"], "", m["kind"]))
    return rows


def score_rows(model, rows, tokenizer, device):
    encoded = [(*encode(tokenizer, r[1], r[2]), Y[r[3]]) for r in rows]
    order = np.argsort([len(e[0]) for e in encoded])
    out = np.zeros((len(rows), 3), np.float32)
    model.eval()
    with torch.no_grad(), torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
        for i in range(0, len(order), 256):
            at = order[i : i + 256]
            ids, mask, side, _y = collate([encoded[j] for j in at], device)
            out[at] = model(ids, mask, side).float().cpu().numpy()
    model.train()
    return out


def summary(rows, logits):
    """One line a set: rows, balanced accuracy of 'supported', macro-F1 of three, and right of the stated over .9."""
    p = np.exp(logits - logits.max(1, keepdims=True))
    p /= p.sum(1, keepdims=True)
    names = list(Y)[:3]
    lines = []
    for name in sorted({r[0] for r in rows}):
        at = [i for i, r in enumerate(rows) if r[0] == name]
        lab = np.array([rows[i][3] for i in at])
        q = p[at]
        sup = lab == "supported"
        if name.endswith("/sentences"):
            by = {}
            for i, row in zip(range(len(at)), at):
                key = rows[row][4]
                by[key] = (min(by.get(key, (1, 0))[0], q[i, 0]), sup[i])
            score = np.array([v[0] for v in by.values()])
            sup = np.array([v[1] for v in by.values()])
        else:
            score = q[:, 0]
        both = sup.any() and (~sup).any()
        ba = max((0.5 * ((score > t)[sup].mean() + (score <= t)[~sup].mean()), t) for t in np.arange(0.05, 0.96, 0.05)) if both else (float("nan"), 0)
        half = 0.5 * ((score > 0.5)[sup].mean() + (score <= 0.5)[~sup].mean()) if both else float("nan")
        known = np.isin(lab, names)
        f1 = acc = stated = right = float("nan")
        if known.any() and not name.endswith("/sentences"):
            said = q.argmax(1)
            gold = np.array([names.index(x) if x in names else -1 for x in lab])
            fs = []
            for c in set(gold[known]):
                tp = ((said == c) & (gold == c) & known).sum()
                fs.append(2 * tp / max(1, ((said == c) & known).sum() + (gold == c).sum()))
            f1, acc = np.mean(fs), (said == gold)[known].mean()
            sure = known & (said < 2) & (q.max(1) > 0.9)
            stated, right = sure.sum() / known.sum(), (said == gold)[sure].mean() if sure.any() else float("nan")
        lines.append(f"  {name:32s} n={len(at):5d} BA={half:.3f} (best {ba[0]:.3f} at {ba[1]:.2f}) F1={f1:.3f} acc={acc:.3f} stated={stated:.2f} right={right:.3f}")
    return "\n".join(lines)


def main():
    a = argparse.ArgumentParser()
    a.add_argument("start")
    a.add_argument("out")
    a.add_argument("--data", required=True)
    a.add_argument("--written", default=os.path.join(HERE, "written"))
    a.add_argument("--layers")
    a.add_argument("--rows", type=int, default=1_500_000)
    a.add_argument("--seconds", type=float, default=1e9)
    a.add_argument("--rate", type=float, default=2e-4)
    a.add_argument("--batch", type=int, default=256)
    a.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    a.add_argument("--name", default="judge")
    a.add_argument("--mix", default="rule:.36,edit:.31,written:.16,public:.17")
    a.add_argument("--chunk", type=int, default=4096)
    a.add_argument("--weights", type=int, default=1)
    a.add_argument("--drop", type=float, default=0.1)
    a.add_argument("--agree", type=float, default=1.0, help="weight of the agreement of two passes")
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--every", type=int, default=1, help="measure on each so manieth row held back")
    o = a.parse_args()
    began = time.time()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(o.seed)
    mix = {k: float(v) for k, v in (m.split(":") for m in o.mix.split(","))}
    context = multiprocessing.get_context("fork")
    pool = context.Pool(o.workers, _start, (o.data, o.written, mix))
    total = o.rows // o.batch
    jobs = ((o.seed * 100_000 + i, o.chunk) for i in range(-(-o.rows // o.chunk) + 64))
    chunks = pool.imap(_draw, jobs)
    if o.start.endswith(".npz"):
        state = unpack_weights(np.load(o.start))
    else:
        state = torch.load(o.start, map_location="cpu", weights_only=True)
    layers = 1 + max(int(n.split(".")[1]) for n in state if n.startswith("layers."))
    model = Encoder(layers)
    model.load_state_dict({k: v.float() for k, v in state.items()}, strict=False)
    if o.layers:
        model = keep_layers(model, [int(x) for x in o.layers.split(",")])
    model.drop = o.drop
    model = model.to(device).train()
    plain = [p for n, p in model.named_parameters() if p.ndim < 2]
    heavy = [p for n, p in model.named_parameters() if p.ndim >= 2]
    optimizer = torch.optim.AdamW([{"params": heavy, "weight_decay": 0.02}, {"params": plain, "weight_decay": 0.0}], lr=o.rate, betas=(0.9, 0.98), fused=device == "cuda")
    tokenizer = Tokenizer.from_file(os.path.join(HERE, "../../models/judge/tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    rows = held_rows(o.data, o.written)[:: o.every]
    print(o.name, device, f"{time.time() - began:.0f} s to start; {len(rows)} rows held back", flush=True)
    r = random.Random(o.seed)
    step, run, buffer = 0, [], []
    mean = None
    train_began = time.time()
    last_saved = time.time()

    def progress():
        # By rows or by time, whichever is further: the rate falls to nothing before the end in either case.
        return max(step / total, (time.time() - train_began) / o.seconds)

    def save(is_kept):
        logits = score_rows(model, rows, tokenizer, device)
        print(o.name, f"step {step}", f"{time.time() - began:.0f} s\n" + summary(rows, logits), flush=True)
        np.savez_compressed(os.path.join(o.out, f"{o.name}-logits.npz"), logits=logits.astype(np.float16))
        if o.weights and is_kept:
            write_parts(model.state_dict(), o.out, "judge")

    while progress() < 1:
        while len(buffer) < 12 * o.chunk:
            buffer += next(chunks)
        r.shuffle(buffer)
        part, buffer = buffer[: 8 * o.chunk], buffer[8 * o.chunk :]
        part.sort(key=lambda x: len(x[0]) + r.random())
        batches = [part[i : i + o.batch] for i in range(0, len(part), o.batch)]
        r.shuffle(batches)
        for batch in batches:
            at = progress()
            if at >= 1:
                break
            rate = o.rate * min(1, step / max(1, min(0.06 * total, 300))) * (0.5 * (1 + math.cos(math.pi * at)))
            for group in optimizer.param_groups:
                group["lr"] = rate
            ids, mask, side, y = collate(batch, device)
            # Twice with different dropout: what both say must agree (Liang et al. 2021, R-Drop).
            with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
                logits = model(*(torch.cat((x, x)) for x in (ids, mask, side)))
            one, two = (F.log_softmax(x.float(), -1) for x in logits.chunk(2))
            apart = 0.5 * (F.kl_div(one, two, log_target=True, reduction="batchmean") + F.kl_div(two, one, log_target=True, reduction="batchmean"))
            loss = loss_of(logits, torch.cat((y, y))) + o.agree * apart
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            if at > 0.6 and step % 10 == 0:
                # The mean of the weights on the way is what is kept.
                if mean is None:
                    mean = {k: v.detach().float().clone() for k, v in model.state_dict().items()}
                for k, v in model.state_dict().items():
                    mean[k].lerp_(v.float(), 0.02)
            run.append(loss.detach())
            step += 1
            if step % 250 == 0:
                print(o.name, f"{step}/{total} loss {torch.stack(run[-250:]).mean().item():.3f} {step * o.batch / (time.time() - train_began):.0f} rows/s {progress():.2f}", flush=True)
            if time.time() - last_saved > 120:
                if o.weights:
                    write_parts(model.state_dict(), o.out, "judge")
                last_saved = time.time()
    save(mean is None)
    if mean is not None:
        model.load_state_dict(mean)
        o.name += "-mean"
        save(True)
    pool.terminate()
    print(o.name, f"done in {time.time() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
