/**
 * All five providers as one server that answers and judges: it tells questions to the judge from those of callers,
 * logs every call with its times, its tokens and whether it was given up, and answers each in its provider's words.
 */

import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { textMessage } from '../../src/domain/chat.ts';
import { readQuestion, type SeenQuestion } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import { readReaderQuestion, type SeenReading } from '../../src/engine/factcheck/read/reader-in-tests.ts';
import { type FakeProvider, type Handler, type Received, startFakeProvider } from './fake-provider.ts';
import {
  type Counted,
  isStreamed,
  type ProviderKey,
  providerOf,
  speak,
  startStream,
  WIRES,
  wireOf,
} from './provider-wires.ts';

export interface JudgeCall {
  readonly provider: ProviderKey;
  readonly question: SeenQuestion;
  /** The most tokens that its answer may have. */
  readonly maxTokens: number;
  readonly key: string;
  /** By `performance.now()`. */
  readonly began: number;
  /** Set when it was answered, or given up. */
  ended: number | undefined;
  aborted: boolean;
  /** What it was billed; nothing where it was not answered. */
  counted: Counted | undefined;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
}

export interface ReaderCall extends SeenReading {
  /** By `performance.now()`. */
  readonly began: number;
  aborted: boolean;
  /** What it was billed; nothing where it was not answered. */
  counted: Counted | undefined;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
}

/** Readings, a text of its own, a status, or nothing at all. */
export type ReaderSays = readonly object[] | string | { readonly status: number } | 'silence';

/** Verdicts, a text of its own, a refusal in the provider's terms, a status, or nothing at all. */
export type JudgeSays = readonly object[] | string | { readonly status: number } | 'refusal' | 'silence';

export interface JudgingProvider extends FakeProvider {
  readonly calls: JudgeCall[];
  /** Questions to it as the reader of claims. */
  readonly readings: ReaderCall[];
  /** Requests of callers: those that are no question to the judge or the reader. */
  readonly asked: Received[];
  /** Says what the judge says from now on, and after how many milliseconds. */
  judge(answer: (question: SeenQuestion, call: JudgeCall) => JudgeSays, milliseconds?: number): void;
  /**
   * Says what the reader says from now on, as long after as the judge unless said otherwise. Until then it leaves all
   * as it is.
   */
  read(answer: (question: SeenReading) => ReaderSays, milliseconds?: number): void;
  /** Forgets all calls, and what it was told to say. */
  reset(): void;
}

/** Everything that the model is told, by the role that tells it. */
export function readPrompt({ body }: Received): { system: string; user: string } {
  const texts = (value: unknown): string => {
    if (typeof value === 'string') return value;
    if (Array.isArray(value)) return value.map(texts).join('\n');
    const { text, parts, content } = (value ?? {}) as Record<string, unknown>;
    return texts(text ?? parts ?? content ?? '');
  };
  const said = body.messages ?? body.contents ?? body.input ?? [];
  const turns = (typeof said === 'string' ? [{ role: 'user', content: said }] : said) as { role: string }[];
  const of = (roles: readonly string[]): string => texts(turns.filter(({ role }) => roles.includes(role)));
  const system = [
    texts(body.system ?? body.systemInstruction ?? body.instructions),
    of(['system', 'developer']),
  ];
  return { system: system.filter((text) => text !== '').join('\n'), user: of(['user']) };
}

const isForJudge = (system: string): boolean => system.startsWith('You judge claims');

/** Tokens as this provider counts them: a share cached, a share thought, so that the parts must be added rightly. */
export function countTokens(prompt: string, answer: string, most = Number.POSITIVE_INFINITY): Counted {
  const tokens = Math.ceil(prompt.length / 4) + 11;
  const completion = Math.min(Math.ceil(answer.length / 4) + 3, most);
  return { prompt: tokens, completion, cached: Math.floor(tokens / 3), reasoning: Math.min(2, completion) };
}

/** A request's most tokens, by whatever name. */
function maxTokensOf({ body }: Received): number {
  const config = (body.generationConfig ?? {}) as Record<string, unknown>;
  return Number(body.max_completion_tokens ?? body.max_tokens ?? config.maxOutputTokens ?? Number.NaN);
}

export async function startJudgingProvider(): Promise<JudgingProvider> {
  const calls: JudgeCall[] = [];
  const readings: ReaderCall[] = [];
  const asked: Received[] = [];
  let answer: Handler = speak();
  let judge: (question: SeenQuestion, call: JudgeCall) => JudgeSays = () => 'silence';
  let read: (question: SeenReading) => ReaderSays = () => [];
  let pause = 0;
  let readerPause: number | undefined;

  const hear = async (request: Received, response: Parameters<Handler>[1]): Promise<void> => {
    const { system, user } = readPrompt(request);
    const messages = [textMessage('system', system), textMessage('user', user)];
    const provider = providerOf(request);
    const toRead = readReaderQuestion({ messages, stream: false });
    if (toRead !== undefined) {
      const call: ReaderCall = {
        ...toRead,
        began: performance.now(),
        aborted: false,
        counted: undefined,
        closed: request.closed,
      };
      readings.push(call);
      void request.closed.then(() => {
        call.aborted = !response.writableFinished;
      });
      const said = read(toRead);
      if (said === 'silence') return;
      const wait = readerPause ?? pause;
      if (wait > 0) await delay(wait);
      if (response.destroyed) return;
      if (typeof said === 'object' && 'status' in said) return refuse(response, said.status);
      const text = typeof said === 'string' ? said : JSON.stringify({ readings: said });
      call.counted = countTokens(system + user, text, maxTokensOf(request));
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify(wireOf(request).whole(text, call.counted)));
    }
    if (!isForJudge(system)) {
      asked.push(request);
      return answer(request, response);
    }
    const [header] = WIRES[provider].keyHeader;
    const call: JudgeCall = {
      provider,
      question: readQuestion({ messages, stream: false }),
      maxTokens: maxTokensOf(request),
      key: String(request.headers[header]).replace(/^Bearer /, ''),
      began: performance.now(),
      ended: undefined,
      aborted: false,
      counted: undefined,
      closed: request.closed,
    };
    calls.push(call);
    void request.closed.then(() => {
      call.aborted = !response.writableFinished;
      call.ended ??= performance.now();
    });
    const said = judge(call.question, call);
    if (said === 'silence') return;
    if (pause > 0) await delay(pause);
    if (response.destroyed) return;
    const wire = wireOf(request);
    if (typeof said === 'object' && 'status' in said) return refuse(response, said.status);
    const text = typeof said === 'string' ? said : JSON.stringify({ verdicts: said });
    call.counted = countTokens(system + user, said === 'refusal' ? '' : text, call.maxTokens);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(said === 'refusal' ? wire.refusal(call.counted) : wire.whole(text, call.counted)),
    );
  };
  const fake = await startFakeProvider(hear);
  return {
    url: fake.url,
    received: fake.received,
    calls,
    readings,
    asked,
    answer(next) {
      answer = next;
    },
    judge(next, milliseconds = 0) {
      judge = next;
      pause = milliseconds;
    },
    read(next, milliseconds) {
      read = next;
      readerPause = milliseconds;
    },
    reset() {
      calls.length = 0;
      readings.length = 0;
      asked.length = 0;
      fake.received.length = 0;
      answer = speak();
      judge = () => 'silence';
      read = () => [];
      pause = 0;
      readerPause = undefined;
    },
    stop: fake.stop,
  };
}

function refuse(response: Parameters<Handler>[1], status: number): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end('{"error":{"message":"no","type":"server_error","code":null}}');
}

/** Answers with these texts, and bills what is counted: whole, or each in a piece of its own. */
export function sayCounted(pieces: readonly string[], counted: Counted): Handler {
  return (request, response) => {
    const wire = wireOf(request);
    if (isStreamed(request)) {
      startStream(response);
      response.end(wire.opening + pieces.map(wire.delta).join('') + wire.endWith(counted));
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(wire.whole(pieces.join(''), counted)));
  };
}

/** Streams each piece after its milliseconds, and notes when it was sent. */
export function sayPaced(
  pieces: readonly { readonly text: string; readonly after: number }[],
  sent: number[] = [],
): Handler {
  return async (request, response) => {
    const wire = wireOf(request);
    startStream(response);
    response.write(wire.opening);
    for (const { text, after } of pieces) {
      if (after > 0) await delay(after);
      if (response.destroyed) return;
      sent.push(performance.now());
      response.write(wire.delta(text));
    }
    response.end(wire.end);
  };
}
