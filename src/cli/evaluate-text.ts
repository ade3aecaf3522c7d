/** Extracts and scores the claims of one text of a batch. */
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { textOf, type Usage } from '../domain/chat.ts';
import { ERRORS, type ErrorCode } from '../domain/errors.ts';
import type { ExtractedClaim, Extraction, Passage } from '../domain/evaluation.ts';
import { categorize } from '../engine/claims/categorize.ts';
import { claimProbability, detectClaims } from '../engine/claims/detect.ts';
import { scoreExtraction } from '../evaluation/score-extraction.ts';
import { scoreLocally } from '../evaluation/score-locally.ts';
import { judgeQuestions } from '../evaluation/score-with-model.ts';
import type { EvaluatedText } from '../evaluation/summarize.ts';
import { addUsage } from '../models/upstream/ask-json.ts';
import { CommandFailed } from './command-failed.ts';
import type { OpenModel } from './open-model.ts';
import type { BatchText } from './read-batch.ts';

export interface Judge extends OpenModel {
  /** Whether the model extracts the claims too. */
  readonly extracts: boolean;
}

/** How often a fault that may pass is waited for. */
const ATTEMPTS = 6;
const FIRST_PAUSE = 1_000;
/** Characters a token, and tokens that a judgement of one claim takes, by experience. */
const CHARACTERS_A_TOKEN = 4;
const TOKENS_A_JUDGEMENT = 110;
const EXTRACTION_PROMPT = 700;

/** The same for the same text, and for no other. */
export function digestOf(text: BatchText): string {
  return hash('sha256', JSON.stringify(text), 'base64url').slice(0, 22);
}

/** @throws CommandFailed where a model cannot be asked, now or at all. */
export async function evaluateText(
  batch: BatchText,
  judge: Judge | undefined,
  signal: AbortSignal,
): Promise<Omit<EvaluatedText, 'reference'>> {
  const { claims, usage } = await extract(batch, judge, signal);
  const extraction = toExtraction(batch, claims);
  const local = { score: async (each: Extraction) => scoreLocally(each) };
  for (let attempt = 1; ; attempt++) {
    const scored = await scoreExtraction({ judge, local, now: Date.now }, extraction, signal);
    const { rows, scorer, failure } = scored;
    if (failure === undefined || failure === 'unusable') {
      const used = addUsage(usage, scored.usage);
      return { rows, scorer, ...(used === undefined ? {} : { usage: used }) };
    }
    if (!mayPass(failure) || attempt === ATTEMPTS) {
      throw new CommandFailed(`the model could not score text ${JSON.stringify(batch.id)} (${failure})`);
    }
    await sleep(FIRST_PAUSE * 2 ** (attempt - 1), undefined, { signal });
  }
}

/** Whether waiting may help: the provider is at fault, and not what it was asked. */
function mayPass(failure: ErrorCode | 'aborted'): boolean {
  return failure !== 'aborted' && failure.startsWith('provider_') && ERRORS[failure].status >= 429;
}

/** About how many tokens the judge takes for one text. */
export function estimateTokens(
  batch: BatchText,
  extracts: boolean,
): Readonly<Record<'input' | 'output', number>> {
  const { text, extracted } = batch;
  const extraction = toExtraction(batch, extracted?.map(fromText) ?? detectClaims(text));
  const asked = judgeQuestions(extraction)
    .flatMap(({ request }) => request.messages)
    .reduce((sum, message) => sum + textOf(message).length, 0);
  const judging = { input: toTokens(asked), output: extraction.claims.length * TOKENS_A_JUDGEMENT };
  if (!extracts || extracted !== undefined) return judging;
  return {
    input: judging.input + toTokens(EXTRACTION_PROMPT + text.length),
    output: judging.output + toTokens(text.length),
  };
}

function toTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_A_TOKEN);
}

type Found = Pick<ExtractedClaim, 'text' | 'original_text' | 'start' | 'category' | 'confidence'>;

async function extract(
  { text, extracted }: BatchText,
  judge: Judge | undefined,
  signal: AbortSignal,
): Promise<{ readonly claims: readonly Found[]; readonly usage?: Usage }> {
  if (extracted !== undefined) return { claims: extracted.map(fromText) };
  if (judge === undefined || !judge.extracts) return { claims: detectClaims(text) };
  const { content, verifiable, usage } = await judge.normalize(text, signal);
  const claims = verifiable ? content.split('\n').map(fromText) : [];
  return { claims, ...(usage === undefined ? {} : { usage }) };
}

function fromText(text: string): Found {
  return { text, original_text: '', category: categorize(text), confidence: claimProbability(text) };
}

function toExtraction({ id, text, context }: BatchText, claims: readonly Found[]): Extraction {
  const passages: Passage[] = [{ role: 'text', text }];
  if (context !== undefined) passages.push({ role: 'text', text: context });
  return {
    passages,
    claims: claims.map((claim, index) => ({ ...claim, id: `${id}#${index + 1}`, passage: 0 })),
  };
}
