/** What the chat endpoints have in common: from an identified caller and a read request to an answer. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Chat, ChatAnswer, ChatCall, ChatStream } from '../chat/chat-story.ts';
import type { ChatEvent } from '../chat/narrate.ts';
import type { ClaimListing } from '../domain/claim.ts';
import type { FactCheckMode } from '../domain/fact-check-mode.ts';
import { GatewayError } from '../errors.ts';
import type { EvaluationDesk } from '../evaluation/evaluated-chat.ts';
import type { EvidenceDesk } from '../factcheck/evidence.ts';
import type { ReviewAbout } from '../factcheck/verify/claim-review.ts';
import { NATIVE } from '../factcheck/verify/verify-settings.ts';
import type { Model } from '../providers/catalogue.ts';
import type { ModelDirectory } from '../upstream/model-directory.ts';
import { type AnswerMetrics, countAnswer, countEvents } from './count-answer.ts';
import { type EvaluateAsk, evaluateAnswer, evaluateStream } from './evaluate-answer.ts';
import type { Gate, Identity } from './gate.ts';
import type { OpenRequests } from './open-requests.ts';

export interface ChatDesk {
  /** The whole answer. @throws GatewayError as the contract orders them. */
  answer(request: FastifyRequest, reply: FastifyReply, identity: Identity, ask: ChatAsk): Promise<ChatAnswer>;
  /** The streamed answer, once the provider has said 200. @throws GatewayError likewise. */
  stream(request: FastifyRequest, reply: FastifyReply, identity: Identity, ask: ChatAsk): Promise<ChatStream>;
}

/** What is asked, before its model was looked up. */
export type ChatAsk = Omit<ChatCall, 'model' | 'endpoint' | 'key' | 'factCheck'> & {
  readonly modelId: string;
  readonly factCheck: FactCheckAsk;
  /** Absent where the claim extraction is not to be evaluated. */
  readonly evaluate?: EvaluateAsk;
};

/** How a request wants to be checked. */
export interface FactCheckAsk {
  readonly mode: FactCheckMode;
  readonly streamEvents: boolean;
  readonly claims: ClaimListing;
  /** Names of sources outside that may be asked. */
  readonly sources?: readonly string[];
  readonly maxClaims?: number;
  /** Another model of the same provider, which judges the claims. */
  readonly judgeModel?: string;
  /** Tell verdicts as ClaimReview too. */
  readonly claimReview: boolean;
}

export interface ChatDeskOptions {
  readonly chat: Chat;
  readonly gate: Gate;
  readonly models: ModelDirectory;
  readonly openRequests: OpenRequests;
  readonly evidence: EvidenceDesk;
  readonly evaluations: EvaluationDesk;
  readonly metrics: AnswerMetrics;
}

export function createChatDesk(options: ChatDeskOptions): ChatDesk {
  const { chat, gate, models, openRequests, evidence, evaluations, metrics } = options;

  /** Everything up to the provider's answer. What fails from here on goes through `gate.failed`. */
  const open = async (request: FastifyRequest, reply: FastifyReply, identity: Identity, ask: ChatAsk) => {
    const { modelId, factCheck: check, evaluate: _evaluate, ...rest } = ask;
    const { model, listed, endpoint } = models.find(modelId, identity.key);
    noteModel(request, model, listed);
    const judge =
      check.judgeModel === undefined
        ? undefined
        : models.find(check.judgeModel, identity.key, 'fact_check.judge_model');
    if (judge !== undefined && judge.model.provider !== model.provider) {
      throw new GatewayError(
        'unsupported',
        `judge_model must be a model of the same provider as '${model.id}'`,
        {
          param: 'fact_check.judge_model',
        },
      );
    }
    const factCheck = {
      mode: check.mode,
      callerId: identity.caller.id,
      native: check.sources?.includes(NATIVE) === true,
      ...(judge === undefined ? {} : { judge: judge.model }),
      ...(check.claimReview ? { review: reviewAbout(request) } : {}),
      streamEvents: check.streamEvents,
      claims: check.claims,
      maxClaims: Math.min(check.maxClaims ?? evidence.maxClaims, evidence.maxClaims),
      retrieve: evidence.retrieveFor({
        key: identity.key,
        sandbox: endpoint.sandbox,
        accepted: gate.acceptedLately(identity),
        ...(check.sources === undefined ? {} : { sources: check.sources }),
      }),
    };
    const prepared = chat.prepare({ ...rest, factCheck, model, endpoint, key: identity.key });
    // A plan includes what it pays for: the dearer of the two models must be in it.
    const dearer = judge !== undefined && judge.model.tier !== 'basic' ? judge : { model, listed };
    const reservation = await gate.admit(request, reply, identity, dearer.model, dearer.listed);
    const { adjusted } = prepared.upstream.translated;
    if (adjusted.length > 0) reply.header('X-Claimgate-Adjusted', adjusted.join(', '));
    return {
      prepared,
      signal: openRequests.signalOf(reply.raw),
      accepted: () => gate.accepted(identity, reservation),
      failed: (error: unknown) => gate.failed(request, reply, reservation, error),
    };
  };

  return {
    async answer(request, reply, identity, ask) {
      const { prepared, signal, accepted, failed } = await open(request, reply, identity, ask);
      try {
        const answer = await chat.answer(prepared, signal);
        accepted();
        countAnswer(metrics, prepared.call.model.provider, answer);
        if (ask.evaluate === undefined) return answer;
        const context = { desk: evaluations, identity, call: prepared.call, ask: ask.evaluate };
        return await evaluateAnswer(context, answer);
      } catch (error) {
        await failed(error);
        throw error;
      }
    },

    async stream(request, reply, identity, ask) {
      const { prepared, signal, accepted, failed } = await open(request, reply, identity, ask);
      let stream: ChatStream;
      try {
        stream = await chat.stream(prepared, signal);
      } catch (error) {
        await failed(error);
        throw error;
      }
      // A provider may say 200 and reject the request in its first event: that counts as rejected too.
      let begun = false;
      const count = (events: readonly ChatEvent[] | undefined) => {
        countEvents(metrics, prepared.call.model.provider, events);
        return events;
      };
      const told: ChatStream = {
        ...stream,
        async next() {
          if (begun) return count(await stream.next());
          begun = true;
          try {
            const events = await stream.next();
            accepted();
            return count(events);
          } catch (error) {
            await failed(error);
            throw error;
          }
        },
      };
      if (ask.evaluate === undefined) return told;
      return evaluateStream({ desk: evaluations, identity, call: prepared.call, ask: ask.evaluate }, told);
    },
  };
}

/** What the log calls a model that no catalogue lists: what a caller wrote may hold a piece of a key. */
const UNLISTED = 'unlisted';

/** Notes for the log which model answers. */
export function noteModel(request: FastifyRequest, model: Model, listed: boolean): void {
  request.model = listed ? model.id : UNLISTED;
  request.provider = model.provider;
}

/** @throws GatewayError 401 where the caller gave no key, or one that is none. */
export function requireIdentity(identity: Identity | 'absent' | GatewayError): Identity {
  if (identity === 'absent') throw new GatewayError('api_key_required');
  if (identity instanceof GatewayError) throw identity;
  return identity;
}

/** The gateway as the author of reviews, at the address that the caller knows it by; its header may say anything. */
export function reviewAbout(request: FastifyRequest): ReviewAbout {
  const told = `${request.protocol}://${request.host}/`;
  const url = URL.canParse(told) ? `${new URL(told).origin}/` : 'http://localhost/';
  return { url, datePublished: new Date().toISOString().slice(0, 10), author: { name: 'Claimgate', url } };
}
