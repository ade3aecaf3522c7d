/**
 * What all simulated providers have in common: the order in which a request is looked at (path, key,
 * body, then what the key's scenario wants), and how an answer ends. Everything that a caller sees is
 * the provider's own: its `Speaker` writes it.
 */
import { composeAnswer } from './answers/compose-answer.ts';
import type { Answer, Ending, Prompt } from './answers/prompt.ts';
import type { ErrorTable, Failure } from './error-table.ts';
import { type Exchange, Refused, type SimulatedProvider } from './exchange.ts';
import { type Scenario, scenarioFor } from './sandbox-keys.ts';

/** A request that a provider has accepted. */
export interface Asked {
  readonly model: string;
  readonly prompt: Prompt;
  readonly stream: boolean;
}

/** The parts of a streamed answer, as they stand on the wire. */
export interface StreamForm {
  readonly headers: Readonly<Record<string, string>>;
  readonly opening: string;
  /** @param index counts the tokens from 0. */
  token(text: string, index: number): string;
  /** What ends a complete stream. */
  readonly closing: string;
}

export interface Speaker<A extends Asked> {
  readonly errors: ErrorTable;
  /** Whether this is the path and the method of a chat. */
  serves(exchange: Exchange): boolean;
  /** The key, from its own place and no other; `undefined` where there is none. */
  readKey(exchange: Exchange): string | undefined;
  /** @throws Refused where the real provider would refuse. */
  readRequest(exchange: Exchange, body: string): A;
  writeWhole(
    asked: A,
    answer: Answer,
    exchange: Exchange,
  ): { readonly headers: Readonly<Record<string, string>>; readonly body: unknown };
  writeStream(asked: A, answer: Answer, exchange: Exchange): StreamForm;
  /** An error in mid-stream, as it stands on the wire. */
  writeError(error: object): string;
}

/** What the scenarios reply instead of an answer. */
const FAILURES: Partial<Record<Scenario, Failure>> = {
  ratelimited: 'rateLimited',
  quota: 'outOfQuota',
  overloaded: 'overloaded',
};

export function simulateProvider<A extends Asked>(speaker: Speaker<A>): SimulatedProvider {
  const { errors } = speaker;
  return (exchange, detect) => {
    if (!speaker.serves(exchange)) return errors.reply('unknownPath', exchange);
    const key = speaker.readKey(exchange);
    if (key === undefined) return errors.reply('missingKey', exchange);
    const scenario = scenarioFor(key);
    if (scenario === 'invalid') return errors.reply('invalidKey', exchange, key);
    if (scenario === 'revoked') return errors.reply('revokedKey', exchange, key);
    if (exchange.body === undefined) return errors.reply('tooLarge', exchange);
    let asked: A;
    try {
      asked = speaker.readRequest(exchange, exchange.body);
    } catch (error) {
      if (error instanceof Refused) return error.reply;
      throw error;
    }
    const failure = scenario === 'error' && !asked.stream ? 'failed' : FAILURES[scenario];
    if (failure !== undefined) return errors.reply(failure, exchange);
    if (scenario === 'timeout') return { kind: 'silent' };
    const answer = composeAnswer(asked.prompt, endingOf(scenario, asked), detect);
    const pace = scenario === 'slow' ? 'slow-model' : 'model';
    const cut = scenario === 'cut';
    if (!asked.stream) {
      const { headers, body } = speaker.writeWhole(asked, answer, exchange);
      return { kind: 'whole', status: 200, headers, body: JSON.stringify(body), pace, cut };
    }
    const form = speaker.writeStream(asked, answer, exchange);
    const frames = framesOf(form, answer.tokens);
    const failing = scenario === 'error' ? speaker.writeError(errors.midStream(exchange)) : undefined;
    const closing = cut ? '' : (failing ?? form.closing);
    return { kind: 'stream', headers: form.headers, opening: form.opening, frames, closing, pace, cut };
  };
}

function endingOf(scenario: Scenario, { stream }: Asked): Ending {
  if (scenario === 'length' || scenario === 'filtered') return scenario;
  return stream && (scenario === 'cut' || scenario === 'error') ? 'broken' : 'own';
}

/** Written one at a time, so that an answer that nobody waits for costs nothing. */
function* framesOf(form: StreamForm, tokens: readonly string[]): Generator<string> {
  let index = 0;
  for (const token of tokens) yield form.token(token, index++);
}
