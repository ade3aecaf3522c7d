/**
 * How one chat request is served: compose what the model is sent, ask it, find the claims of the conversation
 * meanwhile and those of the answer as it comes, and send with the answer what was found. Its steps share one request's state, so they stand in one file.
 */

import type { AnswerAction } from '../../domain/answer-action.ts';
import type { ChatRequest, Completion, Message } from '../../domain/chat.ts';
import type { AnswerHead, ChatAnswer, ChatEvent, ChatStream, Narration } from '../../domain/chat-answer.ts';
import type { Claim, FactCheckMetadata } from '../../domain/claim.ts';
import { GatewayError } from '../../domain/errors.ts';
import { type CheckMode, type FactCheckMode, reaches } from '../../domain/fact-check-mode.ts';
import type { CheckResult } from '../../engine/factcheck/check-event.ts';
import {
  type CheckPlan,
  planCheck,
  type VerifySettings,
  wishFor,
} from '../../engine/factcheck/check-plan.ts';
import type { ClaimMemory } from '../../engine/factcheck/claim-memory.ts';
import {
  citableEvidence,
  giveEvidence,
  type NumberedEvidence,
  type PlacedEvidence,
} from '../../engine/factcheck/give-evidence.ts';
import type { ExampleBank } from '../../engine/factcheck/normalize/example-bank.ts';
import {
  normalizationQuestion,
  normalizeWithModel,
} from '../../engine/factcheck/normalize/normalize-with-model.ts';
import { type OpenCheck, openCheck } from '../../engine/factcheck/open-check.ts';
import { resultOf, wholeAnswer } from '../../engine/factcheck/run-check.ts';
import { marksOf } from '../../models/dialects/cache-marks.ts';
import { jsonModel, jsonRequest } from '../../models/upstream/ask-json.ts';
import type { PreparedCall, Upstream } from '../../models/upstream/call-provider.ts';
import type { ChunkBatches } from '../../models/upstream/read-chunks.ts';
import { type Acting, actOnAnswer } from './actions/act-on-answer.ts';
import { actOnStream } from './actions/act-on-stream.ts';
import { withoutNotes, writeNote } from './actions/correction-note.ts';
import { retryMessages } from './actions/retry-messages.ts';
import { type AskedRequest, createModelCalls } from './ask-model.ts';
import type { CallMemory } from './call-memory.ts';
import type { ChatCall, PreparedChat } from './chat-call.ts';
import { decideTask, tasksOf } from './decide-task.ts';
import { openEvidenceMemory, type Reply, type SealedMemory } from './evidence-memory.ts';
import { narrate, narrateUnchecked, narrateWhole, piecesOf } from './narrate.ts';
import { composeMessages, type Task } from './prompts.ts';

export interface Chat {
  /** @throws GatewayError 400 where the provider cannot serve the request. */
  prepare(call: ChatCall): Promise<PreparedChat>;
  answer(chat: PreparedChat, signal: AbortSignal): Promise<ChatAnswer>;
  /** @returns once the provider has said 200. */
  stream(chat: PreparedChat, signal: AbortSignal): Promise<ChatStream>;
}

interface ChatOptions {
  readonly upstream: Upstream;
  /** Examples of normalized posts; none where the operator supplies none. */
  readonly examples: ExampleBank;
  readonly verify: VerifySettings;
  readonly calls: CallMemory;
  /** Of what the model was given to read. */
  readonly evidence: SealedMemory;
  readonly claims: ClaimMemory;
  /** Whether conversations that nobody has marked are marked for the provider's cache. */
  readonly marksConversations: boolean;
  /** At least 24 random URL-safe characters. */
  readonly newId: () => string;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Resolves after the event loop has turned. */
  readonly yieldTurn: () => Promise<void>;
}

export function createChat(options: ChatOptions): Chat {
  const { upstream, examples, verify, newId, now, yieldTurn } = options;
  const { fenceWord } = verify;

  const calls = createModelCalls({ upstream, memory: options.calls, newId });

  const head = (chat: PreparedChat, { citable }: Partial<Opening> = {}): AnswerHead => ({
    id: `chatcmpl-${newId()}`,
    created: Math.floor(now() / 1_000),
    model: chat.call.model.id,
    adjusted: chat.upstream.translated.adjusted,
    ...(chat.upstream.translated.asWritten === true ? { writtenBy: chat.call.endpoint.provider } : {}),
    ...(citable === undefined ? {} : { citable }),
  });

  /** Whether the answer gets verdicts, and what was asked for can be done with it: a note would break JSON. */
  const canAct = (chat: PreparedChat): boolean => {
    const { action } = chat.call.factCheck;
    if (action.do === 'annotate' || !reaches(chat.mode, 'ground')) return false;
    if (action.do === 'append' && chat.call.request.responseFormat !== undefined) return false;
    return planOf(chat.mode, chat).rung === 'judge';
  };

  /** The verdicts of a chat are its own model's, where no other is named. */
  const planOf = (mode: CheckMode, { call, task }: PreparedChat): CheckPlan => {
    const { factCheck, endpoint, key, model } = call;
    const { judgeModel: target = { endpoint, key, model } } = factCheck;
    const factsAlone = factCheck.factsAlone && task !== 'fact_check';
    return planCheck(verify, wishFor(mode, { ...factCheck, factsAlone, model: jsonModel(upstream, target) }));
  };

  /**
   * Finds the conversation's claims, and where evidence on them is wanted looks for it and gives it to the
   * model. Where none is wanted, the model is asked meanwhile.
   */
  const open = async (chat: PreparedChat, signal: AbortSignal): Promise<Opening> => {
    const { mode, call } = chat;
    if (!reaches(mode, 'detect')) return { upstream: chat.upstream };
    const { factCheck, request } = call;
    const { callerId } = factCheck;
    const cite = factCheck.citations && request.responseFormat === undefined;
    const plan = planOf(mode, chat);
    const memory = givesEvidence(chat)
      ? openEvidenceMemory(options.evidence, {
          ...{ callerId, user: request.user, messages: request.messages },
          documentsFrom: factCheck.documentsFrom,
          wish: JSON.stringify([cite, factCheck.evidenceWish]),
        })
      : undefined;
    const opened = openCheck(
      request.messages,
      {
        plan,
        listing: factCheck.claims,
        choices: request.choices,
        minConfidence: factCheck.minConfidence,
        minCheckWorthiness: factCheck.minCheckWorthiness,
        revise: factCheck.revise,
        cite,
        ...(memory === undefined ? {} : { recall: memory.recall }),
        detector: {
          detect: (text) => options.claims.detect(callerId, text),
          judge: options.claims.judgeOf(callerId),
          recall: (...answer) => options.claims.claimsOfAnswer(callerId, ...answer),
        },
      },
      yieldTurn,
      signal,
    );
    // Awaited when the model has answered; a provider that fails before takes this one's failure with it.
    opened.catch(() => {});
    if (memory === undefined) return { upstream: chat.upstream, check: opened };
    const { recall } = memory;
    const given =
      plan.rung === 'detect'
        ? await giveEvidence(request.messages, { recall, find: async () => [], cite, fenceWord })
        : (await opened).given;
    memory.keep(given);
    return {
      upstream: prepareWith(chat, given),
      check: opened,
      answered: memory.answered,
      given,
      ...(cite ? { citable: citableEvidence(given) } : {}),
    };
  };

  /** A conversation whose next step will read the prompt from the provider's cache, without a mark of its caller's. */
  const marked = (request: ChatRequest, { adapter }: ChatCall['endpoint']): ChatRequest => {
    const isLeft = request.promptCacheOptions === undefined && marksOf(request).length === 0;
    if (!options.marksConversations || adapter.cachesByMarks !== true || !isLeft) return request;
    return { ...request, promptCacheOptions: { mode: 'implicit' } };
  };

  const prepareCall = (
    { endpoint, model, key, onShortened }: ChatCall,
    request: ChatRequest,
  ): PreparedCall => {
    const prepared = upstream.prepare(endpoint, model, marked(request, endpoint), key);
    return onShortened === undefined ? prepared : { ...prepared, onShortened };
  };

  /**
   * The same request, with the evidence behind the questions that it was found for.
   *
   * @param further messages behind the conversation.
   */
  const prepareWith = (
    chat: PreparedChat,
    given: readonly PlacedEvidence[],
    further: readonly Message[] = [],
  ): PreparedCall => {
    const evidence = given.flatMap(({ question: behind, text }) =>
      text === undefined ? [] : [{ behind, text }],
    );
    if (evidence.length === 0 && further.length === 0) return chat.upstream;
    const { call, task } = chat;
    const { messages } = call.request;
    const tasks = tasksOf(messages, task, call.task === 'auto');
    const composed = composeMessages(messages, tasks, evidence);
    return prepareCall(call, { ...call.request, messages: [...composed, ...further] });
  };

  const actingOn = ({ call }: PreparedChat, action: AnswerAction): Acting => ({
    action,
    answerIndex: call.request.messages.length,
    note: (claims) => writeNote(claims, fenceWord),
  });

  /** The same opening, for an answer that is asked for once more. */
  const reopen = (chat: PreparedChat, opening: Opening, ...wrong: WrongAnswer): Opening => ({
    ...opening,
    upstream: prepareWith(chat, opening.given ?? [], retryMessages(...wrong, fenceWord)),
  });

  const normalize = async (chat: PreparedChat, signal: AbortSignal): Promise<Asked> => {
    const { request, ...target } = chat.call;
    const { content, usage, ...normalization } = await normalizeWithModel(
      { upstream, target, request, examples },
      signal,
    );
    return {
      completion: { content, finishReason: 'stop', ...(usage === undefined ? {} : { usage }) },
      normalization,
    };
  };

  const story: Chat = {
    async prepare(asked) {
      const request = withoutNotes(asked.request, fenceWord);
      const recalled = await calls.recall({ ...askedBy(asked), request }, asked.endpoint.adapter);
      const call = { ...asked, request: recalled };
      const task = call.task === 'auto' ? decideTask(call.request, call.factCheck.mode) : call.task;
      if (statesClaim(call) && call.request.responseFormat !== undefined) {
        throw new GatewayError('unsupported', "response_format is not supported with task 'normalize'", {
          param: 'response_format',
        });
      }
      const composed = statesClaim(call)
        ? jsonRequest(normalizationQuestion(call.request, examples), call.model.capabilities)
        : {
            ...call.request,
            messages: composeMessages(
              call.request.messages,
              tasksOf(call.request.messages, task, call.task === 'auto'),
            ),
          };
      const mode = modeOf(call, task);
      const prepared = { call, task, upstream: prepareCall(call, composed), mode };
      return canAct(prepared) ? { ...prepared, action: call.factCheck.action } : prepared;
    },

    async answer(chat, signal) {
      const opening = await open(chat, signal);
      const answer = await answerOnce(chat, opening, signal);
      if (chat.action === undefined) return answer;
      return actOnAnswer(answer, {
        ...actingOn(chat, chat.action),
        askAgain: (...wrong) => answerOnce(chat, reopen(chat, opening, ...wrong), signal),
      });
    },

    async stream(chat, caller) {
      // What is decided as a whole is sent when it is decided.
      if (statesClaim(chat.call)) {
        return asStream(await story.answer(chat, caller), chat.call.factCheck.streamEvents);
      }
      const opening = await open(chat, caller);
      const narration = await streamOnce(chat, opening, caller);
      if (chat.action === undefined) return { ...head(chat, opening), ...narration };
      const acting = actOnStream(narration, {
        ...actingOn(chat, chat.action),
        askAgain: (...wrong) => streamOnce(chat, reopen(chat, opening, ...wrong), caller),
      });
      return { ...head(chat, opening), ...acting };
    },
  };

  const answerOnce = async (
    chat: PreparedChat,
    opening: Opening,
    signal: AbortSignal,
  ): Promise<ChatAnswer> => {
    const asking = askWhole(chat, opening, signal);
    // Where the check fails before, nobody else hears of it.
    asking.catch(() => {});
    const check = await opening.check;
    const pieces = wholeAnswer(() => textsOf(asking));
    const result = check && (await resultOf(check.read(pieces, 'answer', signal)));
    const { completion, normalization } = await asking;
    opening.answered?.(completion);
    return { ...head(chat, opening), ...completion, ...withNormalization(result, normalization) };
  };

  /** @returns once the provider has said 200. */
  const streamOnce = async (
    chat: PreparedChat,
    opening: Opening,
    caller: AbortSignal,
  ): Promise<Narration> => {
    const { request, factCheck } = chat.call;
    const batches = await calls.stream(askedBy(chat.call), opening.upstream, caller);
    const pieces = piecesOf(
      opening.answered === undefined ? batches : watchReply(batches, opening.answered),
      request.choices,
    );
    const check = await opening.check?.catch((error: unknown) => {
      pieces.close();
      throw error;
    });
    return check === undefined
      ? narrateUnchecked(pieces)
      : narrate(pieces, check.read(pieces, 'stream', caller), factCheck.streamEvents);
  };

  const askWhole = async (chat: PreparedChat, opening: Opening, signal: AbortSignal): Promise<Asked> =>
    statesClaim(chat.call)
      ? normalize(chat, signal)
      : { completion: await calls.complete(askedBy(chat.call), opening.upstream, signal) };

  return story;
}

function askedBy({ request, factCheck }: ChatCall): AskedRequest {
  return { request, callerId: factCheck.callerId };
}

/** An answer, and what is wrong in it. */
type WrongAnswer = readonly [answer: { readonly content: string }, claims: readonly Claim[]];

/** What is sent to the model, and what is found meanwhile. */
interface Opening {
  readonly upstream: PreparedCall;
  /** Absent where nothing is checked. */
  readonly check?: Promise<OpenCheck>;
  readonly citable?: readonly NumberedEvidence[];
  /** The evidence that the model reads. */
  readonly given?: readonly PlacedEvidence[];
  /** To be called with what the model has answered. */
  readonly answered?: (reply: Reply) => void;
}

/** Passes a stream on, and says at its end what the first answer was. */
function watchReply(batches: ChunkBatches, answered: (reply: Reply) => void): ChunkBatches {
  let content = '';
  const toolCalls: { readonly id: string }[] = [];
  return {
    async next() {
      const chunks = await batches.next();
      if (chunks === undefined) answered({ content, toolCalls });
      for (const chunk of chunks ?? []) {
        if (chunk.type === 'text' && chunk.choice === undefined) content += chunk.text;
        else if (chunk.type === 'tool_call' && chunk.choice === undefined) toolCalls.push({ id: chunk.id });
      }
      return chunks;
    },
    close: () => batches.close(),
  };
}

/** Whether the claim is to be stated in steps of the gateway's own, whose outcome is the answer. */
function statesClaim({ task }: ChatCall): boolean {
  return task === 'normalize';
}

/** Whether the model reads evidence: with what is asked beside the conversation, it would only disturb. */
function givesEvidence({ call, task }: PreparedChat): boolean {
  return reaches(call.factCheck.mode, 'ground') && task !== 'helper' && !statesClaim(call);
}

/** A claim is stated from the post alone, and a chat named after what was said: evidence would only disturb. */
function modeOf(call: ChatCall, task: Task): FactCheckMode {
  const { mode } = call.factCheck;
  return (task === 'normalize' || task === 'helper') && reaches(mode, 'detect') ? 'detect' : mode;
}

/** What the model answered. */
interface Asked {
  readonly completion: Completion;
  readonly normalization?: NonNullable<FactCheckMetadata['normalization']>;
}

async function textsOf(asking: Promise<Asked>): Promise<readonly string[]> {
  const { completion } = await asking;
  return [completion, ...(completion.more ?? [])].map(({ content }) => content);
}

function withNormalization(
  result: CheckResult | undefined,
  normalization: Asked['normalization'],
): Partial<CheckResult> {
  if (result === undefined) return {};
  const { metadata, claims } = result;
  return { metadata: normalization === undefined ? metadata : { ...metadata, normalization }, claims };
}

/** A whole answer in the form of a streamed one. */
function asStream(answer: ChatAnswer, withClaims: boolean): ChatStream {
  const { content, finishReason, usage, metadata, claims = [], ...head } = answer;
  const events: ChatEvent[] = content === '' ? [] : [{ type: 'text', text: content }];
  if (withClaims) for (const claim of metadata?.claims ?? []) events.push({ type: 'claim', claim });
  events.push({ type: 'finish', finishReason, ...(metadata === undefined ? {} : { metadata, claims }) });
  if (usage !== undefined) events.push({ type: 'usage', usage });
  return { ...head, ...narrateWhole(events) };
}
