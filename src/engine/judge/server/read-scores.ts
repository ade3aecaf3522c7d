/** What servers that score pairs of texts are asked, and what they answer. Pure. */
import type { Pair, PairScore } from '../pair-scorer.ts';
import { type Label, labelOf } from '../read-folder.ts';

/**
 * - `predict`: Text Embeddings Inference; of each pair every label with its score.
 *   https://huggingface.github.io/text-embeddings-inference/
 * - `classify`: vLLM; of each text the probabilities of all labels, in the model's order.
 *   https://docs.vllm.ai/en/latest/models/pooling_models/classify/
 * - `score`: vLLM; of each pair one score, how far the passage supports the claim.
 *   https://docs.vllm.ai/en/latest/models/pooling_models/scoring/
 */
export type ScoringForm = 'predict' | 'classify' | 'score';

export interface ScoringRules {
  readonly form: ScoringForm;
  /** What the model's labels mean, beside the usual names; for `classify`, all of them in the order of its outputs. */
  readonly labels: Readonly<Record<string, Label>>;
  /** Stands between passage and claim where they are sent as one text. */
  readonly separator: string;
}

/** An answer that says nothing of the pairs; the message says why, and has no text of a request. */
export class UnreadableScores extends Error {
  override readonly name = 'UnreadableScores';
}

/** @returns the body of the request, passage first. */
export function writeQuestion(pairs: readonly Pair[], { form, separator }: ScoringRules): string {
  const passages = pairs.map(({ passage }) => passage);
  const claims = pairs.map(({ claim }) => claim);
  if (form === 'predict') {
    const inputs = pairs.map(({ claim, passage }) => [passage, claim]);
    return JSON.stringify({ inputs, truncate: true, raw_scores: false });
  }
  // -1: as long as the model reads.
  const rest = { truncate_prompt_tokens: -1 };
  if (form === 'score') return JSON.stringify({ text_1: passages, text_2: claims, ...rest });
  const input = pairs.map(({ claim, passage }) => `${passage}${separator}${claim}`);
  return JSON.stringify({ input, ...rest });
}

/**
 * @param count how many pairs were asked about.
 * @returns their scores, in order.
 * @throws UnreadableScores
 */
export function readScores(text: string, count: number, rules: ScoringRules): PairScore[] {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new UnreadableScores('its answer is no JSON');
  }
  const rows = rules.form === 'predict' ? asList(answer) : inOrder(asList(at(answer, 'data')));
  if (rows.length !== count) throw new UnreadableScores('its answer has another number of pairs');
  return rows.map((row) => toScore(weightsOf(row, rules)));
}

function weightsOf(row: unknown, { form, labels }: ScoringRules): (readonly [Label, number])[] {
  if (form === 'score') {
    const supported = shareOf(at(row, 'score'));
    return [['supported', supported]];
  }
  if (form === 'predict') {
    return asList(row).map((one) => {
      const name = String(at(one, 'label'));
      const label = Object.hasOwn(labels, name) ? labels[name] : labelOf(name);
      if (label === undefined) {
        throw new UnreadableScores(
          'a label of the model is not known: judge.local.labels says what it means',
        );
      }
      return [label, shareOf(at(one, 'score'))] as const;
    });
  }
  const order = Object.values(labels);
  const probabilities = asList(at(row, 'probs'));
  if (probabilities.length !== order.length) {
    throw new UnreadableScores('the model has another number of labels than judge.local.labels');
  }
  return order.map((label, index) => [label, shareOf(probabilities[index])] as const);
}

/** What is missing to 1 says nothing of the claim. */
function toScore(weights: readonly (readonly [Label, number])[]): PairScore {
  const sum = { supported: 0, refuted: 0, not_enough_info: 0 };
  for (const [label, weight] of weights) sum[label] += weight;
  const all = sum.supported + sum.refuted + sum.not_enough_info;
  if (all <= 1) return { ...sum, not_enough_info: sum.not_enough_info + 1 - all };
  return {
    supported: sum.supported / all,
    refuted: sum.refuted / all,
    not_enough_info: sum.not_enough_info / all,
  };
}

function inOrder(rows: readonly unknown[]): readonly unknown[] {
  return rows.toSorted((a, b) => Number(at(a, 'index')) - Number(at(b, 'index')));
}

function shareOf(value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw new UnreadableScores('its scores are no probabilities');
}

function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new UnreadableScores('its answer has another form');
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
