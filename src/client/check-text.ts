/** POST /v1/claims: the claims of a text, whole or as they are found. */
import { ClaimgateError } from './claimgate-error.ts';
import { lineSplitter } from './split-lines.ts';
import type { Claim, ClaimCheck, ClaimsRequest } from './types.ts';

/** The request's own fields, and where and how it is sent. */
export interface CheckOptions extends Omit<ClaimsRequest, 'text' | 'api_key' | 'stream'> {
  /** `http://127.0.0.1:8080/v1` if absent. */
  readonly baseURL?: string | undefined;
  /** Key of the model's provider; mode `detect` needs none. */
  readonly apiKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Sends the request; the global `fetch` if absent. */
  readonly fetch?: typeof fetch | undefined;
}

/** One step of a check: a claim as found, a claim with its verdict, and at the end the whole. */
export type CheckEvent =
  | { readonly type: 'claim' | 'verdict'; readonly claim: Claim }
  | { readonly type: 'done'; readonly check: ClaimCheck };

/**
 * Finds the claims of a text; in mode `ground` with evidence, in mode `verify` with verdicts.
 *
 * @throws ClaimgateError if the gateway refuses or fails; what `fetch` throws if it is not reached or `signal` aborts;
 *   TypeError if the key cannot be sent.
 */
export async function checkText(text: string, options: CheckOptions = {}): Promise<ClaimCheck> {
  const response = await send(text, false, options);
  return parse(response, await response.text());
}

/**
 * Likewise, step by step. Leaving the loop ends the check.
 *
 * @throws as `checkText`, and ClaimgateError if the stream breaks off.
 */
export async function* checkTextStream(
  text: string,
  options: CheckOptions = {},
): AsyncGenerator<CheckEvent, void, undefined> {
  const response = await send(text, true, options);
  let event = '';
  for await (const line of linesOf(response)) {
    if (line.startsWith('event: ')) event = line.slice(7);
    if (!line.startsWith('data: ')) continue;
    const data = line.slice(6);
    if (data === '[DONE]') return;
    if (event === 'claim' || event === 'verdict') yield { type: event, claim: parse(response, data) };
    else if (event === 'done') yield { type: event, check: parse(response, data) };
    else throw new ClaimgateError(response, parse(response, data));
    event = '';
  }
  throw new ClaimgateError(response, undefined, 'The stream of the gateway broke off');
}

async function send(text: string, stream: boolean, options: CheckOptions): Promise<Response> {
  // Taken out of its object: a browser's fetch refuses to be called as a method of another.
  const {
    baseURL = 'http://127.0.0.1:8080/v1',
    apiKey,
    signal = null,
    fetch = globalThis.fetch,
    ...fields
  } = options;
  // What fetch would throw quotes the key.
  if (apiKey !== undefined && /[^\x21-\x7e]/.test(apiKey)) {
    throw new TypeError('The API key has a character that no key has');
  }
  const response = await fetch(`${baseURL.replace(/\/+$/, '')}/claims`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({ ...fields, text, stream }),
    signal,
  });
  if (response.ok) return response;
  const body = await response.text();
  throw new ClaimgateError(response, parseOr(body, undefined));
}

/** @throws ClaimgateError if something other than the gateway answered. */
function parse<T>(response: Response, text: string): T {
  const value = parseOr(text, undefined);
  if (typeof value === 'object' && value !== null) return value as T;
  throw new ClaimgateError(
    response,
    undefined,
    'The answer does not come from a Claimgate gateway: check the base URL',
  );
}

function parseOr(text: string, other: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return other;
  }
}

async function* linesOf({ body }: Response): AsyncGenerator<string, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const split = lineSplitter();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      yield* split(decoder.decode(read.value, { stream: true }));
    }
  } finally {
    // Where the loop was left, the request ends; a stream that has ended or failed takes no notice.
    await reader.cancel().catch(() => {});
  }
}
