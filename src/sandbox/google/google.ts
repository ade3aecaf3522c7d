/** The simulated Google: generateContent, streamGenerateContent and countTokens of the Gemini API. */
import type { Answer } from '../answers/prompt.ts';
import { readErrorTable } from '../error-table.ts';
import type { Exchange } from '../exchange.ts';
import type { JsonObject } from '../json.ts';
import { withEmbeddings } from '../openai/embeddings.ts';
import { openAIFront } from '../openai/speak-chat.ts';
import { REASONING_TEXT } from '../reasoning-budget.ts';
import { type Front, type StreamForm, simulateProvider } from '../simulate-provider.ts';
import { type GenerateAsked, readGenerateRequest, readPath } from './read-generate-request.ts';
import { signCall } from './sign-call.ts';

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

/** A filter that looks at the prompt leaves no candidate at all; one that looks at the answer ends a stream. */
const BLOCKED_PROMPT = { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } };

const front: Omit<Front, 'readKey' | 'notJson'> = {
  errors: readErrorTable(new URL('./google-errors.json', import.meta.url), headers),
  headers,
  badRequest: (problem) => ({ error: { code: 400, status: 'INVALID_ARGUMENT', ...problem } }),
};

const generate = simulateProvider<GenerateAsked>({
  ...front,
  serves: (exchange) => readPath(exchange) !== undefined,
  counts: (exchange) => readPath(exchange)?.counts === true,
  writeCount: (tokens) => ({ totalTokens: tokens }),
  // A key in the query would end up in logs; the simulated Google does not look there.
  readKey: ({ header }) => header('x-goog-api-key') || undefined,
  notJson: 'Invalid JSON payload received. Expected an object.',
  readRequest: readGenerateRequest,
  writeWhole(asked, answer, exchange) {
    const blocked = answer.finish === 'filtered';
    return {
      ...(blocked ? BLOCKED_PROMPT : writeCandidates(asked, writeWholeCandidate(asked, answer, exchange))),
      usageMetadata: writeUsage(asked, answer, blocked ? 0 : answer.tokens.length),
      ...writeShared(asked, exchange),
    };
  },
  writeStream,
  writeError: writeFrame,
});

/** Embeddings are asked for in OpenAI's form (ai.google.dev/gemini-api/docs/openai). */
export const simulatedGoogle = withEmbeddings(generate, openAIFront(front), '/v1beta/openai/embeddings');

/** Each answer of several is the same. */
function writeCandidates({ prompt }: GenerateAsked, candidate: JsonObject): JsonObject {
  const indices = Array.from({ length: prompt.choices ?? 1 }, (_, index) => index);
  return { candidates: indices.map((index) => ({ ...candidate, index })) };
}

function writeWholeCandidate(asked: GenerateAsked, answer: Answer, exchange: Exchange): JsonObject {
  const parts: JsonObject[] = [];
  if (showsThoughts(asked, answer)) parts.push({ text: REASONING_TEXT, thought: true });
  const signature = answer.counts.reasoning > 0 ? { thoughtSignature: SIGNATURE } : {};
  if (answer.tokens.length > 0) parts.push({ text: answer.tokens.join(''), ...signature });
  parts.push(...writeCalls(asked, answer, exchange));
  return {
    content: { ...(parts.length > 0 ? { parts } : {}), role: 'model' },
    finishReason: FINISH[answer.finish],
    ...writeLogprobs(asked, answer.tokens),
  };
}

/** Of parallel calls the first is signed. */
function writeCalls({ signs }: GenerateAsked, { calls }: Answer, { serial }: Exchange): JsonObject[] {
  return calls.map(({ name, arguments: args }, index) => ({
    functionCall: { name, args, ...(signs ? { id: `s${serial}-${index}` } : {}) },
    ...(signs && index === 0 ? { thoughtSignature: signCall(name, args) } : {}),
  }));
}

function writeLogprobs({ logprobs }: GenerateAsked, tokens: readonly string[]): JsonObject {
  if (logprobs === undefined) return {};
  const chosen = (token: string) => ({ token, tokenId: token.length, logProbability: -0.25 });
  const others = Array.from({ length: Math.max(0, logprobs - 1) }, (_, index) => ({
    token: `other ${index + 1}`,
    tokenId: index,
    logProbability: -2 - index,
  }));
  const top = (token: string) => ({ candidates: logprobs === 0 ? [] : [chosen(token), ...others] });
  return { logprobsResult: { chosenCandidates: tokens.map(chosen), topCandidates: tokens.map(top) } };
}

function writeStream(asked: GenerateAsked, answer: Answer, exchange: Exchange): StreamForm {
  const shared = writeShared(asked, exchange);
  const write = (candidate: JsonObject, tokens: number) =>
    writeFrame({
      ...writeCandidates(asked, candidate),
      usageMetadata: writeUsage(asked, answer, tokens),
      ...shared,
    });
  const writePart = (part: JsonObject, tokens: number, more: JsonObject = {}) =>
    write({ content: { parts: [part], role: 'model' }, ...more }, tokens);
  const calls = writeCalls(asked, answer, exchange).map((part) => writePart(part, 0));
  return {
    opening: showsThoughts(asked, answer) ? writePart({ text: REASONING_TEXT, thought: true }, 0) : '',
    token: (text, index) => writePart({ text }, index + 1, writeLogprobs(asked, [text])),
    closing: calls.join('') + write(writeLastCandidate(answer), answer.tokens.length),
  };
}

/** The frame that ends a stream has no text of its own: a signature, where no call has one, or the filter's verdict. */
function writeLastCandidate(answer: Answer): JsonObject {
  if (answer.finish === 'filtered') return { finishReason: 'SAFETY', safetyRatings: SAFETY_RATINGS };
  const isSigned = answer.counts.reasoning > 0 && answer.calls.length === 0;
  const signature = isSigned ? { thoughtSignature: SIGNATURE } : {};
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

/** @param tokens how many tokens of each answer have gone out; thoughts are counted apart from them. */
function writeUsage({ prompt }: GenerateAsked, { counts }: Answer, tokens: number): JsonObject {
  const all = tokens * (prompt.choices ?? 1);
  return {
    promptTokenCount: counts.prompt,
    ...(all > 0 ? { candidatesTokenCount: all } : {}),
    totalTokenCount: counts.prompt + all + counts.reasoning,
    ...(counts.cached > 0 ? { cachedContentTokenCount: counts.cached } : {}),
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: counts.prompt }],
    ...(counts.reasoning > 0 ? { thoughtsTokenCount: counts.reasoning } : {}),
  };
}

/** One frame of a stream: its lines end in CRLF. */
function writeFrame(data: object): string {
  return `data: ${JSON.stringify(data)}\r\n\r\n`;
}
