/**
 * What all simulated providers have in common: the order in which a request is looked at (path, key,
 * body, then what the key's scenario wants), and how an answer ends. Everything that a caller sees is
 * the provider's own: its `Speaker` writes it.
 */
import { composeAnswer, countPrompt } from './answers/compose-answer.ts';
import { judgeClaims } from './answers/judge-claims.ts';
import type { Answer, Ending, Prompt } from './answers/prompt.ts';
import type { ErrorTable, Failure } from './error-table.ts';
import { type Exchange, jsonReply, type Reply, type SimulatedProvider } from './exchange.ts';
import { type JsonObject, parseObject } from './json.ts';
import { type Problem, Refusal, refuse } from './refuse.ts';
import { type Scenario, scenarioFor } from './sandbox-keys.ts';

/** A request that a provider has accepted. */
export interface Asked {
  readonly model: string;
  readonly prompt: Prompt;
  readonly stream: boolean;
}

/** The parts of a streamed answer, as they stand on the wire. */
export interface StreamForm {
  readonly opening: string;
  /** @param index counts the tokens from 0. */
  token(text: string, index: number): string;
  /** What ends a complete stream. */
  readonly closing: string;
}

/** What a provider says to every request, whatever is asked. */
export interface Front {
  readonly errors: ErrorTable;
  /** Headers of every reply, beside its content type. */
  headers(exchange: Exchange): Readonly<Record<string, string>>;
  /** The key, from its own place and no other; `undefined` where there is none. */
  readKey(exchange: Exchange): string | undefined;
  /** Said of a body that is not a JSON object. */
  readonly notJson: string;
  /** The body of the reply that refuses a request. */
  badRequest(problem: Problem, exchange: Exchange): object;
}

interface Speaker<A extends Asked> extends Front {
  /** Whether this is the path and the method of a chat. */
  serves(exchange: Exchange): boolean;
  /** @throws Refusal where the real provider would refuse. */
  readRequest(body: JsonObject, exchange: Exchange): A;
  /** Whether the request asks for a count of its prompt's tokens. */
  counts?(exchange: Exchange): boolean;
  writeCount?(tokens: number): JsonObject;
  writeWhole(asked: A, answer: Answer, exchange: Exchange): JsonObject;
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
  return async (exchange, { detect, judge, play }) => {
    if (!speaker.serves(exchange)) return errors.reply('unknownPath', exchange);
    const scenario = letIn(speaker, exchange);
    if (typeof scenario === 'object') return scenario;
    let asked: A;
    try {
      asked = speaker.readRequest(readBody(speaker, exchange), exchange);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return jsonReply(400, speaker.badRequest(error.problem, exchange), speaker.headers(exchange));
    }
    const failing = failureOf(scenario, exchange, errors, asked.stream);
    if (failing !== undefined) return failing;
    if (speaker.counts?.(exchange)) {
      const count = speaker.writeCount?.(countPrompt(asked.prompt).prompt) ?? {};
      return jsonReply(200, count, speaker.headers(exchange));
    }
    const judged = await judgeClaims(asked.prompt, judge);
    const reaction = judged === undefined ? play?.(asked.prompt) : { text: judged };
    const answer = composeAnswer(asked.prompt, endingOf(scenario, asked), detect, reaction);
    const pace = scenario === 'slow' ? 'slow-model' : 'model';
    const cut = scenario === 'cut';
    const headers = speaker.headers(exchange);
    if (!asked.stream) {
      return { ...jsonReply(200, speaker.writeWhole(asked, answer, exchange), headers), pace, cut };
    }
    const form = speaker.writeStream(asked, answer, exchange);
    const breaking = scenario === 'error' ? speaker.writeError(errors.midStream(exchange)) : undefined;
    return {
      kind: 'stream',
      headers: { 'content-type': 'text/event-stream; charset=utf-8', ...headers },
      opening: form.opening,
      frames: framesOf(form, answer.tokens),
      closing: cut ? '' : (breaking ?? form.closing),
      pace,
      cut,
    };
  };
}

/** @returns what the key plays; the refusal of one that is not let in. */
export function letIn({ errors, readKey }: Front, exchange: Exchange): Scenario | Reply {
  const key = readKey(exchange);
  if (key === undefined) return errors.reply('missingKey', exchange);
  const scenario = scenarioFor(key);
  if (scenario === 'invalid') return errors.reply('invalidKey', exchange, key);
  if (scenario === 'revoked') return errors.reply('revokedKey', exchange, key);
  return exchange.body === undefined ? errors.reply('tooLarge', exchange) : scenario;
}

/** @throws Refusal where it is not a JSON object. */
export function readBody({ notJson }: Front, { body = '', header }: Exchange): JsonObject {
  const saysJson = /^application\/json\b/i.test(header('content-type') ?? '');
  return (saysJson ? parseObject(body) : undefined) ?? refuse(notJson);
}

/** @returns what comes in place of an answer; `undefined` where it comes. */
export function failureOf(
  scenario: Scenario,
  exchange: Exchange,
  errors: ErrorTable,
  stream: boolean,
): Reply | undefined {
  const failure = scenario === 'error' && !stream ? 'failed' : FAILURES[scenario];
  if (failure !== undefined) return errors.reply(failure, exchange);
  return scenario === 'timeout' ? { kind: 'silent' } : undefined;
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
