/**
 * How likely a sentence that is not English is to hold a claim, and to be worth checking. For eleven languages a small
 * linear detector was trained; what is in a script that none of them uses is judged by its marks, numbers and length alone.
 */
import { FOREIGN_SHAPE, foreign, hashedValue, MARK_COUNT, readForeign } from './foreign-features.ts';
import { readForeignModel } from './read-foreign-model.ts';

/** Scripts that no sentence to train on was written in, kana among them: Han units alone do not make it Chinese. */
const UNKNOWN_SCRIPT = /[\u0370-\u05ff\u0700-\u08ff\u0980-\u1dff\u3041-\u30ff\u3131-\u318e\uac00-\ud7a3]/;

interface Linear {
  readonly weights: Int8Array;
  readonly shape: Float64Array;
  readonly scale: number;
  readonly bias: number;
}

let model: ReturnType<typeof readForeignModel> | undefined;
/** Of the sentence that was read last: whether its script is unknown. */
let isUnknown = false;

/** @returns the detector's calibrated score in logits: 0 is a probability of one half. */
export function scoreForeign(text: string): number {
  // Read at the first foreign sentence: many texts have none.
  model ??= readForeignModel();
  const read = readForeign(text);
  isUnknown = UNKNOWN_SCRIPT.test(text);
  if (isUnknown) return scoreMarks(read);
  return model.slope * scoreBy(model) + model.intercepts[read.script]!;
}

function scoreBy({ weights, shape, scale, bias }: Linear): number {
  let sum = 0;
  for (let i = 0; i < foreign.count; i++) sum += weights[foreign.indices[i]!]!;
  let score = sum * scale * hashedValue(foreign.count) + bias;
  for (let i = 0; i < FOREIGN_SHAPE; i++) score += foreign.shape[i]! * shape[i]!;
  return score;
}

/** By the shape's marks alone. */
function scoreMarks(read: typeof foreign): number {
  const { marks } = model!;
  let score = marks[MARK_COUNT]!;
  for (let i = 0; i < MARK_COUNT; i++) score += read.shape[i]! * marks[i]!;
  return score;
}

/**
 * How much somebody would want the sentence checked that {@link scoreForeign} has read last. In a script of which no
 * sentence was at hand, the likelier a claim, the likelier it is worth a check, as figures and names score English debates.
 *
 * @param score what it returned. @returns a calibrated score in logits.
 */
export function worthinessOfForeign(score: number): number {
  if (isUnknown) return 1.4 * score - 1.9;
  const { worthiness } = model!;
  return worthiness.slope * scoreBy(worthiness) + worthiness.intercept;
}
