/** Scores a file of labelled pairs with a model's folder. */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { isObject } from '../domain/json-object.ts';
import { LABELS, type Labelled, type PairLabel } from '../engine/judge/measure-scores.ts';
import type { Pair } from '../engine/judge/pair-scorer.ts';
import { CommandFailed } from './command-failed.ts';
import type { Terminal } from './terminal.ts';

export interface LabelledPair extends Pair {
  readonly label: PairLabel;
}

/** Read first, to see that it works. */
const SAMPLE: Pair = {
  claim: 'The bridge was opened in 1987.',
  passage: 'Work took nine years. The bridge was opened to traffic in the spring of 1987.',
};
/** Pairs that are read at once: between two batches the command can be stopped. */
const AT_ONCE = 64;

/**
 * @param onTimes called at the end with the milliseconds in which the model was loaded, and in which the pairs were read.
 * @throws CommandFailed where the model cannot be used.
 */
export async function scorePairs(
  { stderr }: Pick<Terminal, 'stderr'>,
  folder: string,
  labelled: readonly LabelledPair[],
  signal: AbortSignal,
  onTimes: (loadMs: number, tookMs: number) => void = () => {},
): Promise<readonly Labelled[]> {
  const { openPairScorer } = await import('../engine/judge/open-scorer.ts');
  let why = 'onnxruntime-node does not run here';
  const settings = { enabled: true, folder, isBackground: false, threads: 1, maxPairs: AT_ONCE, deadline: 0 };
  const scorer = openPairScorer(settings, (fault) => {
    why = fault;
  });
  try {
    const began = performance.now();
    const [first] = await scorer.score([SAMPLE], signal);
    signal.throwIfAborted();
    if (first === undefined) throw new CommandFailed(why);
    const loaded = performance.now();
    const scored: Labelled[] = [];
    for (let at = 0; at < labelled.length; at += AT_ONCE) {
      const batch = labelled.slice(at, at + AT_ONCE);
      const scores = await scorer.score(batch, signal);
      signal.throwIfAborted();
      for (const [index, score] of scores.entries()) {
        if (score === undefined) throw new CommandFailed('The model failed on a pair');
        scored.push({ label: (batch[index] as LabelledPair).label, score });
      }
      stderr.write(`${scored.length} of ${labelled.length} pairs\n`);
    }
    onTimes(loaded - began, performance.now() - loaded);
    return scored;
  } finally {
    await scorer.close();
  }
}

/** @param file JSON Lines of claim, passage and label. @throws CommandFailed that names the line. */
export function readPairs(file: string): LabelledPair[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new CommandFailed(`${file} cannot be read`);
  }
  const pairs = text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const { claim, passage, label } = readObject(line);
    const known = LABELS.find((one) => one === label);
    if (typeof claim !== 'string' || typeof passage !== 'string' || known === undefined) {
      throw new CommandFailed(
        `${file}, line ${index + 1}: claim, passage and label (${LABELS.join(', ')}) are needed`,
      );
    }
    return [{ claim, passage, label: known }];
  });
  if (pairs.length === 0) throw new CommandFailed(`${file} has no pairs`);
  return pairs;
}

function readObject(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
