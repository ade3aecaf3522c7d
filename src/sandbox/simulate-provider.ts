/**
 * What all simulated providers have in common: the order in which a request is looked at (path, key,
 * body, then what the key's scenario wants), and how an answer ends. Everything that a caller sees is
 * the provider's own: its `Speaker` writes it.
 */
import { composeAnswer } from './answers/compose-answer.ts';
import type { Answer, Ending, Prompt } from './answers/prompt.ts';
import { type Exchange, Refused, type Reply, type SimulatedProvider } from './exchange.ts';
import { type Scenario, scenarioFor } from './sandbox-keys.ts';

/** A request that a provider has accepted. */
export interface Asked {
  readonly prompt: Prompt;
  readonly stream: boolean;
}

/** A provider's errors in its own words. */
export interface ErrorForms {
  unknownPath(exchange: Exchange): Reply;
  missingKey(exchange: Exchange): Reply;
  invalidKey(exchange: Exchange, key: string): Reply;
  revokedKey(exchange: Exchange, key: string): Reply;
  tooLarge(exchange: Exchange): Reply;
  rateLimited(exchange: Exchange): Reply;
  outOfQuota(exchange: Exchange): Reply;
  overloaded(exchange: Exchange): Reply;
  failed(exchange: Exchange): Reply;
  /** The error event of a stream that fails after its 200, as it stands on the wire. */
  streamEvent(exchange: Exchange): string;
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
  readonly errors: ErrorForms;
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
}

export function simulateProvider<A extends Asked>(speaker: Speaker<A>): SimulatedProvider {
  const { errors } = speaker;
  return (exchange, detect) => {
    if (!speaker.serves(exchange)) return errors.unknownPath(exchange);
    const key = speaker.readKey(exchange);
    if (key === undefined) return errors.missingKey(exchange);
    // A key that the gateway sent here has been sorted out already: whatever it is, it gets a scenario.
    const scenario = scenarioFor(key, { all: true }) ?? 'answer';
    if (scenario === 'invalid') return errors.invalidKey(exchange, key);
    if (scenario === 'revoked') return errors.revokedKey(exchange, key);
    if (exchange.body === undefined) return errors.tooLarge(exchange);
    let asked: A;
    try {
      asked = speaker.readRequest(exchange, exchange.body);
    } catch (error) {
      if (error instanceof Refused) return error.reply;
      throw error;
    }
    const failure = failureOf(scenario, asked, errors, exchange);
    if (failure !== undefined) return failure;
    const answer = composeAnswer(asked.prompt, endingOf(scenario, asked), detect);
    return asked.stream
      ? streamAnswer(speaker, asked, answer, scenario, exchange)
      : wholeAnswer(speaker, asked, answer, scenario, exchange);
  };
}

/** What a scenario replies instead of an answer. */
function failureOf(
  scenario: Scenario,
  asked: Asked,
  errors: ErrorForms,
  exchange: Exchange,
): Reply | undefined {
  switch (scenario) {
    case 'ratelimited':
      return errors.rateLimited(exchange);
    case 'quota':
      return errors.outOfQuota(exchange);
    case 'overloaded':
      return errors.overloaded(exchange);
    case 'timeout':
      return { kind: 'silent' };
    case 'error':
      return asked.stream ? undefined : errors.failed(exchange);
    default:
      return undefined;
  }
}

function endingOf(scenario: Scenario, asked: Asked): Ending {
  if (scenario === 'length' || scenario === 'filtered') return scenario;
  return asked.stream && (scenario === 'cut' || scenario === 'error') ? 'broken' : 'own';
}

function wholeAnswer<A extends Asked>(
  speaker: Speaker<A>,
  asked: A,
  answer: Answer,
  scenario: Scenario,
  exchange: Exchange,
): Reply {
  const { headers, body } = speaker.writeWhole(asked, answer, exchange);
  return {
    kind: 'whole',
    status: 200,
    headers,
    body: JSON.stringify(body),
    pace: scenario === 'slow' ? 'slow-model' : 'model',
    cut: scenario === 'cut',
  };
}

function streamAnswer<A extends Asked>(
  speaker: Speaker<A>,
  asked: A,
  answer: Answer,
  scenario: Scenario,
  exchange: Exchange,
): Reply {
  const form = speaker.writeStream(asked, answer, exchange);
  const closings: Partial<Record<Scenario, string>> = {
    cut: '',
    error: speaker.errors.streamEvent(exchange),
  };
  return {
    kind: 'stream',
    headers: form.headers,
    opening: form.opening,
    frames: framesOf(form, answer.tokens),
    closing: closings[scenario] ?? form.closing,
    pace: scenario === 'slow' ? 'slow-model' : 'model',
    cut: scenario === 'cut',
  };
}

/** Written one at a time, so that an answer that nobody waits for costs nothing. */
function* framesOf(form: StreamForm, tokens: readonly string[]): Generator<string> {
  let index = 0;
  for (const token of tokens) yield form.token(token, index++);
}
