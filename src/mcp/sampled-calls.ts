/**
 * Calls of tools that ask the client's model on their way. Until 2025 a server asks while the call is open. Since the
 * revision of 2026 a call ends with its questions, and is made again with the answers: until then its work waits here.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CallToolResult,
  type CreateMessageRequestParams,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { GatewayError } from '../domain/errors.ts';
import {
  LONGEST_SAMPLE,
  modelBySampling,
  notAnswered,
  offersModel,
  readAnswer,
  type Sample,
} from './client-model.ts';
import type { ClientModel } from './mcp-service.ts';

type Result = CallToolResult;
/** @param context of the call as it is made at the moment. */
type Work = (
  client: ClientModel | undefined,
  context: () => ServerContext,
  signal: AbortSignal,
) => Promise<Result>;

interface Question {
  readonly params: CreateMessageRequestParams;
  readonly resolve: (answer: string) => void;
  readonly reject: (reason: unknown) => void;
  sent: boolean;
}

/** Milliseconds in which questions that come together are gathered. */
const GATHER = 20;

/** Of one connection. */
export function createSampledCalls(server: McpServer) {
  const waiting = new Map<string, ReturnType<typeof openCall>>();
  let count = 0;
  // Nobody will answer.
  server.server.onclose = () => {
    for (const call of waiting.values()) call.end();
    waiting.clear();
  };

  return {
    /** @returns the result of the work, or the questions that it waits for. @throws what the work throws. */
    async run(context: ServerContext, work: Work): Promise<Result | InputRequiredResult> {
      const { mcpReq } = context;
      const state = mcpReq.requestState<string>();
      const known = state === undefined ? undefined : waiting.get(state);
      if (state !== undefined && known === undefined) {
        throw new GatewayError('bad_request', 'This call has ended: call the tool again');
      }
      const call = known ?? openCall(context, offersModel(server, context), work);
      call.goOn(context);
      if (state !== undefined) waiting.delete(state);
      const step = await call.next(mcpReq.signal);
      if ('result' in step) return step.result;
      const name = `call-${++count}`;
      waiting.set(name, call);
      return inputRequired({ inputRequests: step.questions, requestState: name });
    },
  };
}

function openCall(first: ServerContext, offered: boolean, work: Work) {
  const stop = new AbortController();
  const questions = new Map<string, Question>();
  let context = first;
  let count = 0;
  let outcome: { readonly result: Result } | { readonly error: unknown } | undefined;
  let wake = (): void => {};

  /** Since 2026: waits until the call is made again. */
  const askLater: Sample = (params, signal) =>
    new Promise((resolve, reject) => {
      const name = `question-${++count}`;
      const giveUp = (): void => {
        questions.delete(name);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      questions.set(name, { params, resolve, reject, sent: false });
      wake();
    });
  const askNow: Sample = async (params, signal) => {
    const answer = await first.mcpReq
      .requestSampling(params, { signal, timeout: LONGEST_SAMPLE })
      .catch((error: Error) => {
        signal.throwIfAborted();
        throw notAnswered(error.message);
      });
    return readAnswer(answer.content);
  };
  const sample = first.mcpReq.envelope === undefined ? askNow : askLater;
  const done = work(offered ? modelBySampling(sample) : undefined, () => context, stop.signal).then(
    (result) => {
      outcome = { result };
    },
    (error: unknown) => {
      outcome = { error };
    },
  );

  return {
    end: (): void => stop.abort(),
    /** Takes the answers that a call which was made again has brought. */
    goOn(next: ServerContext): void {
      context = next;
      for (const [name, { sent, resolve, reject }] of questions) {
        if (!sent) continue;
        questions.delete(name);
        const response = inputResponse(next.mcpReq.inputResponses, name);
        try {
          resolve(readAnswer(response.kind === 'sampling' ? response.result.content : undefined));
        } catch (error) {
          reject(error);
        }
      }
    },
    /** @param signal of the call as it is made at the moment: where it aborts, so does the work. */
    async next(signal: AbortSignal) {
      const abort = (): void => stop.abort(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      try {
        for (;;) {
          if (outcome !== undefined) {
            if ('error' in outcome) throw outcome.error;
            return outcome;
          }
          if (questions.size === 0) {
            await Promise.race([done, new Promise<void>((resolve) => (wake = resolve))]);
          } else {
            await Promise.race([done, delay(GATHER)]);
            if (outcome === undefined && questions.size > 0) return { questions: send(questions) };
          }
        }
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
  };
}

function send(questions: ReadonlyMap<string, Question>) {
  return Object.fromEntries(
    [...questions].map(([name, question]) => {
      question.sent = true;
      return [name, inputRequired.createMessage(question.params)];
    }),
  );
}
