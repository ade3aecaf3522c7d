/** The gateway's endpoints. Every request of the page is made here, and goes to the page's own host. */
import type { FactCheckMode } from '../../src/domain/fact-check-mode.ts';
import { ApiFailure, factsOf, failureOf, readFailure } from './failure.ts';
import { readRequestsLeft, tellOfKey } from './key-news.ts';
import { readEvents } from './read-events.ts';
import type {
  Capabilities,
  ChatMessage,
  Claim,
  EvaluationReport,
  FactCheckMetadata,
  Health,
  Limits,
  ModelList,
  Sources,
  Span,
  Usage,
} from './types.ts';

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { referrerPolicy: 'no-referrer', credentials: 'omit', ...init });
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new ApiFailure(factsOf(error));
  }
}

/** Stands for the admin key of a person who has signed in: the browser has a cookie, which no script reads. */
export const BY_SESSION = '';

const headersOf = (key: string | undefined): Record<string, string> =>
  key === undefined || key === BY_SESSION ? {} : { authorization: `Bearer ${key}` };

/** @param init what is sent beside the key; a GET where absent. @throws ApiFailure */
export async function ask(
  path: string,
  key: string | undefined,
  signal?: AbortSignal,
  { headers, ...init }: RequestInit & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  const response = await reach(path, {
    ...init,
    ...(key === BY_SESSION ? { credentials: 'same-origin' } : {}),
    headers: { ...headers, ...headersOf(key) },
    signal: signal ?? null,
  });
  if (!response.ok) throw await readFailure(response);
  return response;
}

/** @returns a query without what is empty or absent. */
export const queryOf = (fields: Readonly<Record<string, string | number | undefined>>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  );

/** What sends a body: a file as its bytes, anything else as JSON. */
export function withBody(body: object, method: 'POST' | 'PATCH' | 'DELETE' = 'POST') {
  const isFile = body instanceof File;
  const type = isFile ? 'application/octet-stream' : 'application/json';
  return { method, headers: { 'content-type': type }, body: isFile ? body : JSON.stringify(body) };
}

async function post(
  path: string,
  body: { readonly model?: string | undefined },
  key: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const { headers, ...init } = withBody(body);
  const response = await reach(path, { ...init, headers: { ...headers, ...headersOf(key) }, signal });
  if (key !== undefined) {
    const refused = response.status === 401 ? { accepted: false } : {};
    tellOfKey({ key, model: body.model, left: readRequestsLeft(response.headers), ...refused });
  }
  if (!response.ok) throw await readFailure(response);
  return response;
}

/** @param key only where the gateway lists its models for no caller without one. */
export async function listModels(key?: string): Promise<ModelList> {
  return (await ask('/v1/models', key)).json();
}

/** @param key as for {@link listModels}. */
export async function listCapabilities(key?: string): Promise<Capabilities> {
  return (await ask('/models/capabilities', key)).json();
}

/** @param key as for {@link listModels}. */
export async function readSources(key?: string): Promise<Sources> {
  return (await ask('/v1/sources', key)).json();
}

export async function readLimits(key: string): Promise<Limits> {
  return (await ask('/v1/limits', key)).json();
}

/** An unhealthy gateway says so in a body too. */
export async function readHealth(): Promise<Health> {
  const response = await fetch('/health').catch((error: unknown) => {
    throw new ApiFailure(factsOf(error));
  });
  return response.json();
}

/** Which evidence a check asks for, and for how many claims; what is left out is the server's to say. */
export interface CheckOptions {
  /** Names of sources, beside the local ones. */
  readonly sources?: readonly string[] | undefined;
  readonly maxClaims?: number | undefined;
}

const optionsOf = ({ sources, maxClaims }: CheckOptions) => ({
  ...(sources === undefined ? {} : { sources }),
  ...(maxClaims === undefined ? {} : { max_claims: maxClaims }),
});

export interface ChatRequest extends CheckOptions {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly mode: FactCheckMode;
  /** Which claims are listed: those of the last question and its answer, or of all messages. */
  readonly claims: 'new' | 'all';
  /** Texts that the answer is held against. */
  readonly documents: readonly { readonly title: string; readonly text: string }[];
  readonly temperature: number | null;
  readonly topP: number | null;
  readonly maxTokens: number | null;
}

export type ChatEvent =
  | { readonly type: 'text' | 'thought'; readonly text: string }
  | { readonly type: 'claim' | 'verdict'; readonly claim: Claim }
  | { readonly type: 'checking'; readonly ids: readonly string[] }
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'finish'; readonly reason: string; readonly metadata: FactCheckMetadata | undefined };

/** Streams an answer. @throws ApiFailure, also in mid-stream. */
export async function* streamChat(
  request: ChatRequest,
  key: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const { model, messages, mode, claims, documents, temperature, topP, maxTokens } = request;
  const body = {
    model,
    messages,
    stream: true,
    stream_options: { include_usage: true },
    fact_check: {
      mode,
      claims,
      stream_events: true,
      revise: true,
      ...optionsOf(request),
      ...(documents.length === 0 ? {} : { documents }),
    },
    ...(temperature === null ? {} : { temperature }),
    ...(topP === null ? {} : { top_p: topP }),
    ...(maxTokens === null ? {} : { max_tokens: maxTokens }),
  };
  const response = await post('/v1/chat/completions', body, key, signal);
  let begun = false;
  let ended = false;
  for await (const part of readEvents(response)) {
    if (typeof part === 'string') {
      const ids = readChecking(part);
      if (ids !== undefined) yield { type: 'checking', ids };
      continue;
    }
    if (part.data === '[DONE]') {
      ended = true;
      continue;
    }
    const events = [...readChunk(JSON.parse(part.data))];
    // The provider's first event: until then it may refuse the key.
    if (!begun && key !== undefined) tellOfKey({ key, model, accepted: true });
    begun = true;
    yield* events;
  }
  if (!ended) throw failureOf({ error: { code: 'provider_cut_off' } }, 502);
}

/** The comment that names which claims the judge begins to read. */
function readChecking(comment: string): string[] | undefined {
  return /^\s*checking (\S.*)$/.exec(comment)?.[1]?.trim().split(/\s+/);
}

interface Chunk {
  readonly choices?: readonly {
    /** The content is null beside a thought, or a call. */
    readonly delta?: { readonly content?: string | null; readonly reasoning_content?: string | null };
    readonly finish_reason?: string | null;
  }[];
  readonly claim_event?: { readonly type: 'claim' | 'verdict'; readonly claim: Claim };
  readonly usage?: Usage | null;
  readonly fact_check_metadata?: FactCheckMetadata;
  readonly error?: { readonly message?: string; readonly code?: string | null };
  readonly detail?: unknown;
}

function* readChunk(chunk: Chunk): Generator<ChatEvent> {
  if (chunk.error !== undefined) throw failureOf(chunk, 502);
  if (chunk.claim_event !== undefined) yield chunk.claim_event;
  const choice = chunk.choices?.[0];
  const thought = choice?.delta?.reasoning_content;
  if (thought != null && thought !== '') yield { type: 'thought', text: thought };
  const text = choice?.delta?.content;
  if (text != null && text !== '') yield { type: 'text', text };
  if (choice?.finish_reason != null) {
    yield { type: 'finish', reason: choice.finish_reason, metadata: chunk.fact_check_metadata };
  }
  if (chunk.usage != null) yield { type: 'usage', usage: chunk.usage };
}

export interface CheckRequest extends CheckOptions {
  readonly text: string;
  readonly mode: 'detect' | 'verify';
  readonly model?: string | undefined;
  readonly key?: string | undefined;
  /** Who judges: the gateway's own judge alone, instead of it and then the model. */
  readonly judge?: 'local' | undefined;
  /** Only claims that overlap one of these are verified and listed; offsets are UTF-16. */
  readonly spans?: readonly Span[];
  /** Texts that are evidence for this request alone. */
  readonly documents?: readonly { readonly title?: string; readonly url?: string; readonly text: string }[];
}

export type CheckEvent =
  | { readonly type: 'claim' | 'verdict'; readonly claim: Claim }
  | { readonly type: 'checking'; readonly ids: readonly string[] }
  | { readonly type: 'done'; readonly metadata: FactCheckMetadata };

/** Finds the claims of a text, and verifies them where asked. @throws ApiFailure, also in mid-stream. */
export async function* checkText(request: CheckRequest, signal: AbortSignal): AsyncGenerator<CheckEvent> {
  const { text, mode, model, key, spans, documents, judge } = request;
  const body = {
    text,
    mode,
    stream: true,
    ...(spans === undefined ? {} : { spans }),
    ...(documents === undefined ? {} : { documents }),
    ...(mode === 'detect' || judge === undefined ? {} : { judge }),
    ...(mode === 'detect' ? {} : { model, claim_review: true, revise: true, ...optionsOf(request) }),
  };
  const response = await post('/v1/claims', body, mode === 'detect' ? undefined : key, signal);
  let done = false;
  for await (const part of readEvents(response)) {
    if (typeof part === 'string') {
      const ids = readChecking(part);
      if (ids !== undefined) yield { type: 'checking', ids };
      continue;
    }
    if (part.data === '[DONE]') continue;
    const data = JSON.parse(part.data);
    if (data.error !== undefined) throw failureOf(data, 502);
    if (part.event === 'claim' || part.event === 'verdict') yield { type: part.event, claim: data };
    if (part.event === 'done') {
      done = true;
      // Only a judge that answered has accepted the key.
      const judged = (data.fact_check_metadata.usage?.total_tokens ?? 0) > 0;
      if (judged && key !== undefined) tellOfKey({ key, model, accepted: true });
      yield { type: 'done', metadata: data.fact_check_metadata };
    }
  }
  if (!done) throw failureOf({ error: { code: 'provider_cut_off' } }, 502);
}

/** A document as the gateway reads it; what it does not say of itself is `null`. */
export interface OpenedDocument {
  readonly text: string;
  readonly title: string | null;
  readonly author: string | null;
  /** ISO 8601. */
  readonly date: string | null;
  /** Where a link led in the end. */
  readonly url: string | null;
}

/** Has the gateway fetch a page and read it. @throws ApiFailure */
export async function openLink(url: string, signal: AbortSignal): Promise<OpenedDocument> {
  return (await ask('/v1/documents', undefined, signal, withBody({ url }))).json();
}

/** Has the gateway read a file. @throws ApiFailure */
export async function openFile(file: File, signal: AbortSignal): Promise<OpenedDocument> {
  const path = `/v1/documents?name=${encodeURIComponent(file.name)}`;
  return (await ask(path, undefined, signal, withBody(file))).json();
}

/** The least that a model can be asked to answer: what is wanted is the evaluation of what was asked. */
const SHORTEST_ANSWER = 16;

/** Has the model answer as little as it can: its provider accepts the key, or says why not. @throws ApiFailure */
export async function tryKey(key: string, model: string, signal: AbortSignal): Promise<void> {
  const body = {
    model,
    task: 'none',
    max_tokens: SHORTEST_ANSWER,
    fact_check: { mode: 'off' },
    messages: [{ role: 'user', content: 'Reply with OK.' }],
  };
  await (await post('/v1/chat/completions', body, key, signal)).json();
  tellOfKey({ key, model, accepted: true });
}

/**
 * Has the extraction of a text's claims scored: the text is said to the model, whose answer is cut short,
 * with `enable_evaluations`, and the report is waited for.
 * @returns the claims of the text, and the tokens that answer and judge took. @throws ApiFailure
 */
export async function evaluateText(
  text: string,
  model: string,
  key: string | undefined,
  signal: AbortSignal,
): Promise<{ readonly report: EvaluationReport; readonly tokens: number }> {
  const body = {
    model,
    task: 'none',
    max_tokens: SHORTEST_ANSWER,
    enable_evaluations: true,
    fact_check: { mode: 'detect' },
    messages: [
      { role: 'system', content: 'Answer with OK and nothing else.' },
      { role: 'user', content: text },
    ],
  };
  const answer = await (await post('/v1/chat/completions', body, key, signal)).json();
  if (key !== undefined) tellOfKey({ key, model, accepted: true });
  const own = (answer.fact_check_metadata as FactCheckMetadata).claims.filter(({ role }) => role === 'user');
  const ids = new Set(own.map(({ id }) => id));
  const report = await readReport(answer.evaluation.report_url, key, signal);
  return {
    report: { ...report, claims: report.claims.filter(({ claim_id: id }) => ids.has(id)) },
    tokens: (answer.usage?.total_tokens ?? 0) + (report.usage?.total_tokens ?? 0),
  };
}

async function readReport(
  path: string,
  key: string | undefined,
  signal: AbortSignal,
): Promise<EvaluationReport> {
  for (;;) {
    const response = await ask(`${path}?format=json&wait=20`, key, signal);
    if (response.status !== 202) return response.json();
    // It waited already: asking at once again is no hurry.
    await response.body?.cancel();
  }
}
