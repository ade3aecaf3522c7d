/** Measures of a detector that gives probabilities. All labels are 0 or 1. */
import { seededRandom } from '../../src/evaluation/seeded-random.ts';

function f1(truePositives: number, falsePositives: number, falseNegatives: number): number {
  const denominator = 2 * truePositives + falsePositives + falseNegatives;
  return denominator === 0 ? 0 : (2 * truePositives) / denominator;
}

export interface F1Scores {
  readonly f1: number;
  readonly macroF1: number;
}

/** F1 of the claims, and its mean with that of the rest, at one threshold. */
export function f1Scores(
  labels: ArrayLike<number>,
  probabilities: ArrayLike<number>,
  threshold: number,
): F1Scores {
  let tp = 0;
  let fp = 0;
  let fn = 0;
  let tn = 0;
  for (let i = 0; i < labels.length; i++) {
    if (probabilities[i]! >= threshold) labels[i] === 1 ? tp++ : fp++;
    else labels[i] === 1 ? fn++ : tn++;
  }
  const positive = f1(tp, fp, fn);
  return { f1: positive, macroF1: (positive + f1(tn, fn, fp)) / 2 };
}

/** Area under the ROC curve: how often a claim has a higher probability than a sentence that is none; ties count half. */
export function areaUnderCurve(labels: ArrayLike<number>, probabilities: ArrayLike<number>): number {
  const order = Array.from({ length: labels.length }, (_, i) => i).sort(
    (a, b) => probabilities[a]! - probabilities[b]!,
  );
  let rankSum = 0;
  let positives = 0;
  for (let i = 0; i < order.length; ) {
    let j = i;
    while (j < order.length && probabilities[order[j]!] === probabilities[order[i]!]) j++;
    for (let k = i; k < j; k++) {
      if (labels[order[k]!] === 1) {
        rankSum += (i + j + 1) / 2;
        positives++;
      }
    }
    i = j;
  }
  const negatives = labels.length - positives;
  if (positives === 0 || negatives === 0) return Number.NaN;
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}

/** Average precision: of the sentences in the order of their scores, the mean of the precision at each claim. */
export function averagePrecision(labels: ArrayLike<number>, scores: ArrayLike<number>): number {
  const order = Array.from({ length: labels.length }, (_, i) => i).sort((a, b) => scores[b]! - scores[a]!);
  let claims = 0;
  let sum = 0;
  order.forEach((at, rank) => {
    if (labels[at] !== 1) return;
    claims++;
    sum += claims / (rank + 1);
  });
  return sum / claims;
}

export interface ReliabilityBin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Mean probability of the bin's sentences. */
  readonly confidence: number;
  /** Share of them that are claims. */
  readonly frequency: number;
}

/** Ten bins of equal width; empty ones are left out. */
export function reliability(
  labels: ArrayLike<number>,
  probabilities: ArrayLike<number>,
  bins = 10,
): ReliabilityBin[] {
  const counts = new Array<number>(bins).fill(0);
  const sums = new Array<number>(bins).fill(0);
  const hits = new Array<number>(bins).fill(0);
  for (let i = 0; i < labels.length; i++) {
    const bin = Math.min(bins - 1, Math.floor(probabilities[i]! * bins));
    counts[bin]!++;
    sums[bin]! += probabilities[i]!;
    hits[bin]! += labels[i]!;
  }
  return counts.flatMap((count, bin) =>
    count === 0
      ? []
      : [
          {
            from: bin / bins,
            to: (bin + 1) / bins,
            count,
            confidence: sums[bin]! / count,
            frequency: hits[bin]! / count,
          },
        ],
  );
}

/** Expected calibration error over ten bins of equal width. */
export function calibrationError(labels: ArrayLike<number>, probabilities: ArrayLike<number>): number {
  let sum = 0;
  for (const bin of reliability(labels, probabilities)) {
    sum += bin.count * Math.abs(bin.confidence - bin.frequency);
  }
  return labels.length === 0 ? 0 : sum / labels.length;
}

/** The middle 95 % of a measure over 1,000 samples drawn with replacement, from a fixed seed. */
export function bootstrapInterval(
  count: number,
  measure: (sample: Int32Array) => number,
  draws = 1000,
): readonly [number, number] {
  const random = seededRandom(7);
  const sample = new Int32Array(count);
  const values: number[] = [];
  for (let draw = 0; draw < draws; draw++) {
    for (let i = 0; i < count; i++) sample[i] = Math.floor(random() * count);
    const value = measure(sample);
    if (!Number.isNaN(value)) values.push(value);
  }
  values.sort((a, b) => a - b);
  return [values[Math.floor(values.length * 0.025)]!, values[Math.floor(values.length * 0.975)]!];
}
