/**
 * How one chat request is served: compose what the model is sent, ask it, find the claims of the conversation
 * meanwhile and those of the answer as it comes, and send with the answer what was found. Its steps share one request's state, so they stand in one file.
 */

import type { ChatRequest, Completion } from '../../domain/chat.ts';
import type { AnswerHead, ChatAnswer, ChatEvent, ChatStream } from '../../domain/chat-answer.ts';
import type { FactCheckMetadata } from '../../domain/claim.ts';
import { GatewayError } from '../../domain/errors.ts';
import { detects, type FactCheckMode, grounds } from '../../domain/fact-check-mode.ts';
import {
  type CheckResult,
  type ConversationCheck,
  checkConversation,
} from '../../engine/factcheck/check-conversation.ts';
import type { ClaimMemory } from '../../engine/factcheck/claim-memory.ts';
import { groundConversation, type NumberedEvidence } from '../../engine/factcheck/ground-conversation.ts';
import type { ExampleBank } from '../../engine/factcheck/normalize/example-bank.ts';
import {
  normalizationQuestion,
  normalizeWithModel,
} from '../../engine/factcheck/normalize/normalize-with-model.ts';
import {
  judges,
  readsStatements,
  type VerifySettings,
  verifierFor,
} from '../../engine/factcheck/verify-settings.ts';
import { jsonRequest } from '../../models/upstream/ask-json.ts';
import type { PreparedCall, Upstream } from '../../models/upstream/call-provider.ts';
import { type AskedRequest, createModelCalls } from './ask-model.ts';
import type { CallMemory } from './call-memory.ts';
import type { ChatCall, PreparedChat } from './chat-call.ts';
import { decideTask } from './decide-task.ts';
import { narrate, narrateVerdicts, narrateWhole } from './narrate.ts';
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
  readonly claims: ClaimMemory;
  /** At least 24 random URL-safe characters. */
  readonly newId: () => string;
  /** At least 16 random hexadecimal characters. */
  readonly newNonce: () => string;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Resolves after the event loop has turned. */
  readonly yieldTurn: () => Promise<void>;
}

export function createChat(options: ChatOptions): Chat {
  const { upstream, examples, verify, newId, newNonce, now, yieldTurn } = options;

  const calls = createModelCalls({ upstream, memory: options.calls, newId });

  const head = (chat: PreparedChat, { citable }: Partial<Opening> = {}): AnswerHead => ({
    id: `chatcmpl-${newId()}`,
    created: Math.floor(now() / 1_000),
    model: chat.call.model.id,
    adjusted: chat.upstream.translated.adjusted,
    ...(citable === undefined ? {} : { citable }),
  });

  const isJudged = ({ mode, call: { factCheck } }: PreparedChat): boolean =>
    judges(verify, mode, factCheck.judge);

  /**
   * Finds the conversation's claims, and where evidence on them is wanted looks for it and gives it to the
   * model. Where none is wanted, the model is asked meanwhile.
   */
  const open = async (chat: PreparedChat, signal: AbortSignal): Promise<Opening> => {
    if (!detects(chat.mode)) return { upstream: chat.upstream };
    const { factCheck, request } = chat.call;
    const checking = checkConversation(request.messages, factCheck.claims, yieldTurn, chat.mode, {
      choices: request.choices,
      minConfidence: factCheck.minConfidence,
      judged: isJudged(chat),
      statements: readsStatements(verify, chat.mode, factCheck),
      context: factCheck.context,
      revise: factCheck.revise,
      minCheckWorthiness: factCheck.minCheckWorthiness,
      searches: factCheck.searches,
      detect: (text) => options.claims.detect(factCheck.callerId, text),
      judge: options.claims.judgeOf(factCheck.callerId),
      recall: (...answer) => options.claims.claimsOfAnswer(factCheck.callerId, ...answer),
    });
    // Awaited with the first text; a provider that fails before takes this one's failure with it.
    checking.catch(() => {});
    if (!grounds(chat.mode)) return { upstream: chat.upstream, checking };
    const check = await checking;
    const cite = factCheck.citations && request.responseFormat === undefined;
    const grounding = await groundConversation(
      check.asked,
      {
        retrieve: factCheck.retrieve,
        maxClaims: factCheck.maxClaims,
        cite,
        nonce: newNonce(),
      },
      signal,
    );
    check.ground(grounding);
    const prepared = grounding.prompt === undefined ? chat.upstream : prepareWith(chat, grounding.prompt);
    return { upstream: prepared, checking, check, ...(cite ? { citable: grounding.numbered } : {}) };
  };

  /** Verifies from now on: the user's claims at once, those of the answer as they come. */
  const startVerifying = (
    chat: PreparedChat,
    check: ConversationCheck,
    signal: AbortSignal,
    from: 'answer' | 'stream',
  ): void => {
    const { factCheck, endpoint, key, model } = chat.call;
    const { judgeModel: target = { endpoint, key, model }, ...asked } = factCheck;
    const tools = { upstream, nonce: newNonce, signal, from };
    const verifier = verifierFor(verify, chat.mode, { ...asked, target }, tools);
    check.verify(verifier, check.asked, factCheck.review, from === 'answer');
  };

  const prepareCall = (
    { endpoint, model, key, onShortened }: ChatCall,
    request: ChatRequest,
  ): PreparedCall => {
    const prepared = upstream.prepare(endpoint, model, request, key);
    return onShortened === undefined ? prepared : { ...prepared, onShortened };
  };

  /** The same request, with the evidence behind the service's own prompt. */
  const prepareWith = (chat: PreparedChat, evidence: string): PreparedCall => {
    const { call, task } = chat;
    const messages = composeMessages(call.request.messages, task, evidence);
    return prepareCall(call, { ...call.request, messages });
  };

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
      const call = { ...asked, request: await calls.recall(askedBy(asked), asked.endpoint.adapter) };
      const task = call.task === 'auto' ? decideTask(call.request, call.factCheck.mode) : call.task;
      if (statesClaim(call) && call.request.responseFormat !== undefined) {
        throw new GatewayError('unsupported', "response_format is not supported with task 'normalize'", {
          param: 'response_format',
        });
      }
      const request = statesClaim(call)
        ? jsonRequest(normalizationQuestion(call.request, examples), call.model.capabilities)
        : { ...call.request, messages: composeMessages(call.request.messages, task) };
      return {
        call,
        task,
        upstream: prepareCall(call, request),
        mode: modeOf(call, task),
      };
    },

    async answer(chat, caller) {
      const opening = await open(chat, caller);
      if (!isJudged(chat) || opening.check === undefined) return answerWhole(chat, opening, caller);
      const { signal, stop } = stoppable(caller);
      startVerifying(chat, opening.check, signal, 'answer');
      try {
        return await answerWhole(chat, opening, signal);
      } finally {
        stop();
      }
    },

    async stream(chat, caller) {
      const { streamEvents } = chat.call.factCheck;
      // What is decided as a whole is sent when it is decided.
      if (statesClaim(chat.call)) return asStream(await story.answer(chat, caller), streamEvents);
      const opening = await open(chat, caller);
      const batches = await calls.stream(askedBy(chat.call), opening.upstream, caller);
      const narration = narrate(batches, opening.checking, streamEvents, chat.call.request.choices);
      if (!isJudged(chat) || opening.check === undefined) return { ...head(chat, opening), ...narration };
      const { signal, stop } = stoppable(caller);
      startVerifying(chat, opening.check, signal, 'stream');
      return { ...head(chat, opening), ...narrateVerdicts(narration, opening.check, streamEvents, stop) };
    },
  };

  const answerWhole = async (
    chat: PreparedChat,
    opening: Opening,
    signal: AbortSignal,
  ): Promise<ChatAnswer> => {
    const asked = statesClaim(chat.call)
      ? normalize(chat, signal)
      : calls
          .complete(askedBy(chat.call), opening.upstream, signal)
          .then((completion): Asked => ({ completion }));
    const [{ completion, normalization }, check] = await Promise.all([asked, opening.checking]);
    const result = check === undefined ? {} : await checkWhole(check, completion, normalization);
    return { ...head(chat, opening), ...completion, ...result };
  };
  return story;
}

function askedBy({ request, factCheck }: ChatCall): AskedRequest {
  return { request, callerId: factCheck.callerId };
}

/** What is sent to the model, and what is found meanwhile. */
interface Opening {
  readonly upstream: PreparedCall;
  readonly checking?: Promise<ConversationCheck>;
  /** The same, where it was waited for. */
  readonly check?: ConversationCheck;
  readonly citable?: readonly NumberedEvidence[];
}

/** Whether the claim is to be stated in steps of the gateway's own, whose outcome is the answer. */
function statesClaim({ task }: ChatCall): boolean {
  return task === 'normalize';
}

/** A claim is stated from the post alone, and a chat named after what was said: evidence would only disturb. */
function modeOf(call: ChatCall, task: Task): FactCheckMode {
  const { mode } = call.factCheck;
  return (task === 'normalize' || task === 'helper') && detects(mode) ? 'detect' : mode;
}

/** What the model answered. */
interface Asked {
  readonly completion: Completion;
  readonly normalization?: NonNullable<FactCheckMetadata['normalization']>;
}

async function checkWhole(
  check: ConversationCheck,
  completion: Completion,
  normalization: Asked['normalization'],
): Promise<CheckResult> {
  for (const [choice, { content }] of [completion, ...(completion.more ?? [])].entries()) {
    await check.readWhole(content, choice);
  }
  const { metadata, claims } = await check.result();
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

/** A signal that aborts with the caller's, and that can be aborted by itself when all is done. */
function stoppable(caller: AbortSignal): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  return {
    signal: AbortSignal.any([caller, controller.signal]),
    stop: () => controller.abort(),
  };
}
