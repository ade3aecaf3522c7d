/** A simulated reader for tests: reads the question by its documented form, and answers what it is given. */
import { type ChatRequest, textOf } from '../../../domain/chat.ts';
import type { PreparedCall, Upstream } from '../../../models/upstream/call-provider.ts';

/** A passage of the question as a reader sees it. */
export interface SeenPassage {
  readonly number: number;
  /** `""` where there is none. */
  readonly question: string;
  readonly text: string;
  readonly claims: readonly { readonly number: number; readonly text: string }[];
}

export interface SeenReading {
  readonly system: string;
  readonly user: string;
  readonly passages: readonly SeenPassage[];
}

const PASSAGE =
  /^Passage (\d+)\n(?:<<<QUESTION ([0-9a-f]{16,})>>>\n(.*)\n<<<END QUESTION \2>>>\n)?<<<TEXT ([0-9a-f]{16,})>>>\n(.*)\n<<<END TEXT \4>>>\n<<<CLAIMS \4>>>\n([\s\S]*?)\n<<<END CLAIMS \4>>>$/gm;

/** @returns the reader's question; `undefined` where the request asks something else. */
export function readReaderQuestion(request: ChatRequest): SeenReading | undefined {
  const [system = '', user = ''] = request.messages.map(textOf);
  if (!system.startsWith('You read claims for Claimgate')) return undefined;
  const passages = [...user.matchAll(PASSAGE)].map(
    ([, number, , question = '', , text = '', claims = '']) => ({
      number: Number(number),
      question,
      text,
      claims: [...claims.matchAll(/^\[(\d+)\] (.*)$/gm)].map(([, claim, said = '']) => ({
        number: Number(claim),
        text: said,
      })),
    }),
  );
  return { system, user, passages };
}

/** A reading as the reader writes it. */
export const readingOf = (claim: number, reading = '', parts: readonly string[] = []) => ({
  claim,
  reading,
  parts,
});

export interface ReaderCall {
  readonly question: SeenReading;
  readonly request: ChatRequest;
  aborted: boolean;
}

/**
 * @param answer what it says: readings, a text of its own, an error to throw, or nothing, ever.
 * @param milliseconds how long it takes.
 */
export function simulateReader(
  answer: (question: SeenReading, call: number) => object[] | string | Error | 'silence',
  milliseconds = 0,
) {
  const calls: ReaderCall[] = [];
  const upstream = {
    prepare: (_endpoint: unknown, _model: unknown, request: ChatRequest) =>
      ({ request }) as unknown as PreparedCall,
    async complete(prepared: PreparedCall, signal: AbortSignal) {
      const { request } = prepared as unknown as { request: ChatRequest };
      const question = readReaderQuestion(request);
      if (question === undefined) throw new Error('The question is not one for the reader');
      const call: ReaderCall = { question, request, aborted: false };
      const said = answer(question, calls.length);
      calls.push(call);
      signal.addEventListener('abort', () => {
        call.aborted = true;
      });
      if (said === 'silence') return new Promise(() => {});
      if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
      if (said instanceof Error) throw said;
      const content = typeof said === 'string' ? said : JSON.stringify({ readings: said });
      const promptTokens = Math.ceil((question.system.length + question.user.length) / 4);
      return {
        content,
        finishReason: 'stop',
        usage: { promptTokens, completionTokens: Math.ceil(content.length / 4) },
      };
    },
  } as unknown as Upstream;
  return { calls, upstream };
}
