/**
 * How likely a sentence that is not English is to hold a claim. For eleven languages a small linear detector was
 * trained; what is in a script that none of them uses is judged by its marks, numbers and length alone.
 */
import { FOREIGN_SHAPE, type foreign, hashedValue, MARK_COUNT, readForeign } from './foreign-features.ts';
import { readForeignModel } from './read-foreign-model.ts';

/** Scripts that no sentence to train on was written in, kana among them: Han units alone do not make it Chinese. */
const UNKNOWN_SCRIPT = /[\u0370-\u05ff\u0700-\u08ff\u0980-\u1dff\u3041-\u30ff\u3131-\u318e\uac00-\ud7a3]/;

let model: ReturnType<typeof readForeignModel> | undefined;

/** @returns the detector's calibrated score in logits: 0 is a probability of one half. */
export function scoreForeign(text: string): number {
  // Read at the first foreign sentence: many texts have none.
  model ??= readForeignModel();
  const read = readForeign(text);
  if (UNKNOWN_SCRIPT.test(text)) return scoreMarks(read);
  const { weights, shape, scale, bias, slope, intercepts } = model;
  let sum = 0;
  for (let i = 0; i < read.count; i++) sum += weights[read.indices[i]!]!;
  let score = sum * scale * hashedValue(read.count) + bias;
  for (let i = 0; i < FOREIGN_SHAPE; i++) score += read.shape[i]! * shape[i]!;
  return slope * score + intercepts[read.script]!;
}

/** By the shape's marks alone. */
function scoreMarks(read: typeof foreign): number {
  const { marks } = model!;
  let score = marks[MARK_COUNT]!;
  for (let i = 0; i < MARK_COUNT; i++) score += read.shape[i]! * marks[i]!;
  return score;
}

/**
 * The likelier a claim, the likelier it is worth a check. Fitted to the English debates as figures and names score
 * them: no labels are at hand for other languages.
 *
 * @param score of {@link scoreForeign}. @returns the check-worthiness in logits.
 */
export function worthinessOfForeign(score: number): number {
  return 1.4 * score - 1.9;
}
