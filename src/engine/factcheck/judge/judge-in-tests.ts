/**
 * A simulated judge for tests: reads the question by its documented form, answers after a time of its own, and
 * logs every call. Counts tokens as a provider would.
 */
import { ApiKey } from '../../../domain/api-key.ts';
import { type ChatRequest, textOf } from '../../../domain/chat.ts';
import type { Claim } from '../../../domain/claim.ts';
import { type JsonTarget, jsonModel } from '../../../models/upstream/ask-json.ts';
import type { PreparedCall, Upstream } from '../../../models/upstream/call-provider.ts';
import type { RankedItem } from '../find/rank-items.ts';
import type { Retrieval } from '../ground-conversation.ts';
import { openVerifier, type Verifier } from '../open-verifier.ts';
import { readReaderQuestion, type SeenReading } from '../read/reader-in-tests.ts';
import type { RetrievedItem } from '../sources/source.ts';
import type { VerifierOptions } from '../verify-claim.ts';

/** A block of the question as a judge sees it. */
export interface SeenBlock {
  readonly number: number;
  readonly final: boolean;
  readonly claim: string;
  readonly parts: readonly string[];
  readonly context: string | undefined;
  readonly items: readonly { readonly number: number; readonly heading: string; readonly text: string }[];
}

export interface SeenQuestion {
  readonly system: string;
  readonly user: string;
  readonly blocks: readonly SeenBlock[];
}

const BLOCK =
  /^Claim (\d+)( \(final\))?\n<<<CLAIM ([0-9a-f]{16,})>>>\n(.*)((?:\n\(\d+\) .*)*)\n<<<END CLAIM \3>>>\n(?:<<<CONTEXT \3>>>\n(.*)\n<<<END CONTEXT \3>>>\n)?<<<EVIDENCE \3>>>\n([\s\S]*?)\n?<<<END EVIDENCE \3>>>$/gm;

export function readQuestion(request: ChatRequest): SeenQuestion {
  const [system = '', user = ''] = request.messages.map(textOf);
  const blocks = [...user.matchAll(BLOCK)].map(
    ([, number, final, , claim = '', parts = '', context, items = '']) => ({
      number: Number(number),
      final: final !== undefined,
      claim,
      parts: [...parts.matchAll(/^\(\d+\) (.*)$/gm)].map(([, part = '']) => part),
      context,
      items: [...items.matchAll(/^\[(\d+)\] (.*)\n(.*)$/gm)].map(([, item, heading = '', text = '']) => ({
        number: Number(item),
        heading,
        text,
      })),
    }),
  );
  return { system, user, blocks };
}

/** A verdict as the judge writes it. */
export const verdict = (block: SeenBlock, rest: object = {}) => ({
  claim: block.number,
  part: 0,
  evidence: block.items.slice(0, 1).map(({ number }) => ({ number, stance: 'supports', words: '' })),
  explanation: 'The evidence says so.',
  verdict: 'supported',
  probability: 0.9,
  wrong: '',
  right: '',
  next_queries: [],
  ...rest,
});

export interface JudgeCall {
  /** As `Date.now()` says. */
  readonly began: number;
  readonly question: SeenQuestion;
  readonly request: ChatRequest;
  aborted: boolean;
  /** What the provider counted; nothing for a call that was given up. */
  tokens: { prompt: number; completion: number };
}

export interface SimulatedJudge {
  readonly calls: JudgeCall[];
  /** Questions to the same model as the reader of claims. */
  readonly readings: SeenReading[];
  readonly upstream: Upstream;
}

/**
 * @param answer what it says: verdicts, a text of its own, an error to throw, or nothing, ever.
 * @param milliseconds how long it takes.
 * @param read what it says where it is asked to read claims.
 */
export function simulateJudge(
  answer: (question: SeenQuestion, call: number) => object[] | string | Error | 'silence',
  milliseconds = 0,
  read: (question: SeenReading) => object[] = () => [],
): SimulatedJudge {
  const calls: JudgeCall[] = [];
  const readings: SeenReading[] = [];
  const upstream = {
    prepare: (_endpoint: unknown, _model: unknown, request: ChatRequest) =>
      ({ request }) as unknown as PreparedCall,
    async complete(prepared: PreparedCall, signal: AbortSignal) {
      const { request } = prepared as unknown as { request: ChatRequest };
      const toRead = readReaderQuestion(request);
      if (toRead !== undefined) {
        readings.push(toRead);
        if (milliseconds > 0) await delay(milliseconds, signal);
        return { content: JSON.stringify({ readings: read(toRead) }), finishReason: 'stop' };
      }
      const question = readQuestion(request);
      const call: JudgeCall = {
        began: Date.now(),
        question,
        request,
        aborted: false,
        tokens: { prompt: 0, completion: 0 },
      };
      const said = answer(question, calls.length);
      calls.push(call);
      signal.addEventListener('abort', () => {
        call.aborted = true;
      });
      if (said === 'silence') return new Promise(() => {});
      if (milliseconds > 0) await delay(milliseconds, signal);
      if (said instanceof Error) throw said;
      const content = typeof said === 'string' ? said : JSON.stringify({ verdicts: said });
      const prompt = Math.ceil((question.system.length + question.user.length) / 4) + 8;
      call.tokens = {
        prompt,
        completion: Math.min(Math.ceil(content.length / 4), request.maxTokens ?? Number.POSITIVE_INFINITY),
      };
      return {
        content,
        finishReason: 'stop',
        usage: { promptTokens: prompt, completionTokens: call.tokens.completion },
      };
    },
  } as unknown as Upstream;
  return { calls, readings, upstream };
}

/** By the global timer, which tests may set forward. */
function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** The same for each part, where the claim has some. */
export const verdictsOf = (block: SeenBlock, say: (text: string) => object = () => ({})): object[] =>
  block.parts.length === 0
    ? [verdict(block, say(block.claim))]
    : block.parts.map((text, index) => verdict(block, { part: index + 1, ...say(text) }));

/** A judge that believes the first item of every claim. */
export const agreeable = ({ blocks }: SeenQuestion): object[] => blocks.flatMap((block) => verdictsOf(block));

export const TARGET = {
  endpoint: { provider: 'openai', sandbox: false },
  model: {
    id: 'judge-1',
    provider: 'openai',
    wireId: 'judge-1',
    capabilities: { responseFormat: 'json_schema', reasoningEffort: false },
  },
  key: ApiKey.parse('sk-test'),
} as unknown as JsonTarget;

let claims = 0;

export function claimOf(text: string, rest: Partial<Claim> = {}): Claim {
  claims += 1;
  return {
    id: `claim-${claims}`,
    text,
    original_text: text,
    role: 'assistant',
    message_index: 1,
    start: 0,
    end: text.length,
    category: 'other',
    confidence: 0.9,
    language: 'en',
    language_supported: true,
    ...rest,
  };
}

export function itemOf(text: string, rest: Partial<RetrievedItem> = {}): RetrievedItem {
  return { source: 'corpus', title: 'A page', url: 'https://example.org/page', text, ...rest };
}

export const found = (...items: (RetrievedItem | RankedItem)[]): Retrieval => ({
  items: items.map((item) => ('relevance' in item ? item : { item, relevance: 0.8 })),
  answered: ['corpus'],
});

/** One item that repeats the claim. */
export const echo = async (claim: Claim, _signal: AbortSignal, query?: string): Promise<Retrieval> =>
  found(itemOf(query === undefined ? `It is known: ${claim.text}` : `On ${query}: ${claim.text}`));

let nonces = 0;

export function openTestVerifier(judge: SimulatedJudge, rest: Partial<VerifierOptions> = {}): Verifier {
  return openVerifier({
    model: jsonModel(judge.upstream, TARGET),
    retrieve: echo,
    maxClaims: 50,
    concurrency: 3,
    deadlineMs: 10_000,
    judgeTimeoutMs: 30_000,
    tokenBudget: 1_000_000,
    fenceWord: () => {
      nonces += 1;
      return `c0ffee${nonces.toString(16).padStart(14, '0')}`;
    },
    now: () => Date.now(),
    today: () => '2026-11-22',
    signal: new AbortController().signal,
    ...rest,
  });
}
