"""Reads the public sets and the written pairs: what is trained on, and what is held back, by document."""

import collections
import glob
import gzip
import hashlib
import json
import math
import os
import re

from edit_text import split_sentences

HERE = os.path.dirname(os.path.abspath(__file__))
LABELS = ("supported", "refuted", "not_enough_info", "not_supported")
# Sets whose licence allows weights that ship; the others are for measuring only.
OPEN = ("summedits", "conjnli", "begin", "wice", "scifact", "fool_me_twice", "factcheck_bench")
# A domain of SummEdits and kinds of the written pairs that are held back wholly.
HELD_DOMAINS = ("summedits_sales_call",)
HELD_KINDS = ("handbook", "safety", "match")
WORD = re.compile(r"[a-z0-9]+(?:[.,]\d+)*", re.I)


def part_of(text: str, parts: int = 10) -> int:
    return int(hashlib.md5(text.encode()).hexdigest(), 16) % parts


def words_in(text: str) -> list[str]:
    return [w.lower()[:7] for w in WORD.findall(text)]


def excerpt(claim: str, document: str, budget: int = 150) -> str:
    """The sentences of a document that share most with a claim, and those beside them, in order. @param budget words."""
    if len(document.split()) <= budget:
        return document
    sentences = split_sentences(document)
    bags = [set(words_in(s)) for s in sentences]
    df = collections.Counter(w for bag in bags for w in bag)
    wanted = {w: math.log(1 + len(bags) / df[w]) for w in set(words_in(claim)) if w in df}
    score = [sum(wanted[w] for w in bag if w in wanted) / math.sqrt(8 + len(bag)) for bag in bags]
    chosen, used, covered = set(), 0, collections.Counter()
    order = []
    left = set(range(len(sentences)))
    while left and used < budget and len(order) < 12:
        # What is covered already counts for less.
        best = max(left, key=lambda i: sum(wanted[w] / (1 + covered[w]) for w in bags[i] if w in wanted) / math.sqrt(8 + len(bags[i])))
        if score[best] <= 0:
            break
        left.discard(best)
        order.append(best)
        covered.update(w for w in bags[best] if w in wanted)
        for i in (best, best - 1, best + 1) if len(order) <= 3 else (best,):
            if 0 <= i < len(sentences) and i not in chosen:
                n = len(sentences[i].split())
                if used + n > budget and chosen:
                    continue
                chosen.add(i)
                used += n
    return " ".join(sentences[i] for i in sorted(chosen)) or " ".join(document.split()[:budget])


def read_public(folder: str) -> list[dict]:
    """@returns rows {set, claim, document, label, group, open}; rows of one group share a document."""
    rows = []
    for line in gzip.open(os.path.join(folder, "pairs.jsonl.gz"), "rt"):
        d = json.loads(line)
        name = re.sub(r"_(train|dev|test)(?=_|$)", "", d["dataset"])
        rows.append(dict(set=name, id=d["id"], claim=d["claim"], document=d["document"], label=d["label"], group=d["claim"] if name.startswith("wice") else d["document"][:400]))
    for line in gzip.open(os.path.join(folder, "verify.jsonl.gz"), "rt"):
        d = json.loads(line)
        if d["label"] not in LABELS or d["dataset"] == "factcheck_bench":
            continue
        items = d["evidence"]
        if d["dataset"] == "climate_fever":
            for e in items:
                if e.get("label") in LABELS:
                    rows.append(dict(set="climate_fever", id=d["id"], claim=d["claim"], document=f"{e['title']}. {e['text']}", label=e["label"], group=d["claim"]))
            continue
        text = " ".join((f"{e['title']}. " if e.get("title") and d["dataset"] != "scifact" else "") + e["text"] for e in items)
        group = items[0].get("title") or text[:200] if items else d["claim"]
        rows.append(dict(set=d["dataset"], id=d["id"], claim=d["claim"], document=text, label=d["label"], group=group))
    for row in rows:
        row["open"] = row["set"].startswith(OPEN)
        row["held"] = row["set"] in HELD_DOMAINS or not row["open"] or part_of(row["group"]) == 0
    return rows


def divide_summaries(rows: list[dict]) -> list[dict]:
    """SummEdits' summaries differ in one place: their sentences, each with the label that follows from that."""
    sound = collections.defaultdict(set)
    for row in rows:
        if row["label"] == "supported":
            sound[row["group"]].update(split_sentences(row["claim"]))
    out, seen = [], set()
    for row in rows:
        parts = split_sentences(row["claim"])
        if len(parts) < 2:
            continue
        wrong = [p for p in parts if p not in sound[row["group"]]]
        if row["label"] == "supported":
            labelled = [(p, "supported") for p in parts]
        elif len(wrong) == 1:
            labelled = [(wrong[0], "not_supported")]
        else:
            continue
        for claim, label in labelled:
            key = (row["group"], claim)
            if key not in seen and len(claim.split()) > 3:
                seen.add(key)
                out.append({**row, "claim": claim, "label": label})
    return out


def read_written(folder: str = os.path.join(HERE, "written")) -> list[dict]:
    """@returns rows {set, claim, document, label, how, kind, group, held}."""
    rows = []
    for path in sorted(glob.glob(os.path.join(folder, "*.jsonl"))):
        for line in open(path, encoding="utf8"):
            if not line.strip():
                continue
            d = json.loads(line)
            passage = (d["title"] + "\n" if d.get("title") else "") + d["passage"]
            held = d["kind"] in HELD_KINDS or part_of(d["id"], 10) == 0
            for c in d["claims"]:
                rows.append(dict(set="written", kind=d["kind"], claim=c["claim"], document=passage, label=c["label"], how=c["how"], group=d["id"], held=held))
    return rows
