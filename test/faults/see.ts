/**
 * What a caller sees of an answer, in one line that a table can hold, such as `"Hello there" stop`,
 * `"Hel" then provider_cut_off` or `502 provider_error`. Whatever no answer may do is asserted on the way.
 */
import { type IncomingMessage, request } from 'node:http';
import { expect } from 'vitest';

export interface Ask {
  readonly url: string;
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Milliseconds within which the answer must be there whole. */
  readonly within: number;
}

/** Asks on a connection of its own. */
export async function see(ask: Ask): Promise<string> {
  const body = JSON.stringify(ask.body);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sending = request(
      `${ask.url}/v1/chat/completions`,
      {
        method: 'POST',
        agent: false,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          authorization: `Bearer ${ask.key}`,
        },
        signal: AbortSignal.timeout(ask.within),
      },
      resolve,
    );
    sending.on('error', reject);
    sending.end(body);
  });
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString('utf8');
  expect(text, 'no key is ever told').not.toContain(ask.key);
  expect(response.complete, 'an answer is never reset').toBe(true);
  expect(response.headers['x-request-id']).toMatch(/^[\w.-]{1,64}$/);
  const type = response.headers['content-type'] ?? '';
  if (type.startsWith('text/event-stream')) return seeStream(text);
  expect(type).toMatch(/^application\/json/);
  return seeWhole(response, JSON.parse(text));
}

interface ErrorBody {
  readonly detail: unknown;
  readonly error: { readonly message: string; readonly type: string; readonly code: string | null };
}

function seeError({ detail, error }: ErrorBody): string {
  expect(error.message.length).toBeGreaterThan(0);
  if (typeof detail === 'string') expect(detail).toBe(error.message);
  return error.code ?? error.type;
}

// biome-ignore lint/suspicious/noExplicitAny: what came is looked at as it is.
function seeWhole(response: IncomingMessage, body: any): string {
  const { statusCode } = response;
  if (statusCode !== 200) {
    const wait = response.headers['retry-after'];
    if (statusCode === 429 || statusCode === 503) expect(wait).toBeDefined();
    return `${statusCode} ${seeError(body)}${wait === undefined ? '' : ` after ${wait}`}`;
  }
  const [choice] = body.choices;
  expect(body.choices).toHaveLength(1);
  expect(choice.message.role).toBe('assistant');
  expect(choice.finish_reason).toMatch(/^(?:stop|length|content_filter)$/);
  const { usage } = body;
  if (usage !== undefined) expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens);
  return `${JSON.stringify(choice.message.content)} ${choice.finish_reason}`;
}

/** Holds a stream to the contract: either finish and `[DONE]`, or one error event and nothing behind it. */
function seeStream(text: string): string {
  expect(text.endsWith('\n\n'), 'a stream ends behind a whole event').toBe(true);
  let content = '';
  let first = true;
  let finish: string | undefined;
  let error: string | undefined;
  let done = false;
  const events = text
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .map((event) => event.slice('data: '.length));
  for (const data of events) {
    expect(done || error !== undefined, 'nothing comes behind the end').toBe(false);
    if (data === '[DONE]') {
      done = true;
      continue;
    }
    const chunk = JSON.parse(data);
    if (chunk.error !== undefined) {
      error = seeError(chunk);
      continue;
    }
    const [choice] = chunk.choices;
    if (choice === undefined) continue;
    if (first) expect(choice.delta.role).toBe('assistant');
    else expect(choice.delta.content).not.toBe('');
    first = false;
    content += choice.delta.content ?? '';
    if (choice.finish_reason === null) continue;
    expect(finish, 'an answer ends once').toBeUndefined();
    expect(choice.finish_reason).toMatch(/^(?:stop|length|content_filter)$/);
    finish = choice.finish_reason;
  }
  if (error !== undefined) {
    expect(finish, 'no finish reason is invented').toBeUndefined();
    return `${JSON.stringify(content)} then ${error}`;
  }
  expect(finish).toBeDefined();
  expect(done).toBe(true);
  return `${JSON.stringify(content)} ${finish}`;
}
