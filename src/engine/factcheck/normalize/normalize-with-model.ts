/**
 * States the claim of a post with a model: one structured call that asks Claimify's questions (Metropolitansky
 * and Larson 2025: is there a verifiable claim; can every reference be resolved; the claim, standing alone),
 * at most one refinement, of which the better is kept, and the rules where a model gives nothing usable.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type ChatRequest, type Message, textMessage, textOf, type Usage } from '../../../domain/chat.ts';
import { addUsage, askJson, type JsonQuestion, type JsonTarget } from '../../../models/upstream/ask-json.ts';
import type { Upstream } from '../../../models/upstream/call-provider.ts';
import { LONGEST_POST, normalizePost } from '../../claims/normalize-post.ts';
import type { ExampleBank } from './example-bank.ts';
import { scoreNormalization } from './score-normalization.ts';

export interface Normalization {
  /** One claim a line; a sentence that says so where there is none. */
  readonly content: string;
  readonly verifiable: boolean;
  /** References that the post does not resolve. */
  readonly unresolved: readonly string[];
  /** Who stated the claim. */
  readonly method: 'model' | 'rules';
  /** 0 to 1, of the weakest claim; see `scoreNormalization`. */
  readonly score: number;
  readonly usage?: Usage;
}

export interface NormalizeOptions {
  readonly upstream: Upstream;
  readonly target: JsonTarget;
  /** The conversation; its last user message holds the post. */
  readonly request: ChatRequest;
  readonly examples: ExampleBank;
}

const PROMPT = readFileSync(new URL('../prompts/normalize.v1.md', import.meta.url), 'utf8').trim();
/** Below this score a model is asked once more. */
const GOOD = 0.8;
const EXAMPLES = 3;
/** UTF-16 units of a broken answer that the model is shown again. */
const LONGEST_ANSWER = 8_000;
const MOST_CLAIMS = 10;
const MOST_UNRESOLVED = 20;
const LONGEST_CLAIM = 1_000;
const NOTHING = 'No claim that can be verified was found.';

const strings = { type: 'array', items: { type: 'string' } } as const;
const SCHEMA = {
  type: 'object',
  properties: {
    verifiable: { type: 'boolean' },
    unresolved: strings,
    claims: strings,
    note: { type: 'string' },
  },
  required: ['verifiable', 'unresolved', 'claims', 'note'],
  additionalProperties: false,
} as const;

/** The first question, for checking whether the model takes the request at all. */
export function normalizationQuestion(request: ChatRequest, examples: ExampleBank): JsonQuestion {
  const shown = examples.nearest(postOf(request.messages), EXAMPLES);
  const lines = shown.map(
    ({ post, claim }) => `Material: ${JSON.stringify(post)}\nClaim: ${JSON.stringify(claim)}`,
  );
  const prompt =
    lines.length === 0 ? PROMPT : `${PROMPT}\n\nExamples of claims well stated:\n\n${lines.join('\n\n')}`;
  const messages: Message[] = [textMessage('system', prompt), ...request.messages];
  return { request: { ...request, messages }, name: 'normalized_claims', schema: SCHEMA };
}

/** @throws GatewayError where the provider rejects or fails the first call; a poor answer is no error. */
export async function normalizeWithModel(
  options: NormalizeOptions,
  signal: AbortSignal,
): Promise<Normalization> {
  const { upstream, target, request, examples } = options;
  const post = postOf(request.messages);
  const question = normalizationQuestion(request, examples);
  let answer = await askJson(upstream, target, question, signal);
  let usage = answer.usage;
  /** Asks again, with what was wrong. A failure here takes nothing from what is there. */
  const again = async (complaint: string): Promise<Answer | undefined> => {
    const messages: Message[] = [
      ...question.request.messages,
      textMessage('assistant', answer.text.trim() === '' ? '{}' : answer.text.slice(0, LONGEST_ANSWER)),
      textMessage('user', complaint),
    ];
    const repeated = { ...question, request: { ...question.request, messages } };
    try {
      answer = await askJson(upstream, target, repeated, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      return undefined;
    }
    usage = addUsage(usage, answer.usage);
    return ANSWER.safeParse(answer.value).data;
  };

  let read =
    ANSWER.safeParse(answer.value).data ??
    (await again(`That was not JSON of this schema: ${JSON.stringify(SCHEMA)}. Answer with the JSON alone.`));
  if (read === undefined) return withUsage(byRules(post), usage);
  let best = judge(read, post);
  if (best.score < GOOD) {
    const refined = await again(
      `Please improve the claims: ${best.faults.join('; ')}. Answer in the same form.`,
    );
    // An answer that takes its claims back states nothing better.
    const other = refined === undefined || refined.claims.length === 0 ? undefined : judge(refined, post);
    if (refined !== undefined && other !== undefined && other.score > best.score) {
      read = refined;
      best = other;
    }
  }
  const { verifiable, claims, unresolved, note } = read;
  return withUsage(
    {
      content: claims.length > 0 ? claims.join('\n') : note || NOTHING,
      verifiable: verifiable && claims.length > 0,
      unresolved,
      method: 'model',
      score: round(best.score),
    },
    usage,
  );
}

type Answer = z.infer<typeof ANSWER>;

/** Lines that say something, each once. */
const LINES = z
  .array(z.string())
  .transform((lines) => [...new Set(lines.map(oneLine))].filter((line) => line !== ''));
const ANSWER = z
  .object({
    verifiable: z.boolean(),
    claims: LINES,
    unresolved: LINES.transform((lines) => lines.slice(0, MOST_UNRESOLVED)).catch([]),
    note: z.string().transform(oneLine).catch(''),
  })
  .transform((answer) => ({
    ...answer,
    claims: answer.verifiable ? answer.claims.slice(0, MOST_CLAIMS) : [],
  }))
  // "There is one", without saying which: no answer.
  .refine(({ verifiable, claims }) => !verifiable || claims.length > 0);

function judge({ claims }: Answer, post: string): { score: number; faults: readonly string[] } {
  const scores = claims.map((claim) => scoreNormalization(claim, post));
  if (scores.length === 0) return { score: 1, faults: [] };
  return {
    score: Math.min(...scores.map(({ score }) => score)),
    faults: [...new Set(scores.flatMap(({ faults }) => faults))],
  };
}

/** The rules' own statement of the claim. */
export function byRules(post: string): Normalization {
  const claim = normalizePost(post);
  return {
    content: claim === '' ? NOTHING : claim,
    verifiable: claim !== '',
    unresolved: [],
    method: 'rules',
    score: claim === '' ? 0 : round(scoreNormalization(claim, post).score),
  };
}

/** Words that only ask for the work, before a colon or a blank line, are no part of the post. */
const REQUEST =
  /^[^\n:]{0,160}\b(?:normali[sz]e|extract|identify|find|state|claims?)\b[^\n:]{0,160}(?::|\n)\s*(?=\S)/i;

/** The beginning of it where it is longer than any post; a model is shown all of it. */
function postOf(messages: readonly Message[]): string {
  const last = messages.findLast((message) => message.role === 'user');
  return last === undefined ? '' : textOf(last).slice(0, LONGEST_POST).replace(REQUEST, '');
}

function oneLine(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').trim().slice(0, LONGEST_CLAIM);
}

function round(score: number): number {
  return Math.round(score * 1e3) / 1e3;
}

function withUsage(normalization: Normalization, usage: Usage | undefined): Normalization {
  return usage === undefined ? normalization : { ...normalization, usage };
}
