/** The simulated Google: generateContent and streamGenerateContent of the Gemini API. */
import type { Answer } from '../answers/prompt.ts';
import { readErrorTable } from '../error-table.ts';
import type { Exchange } from '../exchange.ts';
import type { JsonObject } from '../json.ts';
import { REASONING_TEXT } from '../reasoning-budget.ts';
import { type StreamForm, simulateProvider } from '../simulate-provider.ts';
import { type GenerateAsked, readGenerateRequest, readPath } from './read-generate-request.ts';

const FINISH = {
  end: 'STOP',
  tool_calls: 'STOP',
  stop_sequence: 'STOP',
  length: 'MAX_TOKENS',
  filtered: 'SAFETY',
} as const;
const SAFETY_RATINGS = [{ category: 'HARM_CATEGORY_DANGEROUS_CONTENT', probability: 'HIGH', blocked: true }];
const SIGNATURE = 'c2FuZGJveC1zaWduYXR1cmU=';

const headers = () => ({ vary: 'Origin', server: 'scaffolding on HTTPServer2' });

interface GoogleProblem {
  readonly message: string;
  readonly details?: readonly object[] | undefined;
}

/** A filter that looks at the prompt leaves no candidate at all; one that looks at the answer ends a stream. */
const BLOCKED_PROMPT = { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } };

export const simulatedGoogle = simulateProvider<GenerateAsked, GoogleProblem>({
  errors: readErrorTable(new URL('./google-errors.json', import.meta.url), headers),
  headers,
  serves: (exchange) => readPath(exchange) !== undefined,
  // A key in the query would end up in logs; the simulated Google does not look there.
  readKey: ({ header }) => header('x-goog-api-key') || undefined,
  notJson: { message: 'Invalid JSON payload received. Expected an object.' },
  badRequest: (problem) => ({ error: { code: 400, status: 'INVALID_ARGUMENT', ...problem } }),
  readRequest: (body, refuse, exchange) =>
    readGenerateRequest(body, (message, details) => refuse({ message, details }), exchange),
  writeWhole(asked, answer, exchange) {
    const blocked = answer.finish === 'filtered';
    return {
      ...(blocked ? BLOCKED_PROMPT : { candidates: [writeWholeCandidate(asked, answer)] }),
      usageMetadata: writeUsage(answer, blocked ? 0 : answer.tokens.length),
      ...writeShared(asked, exchange),
    };
  },
  writeStream,
  writeError: writeFrame,
});

function writeWholeCandidate(asked: GenerateAsked, answer: Answer): JsonObject {
  const parts: JsonObject[] = [];
  if (showsThoughts(asked, answer)) parts.push({ text: REASONING_TEXT, thought: true });
  const signature = answer.counts.reasoning > 0 ? { thoughtSignature: SIGNATURE } : {};
  if (answer.tokens.length > 0) parts.push({ text: answer.tokens.join(''), ...signature });
  return {
    content: { ...(parts.length > 0 ? { parts } : {}), role: 'model' },
    finishReason: FINISH[answer.finish],
    index: 0,
  };
}

function writeStream(asked: GenerateAsked, answer: Answer, exchange: Exchange): StreamForm {
  const shared = writeShared(asked, exchange);
  const write = (candidate: JsonObject, tokens: number) =>
    writeFrame({
      candidates: [{ ...candidate, index: 0 }],
      usageMetadata: writeUsage(answer, tokens),
      ...shared,
    });
  const thought = { content: { parts: [{ text: REASONING_TEXT, thought: true }], role: 'model' } };
  return {
    opening: showsThoughts(asked, answer) ? write(thought, 0) : '',
    token: (text, index) => write({ content: { parts: [{ text }], role: 'model' } }, index + 1),
    closing: write(writeLastCandidate(answer), answer.tokens.length),
  };
}

/** The frame that ends a stream has no text of its own: a signature, or the filter's verdict. */
function writeLastCandidate(answer: Answer): JsonObject {
  if (answer.finish === 'filtered') return { finishReason: 'SAFETY', safetyRatings: SAFETY_RATINGS };
  const signature = answer.counts.reasoning > 0 ? { thoughtSignature: SIGNATURE } : {};
  return {
    content: { parts: [{ text: '', ...signature }], role: 'model' },
    finishReason: FINISH[answer.finish],
  };
}

function showsThoughts(asked: GenerateAsked, answer: Answer): boolean {
  return asked.includeThoughts && answer.counts.reasoning > 0;
}

function writeShared({ model }: GenerateAsked, { serial }: Exchange): JsonObject {
  return { modelVersion: model, responseId: `sandbox-${serial}` };
}

/** @param tokens how many of the answer's tokens have gone out; thoughts are counted apart from them. */
function writeUsage({ counts }: Answer, tokens: number): JsonObject {
  return {
    promptTokenCount: counts.prompt,
    ...(tokens > 0 ? { candidatesTokenCount: tokens } : {}),
    totalTokenCount: counts.prompt + tokens + counts.reasoning,
    ...(counts.cached > 0 ? { cachedContentTokenCount: counts.cached } : {}),
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: counts.prompt }],
    ...(counts.reasoning > 0 ? { thoughtsTokenCount: counts.reasoning } : {}),
  };
}

/** One frame of a stream: its lines end in CRLF. */
function writeFrame(data: object): string {
  return `data: ${JSON.stringify(data)}\r\n\r\n`;
}
