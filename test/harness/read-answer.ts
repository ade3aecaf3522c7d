/** What the gateway answers, with types, and read strictly: a stream that breaks the grammar throws. */
import { expect } from 'vitest';

export interface Fault {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

export interface ErrorBody {
  readonly detail: string | readonly Fault[];
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly param: string | null;
    readonly code: string | null;
  };
}

export interface ClaimBody {
  readonly id: string;
  readonly text: string;
  readonly original_text: string;
  readonly role: string;
  readonly message_index: number;
  readonly start: number;
  readonly end: number;
  readonly category: string;
  readonly confidence: number;
  readonly check_worthiness: number;
  readonly language: string;
  readonly language_supported: boolean;
}

export interface MetadataBody {
  readonly claims_detected: number;
  readonly confidence_score: number;
  readonly sources_consulted: readonly string[];
  readonly mode: string;
  readonly claims: readonly ClaimBody[];
}

export interface UsageBody {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

export interface CompletionBody {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly model: string;
  readonly choices: readonly {
    readonly index: number;
    readonly message: { readonly role: string; readonly content: string };
    readonly finish_reason: string;
  }[];
  readonly usage?: UsageBody;
  readonly fact_check_metadata?: MetadataBody;
}

export interface ChunkBody {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly model: string;
  readonly choices: readonly {
    readonly index: number;
    readonly delta: { readonly role?: string; readonly content?: string };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: UsageBody;
  readonly fact_check_metadata?: MetadataBody;
  readonly claim_event?: { readonly type: string; readonly claim: ClaimBody };
}

export async function readJson<T>(response: Response): Promise<T> {
  return (await response.json()) as T;
}

export interface StreamBody {
  readonly chunks: readonly ChunkBody[];
  /** Error events; at most one in a stream that keeps to the contract. */
  readonly errors: readonly ErrorBody[];
  readonly comments: readonly string[];
  /** Whether `data: [DONE]` ended it. */
  readonly done: boolean;
  /** The answer's text, put together. */
  readonly text: string;
  /** The body as it came. */
  readonly raw: string;
}

export async function readStream(response: Response): Promise<StreamBody> {
  return parseStream(await response.text());
}

/** @throws Error where the text is anything but events of one `data:` line, and comments. */
export function parseStream(raw: string): StreamBody {
  const chunks: ChunkBody[] = [];
  const errors: ErrorBody[] = [];
  const comments: string[] = [];
  let done = false;
  if (raw !== '' && !raw.endsWith('\n\n'))
    throw new Error(`the stream ends within an event: ${raw.slice(-80)}`);
  for (const block of raw.split('\n\n').slice(0, -1)) {
    if (done) throw new Error(`an event follows [DONE]: ${block}`);
    if (block.includes('\n')) throw new Error(`an event of several lines: ${block}`);
    if (block.startsWith(': ')) {
      comments.push(block.slice(2));
    } else if (block === 'data: [DONE]') {
      done = true;
    } else if (block.startsWith('data: ')) {
      const data = JSON.parse(block.slice(6)) as ChunkBody | ErrorBody;
      if ('error' in data) {
        // Clients recognise an error event by its beginning.
        if (!block.startsWith('data: {"error":')) throw new Error(`error is not the first member: ${block}`);
        errors.push(data);
      } else {
        chunks.push(data);
      }
    } else {
      throw new Error(`neither an event nor a comment: ${block}`);
    }
  }
  const text = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');
  return { chunks, errors, comments, done, text, raw };
}

export interface Expected {
  readonly status: number;
  readonly detail?: string;
  readonly type?: string;
  readonly code?: string | null;
  readonly param?: string | null;
}

/** Holds an error response to the contract: both forms, its headers, and what else is expected of it. */
export async function expectError(response: Response, expected: Expected): Promise<ErrorBody> {
  const text = await response.text();
  expect(text).toMatch(/^\{"error":\{/);
  expect(text.length).toBeLessThanOrEqual(64 * 1024);
  const body = JSON.parse(text) as ErrorBody;
  expect({ status: response.status, body }).toMatchObject({
    status: expected.status,
    body: {
      ...(expected.detail === undefined ? {} : { detail: expected.detail }),
      error: {
        message: expect.any(String),
        type: expected.type ?? expect.any(String),
        ...(expected.code === undefined ? {} : { code: expected.code }),
        ...(expected.param === undefined ? {} : { param: expected.param }),
      },
    },
  });
  expect(Object.keys(body.error).sort()).toEqual(['code', 'message', 'param', 'type']);
  if (expected.status !== 422) expect(body.error.message).toBe(body.detail);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
  if (expected.status === 429 || expected.status === 503) {
    expect(response.headers.get('retry-after')).toMatch(/./);
  }
  return body;
}

/** The faults of a 422, as `loc.loc type`, in order. */
export async function faultsOf(response: Response): Promise<string[]> {
  const { detail } = await expectError(response, { status: 422, type: 'invalid_request_error' });
  if (typeof detail === 'string') throw new Error(`a 422 whose detail is no list: ${detail}`);
  for (const fault of detail) {
    expect(Object.keys(fault).sort()).toEqual(['loc', 'msg', 'type']);
    expect(fault.loc[0]).toBe('body');
  }
  return detail.map(({ loc, type }) => `${loc.join('.')} ${type}`);
}
