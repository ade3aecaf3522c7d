/**
 * Scores claims with a model as the judge, as in G-Eval (Liu et al. 2023): the criterion, the steps of
 * judging spelled out, and a form to fill in, reasons before scores. What is judged is Claimify's entailment,
 * coverage and decontextualization (Metropolitansky and Larson 2025). One structured call where it fits.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { textMessage, type Usage } from '../domain/chat.ts';
import { type ErrorCode, GatewayError } from '../domain/errors.ts';
import type { ClaimScores, Extraction } from '../domain/evaluation.ts';
import { addUsage, askJson, type JsonQuestion, type JsonTarget } from '../models/upstream/ask-json.ts';
import type { Upstream } from '../models/upstream/call-provider.ts';
import { batchClaims, type ClaimBatch } from './batch-claims.ts';

export interface ModelScores {
  /** In the order of the claims; `undefined` where the model gave none that can be used. */
  readonly scores: readonly (ClaimScores | undefined)[];
  readonly usage?: Usage;
  /** Why some are missing: what the provider said, or that its answer was no judgement. */
  readonly failure?: ErrorCode | 'aborted' | 'unusable';
}

/** The version of the prompt: scores of different versions are not to be compared. */
export const JUDGE_VERSION = 'judge-claims.v1';
const PROMPT = readFileSync(new URL(`./prompts/${JUDGE_VERSION}.md`, import.meta.url), 'utf8').trim();
/** More than this no caller expects to pay for; the rest is scored locally. */
const MOST_CALLS = 10;
const MOST_NAMED = 10;
const LONGEST_NAMED = 300;
/** Ratings are 1 to 5; a score is 0 to 1. */
const BEST = 5;

const [strings, integer] = [{ type: 'array', items: { type: 'string' } }, { type: 'integer' }] as const;
const JUDGEMENT = {
  claim: integer,
  added: strings,
  accuracy: integer,
  held: integer,
  missing: strings,
  faults: strings,
  coherence: integer,
  verifiable: { type: 'boolean' },
} as const;
const closed = <P extends object>(properties: P) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const SCHEMA = closed({ claims: { type: 'array', items: closed(JUDGEMENT) } });

/** The questions that an extraction is judged by, in order. */
export function judgeQuestions(extraction: Extraction): readonly JsonQuestion[] {
  return judgedBatches(extraction).map((batch) => toQuestion(extraction, batch));
}

/** Never throws for what a provider does: `failure` says why a judgement is missing. */
export async function scoreWithModel(
  upstream: Upstream,
  target: JsonTarget,
  extraction: Extraction,
  signal: AbortSignal,
): Promise<ModelScores> {
  const scores: (ClaimScores | undefined)[] = extraction.claims.map(() => undefined);
  let usage: Usage | undefined;
  let failure: ModelScores['failure'];
  for (const batch of judgedBatches(extraction)) {
    try {
      signal.throwIfAborted();
      const answer = await askJson(upstream, target, toQuestion(extraction, batch), signal);
      usage = addUsage(usage, answer.usage);
      const read = readJudgements(answer.value, batch.claims.length);
      for (const [position, score] of read.entries()) scores[batch.claims[position]!] = score;
      if (read.includes(undefined)) failure = 'unusable';
    } catch (error) {
      if (!signal.aborted && !(error instanceof GatewayError)) throw error;
      failure = signal.aborted ? 'aborted' : (error as GatewayError).code;
      break;
    }
  }
  return { scores, ...(usage && { usage }), ...(failure && { failure }) };
}

function judgedBatches(extraction: Extraction): ClaimBatch[] {
  return batchClaims(extraction).slice(0, MOST_CALLS);
}

function toQuestion({ claims }: Extraction, batch: ClaimBatch): JsonQuestion {
  const numbers = new Map(batch.passages.map(({ index }, position) => [index, position + 1]));
  const material = {
    passages: batch.passages.map(({ role, text }, position) => ({ passage: position + 1, role, text })),
    claims: batch.claims.map((index, position) => {
      const claim = claims[index]!;
      return {
        claim: position + 1,
        passage: numbers.get(claim.passage) ?? 1,
        ...(claim.original_text === '' ? {} : { taken_from: claim.original_text }),
        text: claim.text,
      };
    }),
    also_extracted: batch.others,
  };
  const messages = [textMessage('system', PROMPT), textMessage('user', JSON.stringify(material))];
  return { request: { messages, stream: false, temperature: 0 }, name: 'claim_judgements', schema: SCHEMA };
}

/**
 * Reads the judgements of so many claims. An entry belongs to the claim whose number it has. Where the numbers are
 * wrong (counted from 0, all the same) and there are as many entries as claims, they are taken in order.
 */
export function readJudgements(value: unknown, count: number): (ClaimScores | undefined)[] {
  const none = Array.from({ length: count }, () => undefined);
  const { claims } = (value ?? {}) as { claims?: unknown };
  if (!Array.isArray(claims)) return none;
  const numbers = claims.map((entry) => (entry as { claim?: unknown } | null)?.claim);
  const numbered =
    new Set(numbers).size === numbers.length && numbers.every((number) => isOneTo(number, count));
  if (!numbered && claims.length !== count) return none;
  const scores: (ClaimScores | undefined)[] = none;
  for (const [position, entry] of claims.entries()) {
    scores[numbered ? (numbers[position] as number) - 1 : position] = judgement.safeParse(entry).data;
  }
  return scores;
}

const rating = z
  .number()
  .min(1)
  .max(BEST)
  .transform((given) => (given - 1) / (BEST - 1));
const names = z
  .array(z.unknown())
  .catch([])
  .transform((given) =>
    given
      .filter((item) => typeof item === 'string')
      .map((item) => item.toWellFormed().replace(/\s+/g, ' ').trim().slice(0, LONGEST_NAMED))
      .filter((item) => item !== '')
      .slice(0, MOST_NAMED),
  );
const judgement = z
  .object({
    accuracy: rating,
    coherence: rating,
    verifiable: z.boolean(),
    held: z.number().min(0).catch(0),
    added: names,
    missing: names,
    faults: names,
  })
  .transform(({ held, ...scores }): ClaimScores => {
    const all = Math.min(Math.round(held), 1_000) + scores.missing.length;
    return { ...scores, completeness: all === 0 ? 1 : (all - scores.missing.length) / all };
  });

function isOneTo(value: unknown, count: number): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= count;
}
