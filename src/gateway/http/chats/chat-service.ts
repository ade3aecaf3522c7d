/** What the chat endpoints have in common: from an identified caller and a read request to an answer. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AnswerAction, resolveAction } from '../../../domain/answer-action.ts';
import type { Model } from '../../../domain/catalogue.ts';
import type { ChatAnswer, ChatStream } from '../../../domain/chat-answer.ts';
import { dollarsOf } from '../../../domain/dollars.ts';
import { GatewayError } from '../../../domain/errors.ts';
import type { FactCheckMode } from '../../../domain/fact-check-mode.ts';
import type { EvidenceService } from '../../../engine/factcheck/find/evidence.ts';
import type { EvaluationService } from '../../../evaluation/evaluated-chat.ts';
import { isInOwnDialect } from '../../../models/dialects/adapter.ts';
import type { MediaPlace } from '../../../models/dialects/chat-completions/read-messages.ts';
import { requireInputs } from '../../../models/dialects/check-parts.ts';
import { mayAnotherAnswer } from '../../../models/upstream/may-another-answer.ts';
import type { FoundModel, ModelDirectory } from '../../../models/upstream/model-directory.ts';
import type { ChatCall, PreparedChat } from '../../chat/chat-call.ts';
import type { Chat } from '../../chat/chat-story.ts';
import { nameOfTask } from '../../chat/prompts.ts';
import type { Gate, Identity } from '../admission/gate.ts';
import type { OwnFields } from '../chat-fields.ts';
import { checkSettings } from '../checks/check-settings.ts';
import type { PrepareReport } from '../checks/report-check.ts';
import type { OpenRequests } from '../server/open-requests.ts';
import { applyProfile, type CheckWishesOfChat, chooseProfile, type Profiles } from './apply-profile.ts';
import {
  type Answering,
  type AnswerMetrics,
  type Counting,
  countAnswer,
  countEvents,
  tallyOf,
} from './count-answer.ts';
import { type Evaluate, type EvaluateAsk, evaluateEvents, readEvaluateAsk } from './evaluate-answer.ts';
import { candidatesOf, inTurn, prepareFirst } from './fall-back.ts';
import { costsOfCheck, sayCost } from './say-cost.ts';

export interface ChatService {
  /** The whole answer. @throws GatewayError as the contract orders them. */
  answer(request: FastifyRequest, reply: FastifyReply, identity: Identity, ask: ChatAsk): Promise<ChatAnswer>;
  /** The streamed answer, once the provider has said 200. @throws GatewayError likewise. */
  stream(request: FastifyRequest, reply: FastifyReply, identity: Identity, ask: ChatAsk): Promise<ChatStream>;
}

/** What is asked, before its model was looked up. */
export interface ChatAsk extends Pick<ChatCall, 'request' | 'task'> {
  readonly modelId: string;
  /** The parts beside text, where the caller wrote them. */
  readonly media: readonly MediaPlace[];
  /** What was left out of the request on its way here, but where it goes on as it came, for `X-Claimgate-Adjusted`. */
  readonly adjusted?: readonly string[];
  /** Says what was left out or changed in the words of the caller's API; in those of chat completions where absent. */
  readonly inWords?: (adjusted: readonly string[]) => readonly string[];
  readonly factCheck: CheckWishesOfChat;
  /** The application that asks, as the request names it: any text. */
  readonly app?: unknown;
  /** Absent where the claim extraction is not to be evaluated. */
  readonly evaluate?: EvaluateAsk | undefined;
}

interface ChatServiceOptions {
  readonly chat: Chat;
  readonly gate: Gate;
  readonly models: ModelDirectory;
  readonly openRequests: OpenRequests;
  readonly evidence: EvidenceService;
  readonly evaluations: EvaluationService;
  readonly metrics: AnswerMetrics;
  /** What is done with answers where neither the request nor the plan says. */
  readonly action: AnswerAction;
  readonly profiles: Profiles;
  readonly prepareReport: PrepareReport;
}

export function createChatService(options: ChatServiceOptions): ChatService {
  const { chat, gate, models, openRequests, evaluations, metrics, profiles } = options;

  /** The models that judge the claims, in turn, where others are asked for than the one that answers. */
  const findJudges = (id: string | null | undefined, identity: Identity, model: Model) => {
    if (id == null) return [];
    const param = 'fact_check.judge_model';
    const first = models.find(id, identity.key, param);
    const judges = candidatesOf(models, gate, first, identity).filter(
      (judge) => judge.model.provider === model.provider,
    );
    if (judges.length > 0) return judges;
    throw new GatewayError(
      'unsupported',
      `judge_model must be a model of the same provider as '${model.id}'`,
      { param },
    );
  };

  /** Makes the request ready for one model. @throws GatewayError 400 where the model cannot serve it. */
  const prepare = async (
    request: FastifyRequest,
    identity: Identity,
    ask: ChatAsk,
    found: FoundModel,
    onShortened: (maxTokens: number) => void,
  ) => {
    const { media, factCheck: wishes } = ask;
    const { model, endpoint } = found;
    requireInputs(media, model, isInOwnDialect(ask.request, endpoint.adapter));
    const judges = findJudges(wishes.judge_model, identity, model);
    const [judge, ...furtherJudges] = judges;
    const { settings, adjusted: unchecked } = checkSettings(
      options,
      request,
      // A provider that answers has accepted the key: nothing is shown before.
      { identity, endpoint, mayReadOwn: () => true, documentsFrom: wishes.documents_from },
      wishes,
      ask.request.messages,
    );
    const factCheck = {
      ...settings,
      callerId: identity.caller.id,
      citations: wishes.citations === true,
      ...(wishes.documents_from === undefined ? {} : { documentsFrom: wishes.documents_from }),
      evidenceWish: [wishes.documents, wishes.sources, settings.maxClaims],
      mode: wishes.mode,
      factsAlone: !wishes.isModeNamed,
      streamEvents: wishes.stream_events === true,
      revise: wishes.revise === true,
      action: resolveAction([wishes.action, gate.planOf(identity).action], options.action),
      claims: wishes.claims ?? 'new',
      minConfidence: wishes.min_confidence ?? 0,
      minCheckWorthiness: wishes.min_check_worthiness ?? 0,
      ...(judge === undefined ? {} : { judgeModel: inTurn(judge, furtherJudges, identity.key) }),
    };
    const { request: asked, task } = ask;
    const { key } = identity;
    const call = { request: asked, task, factCheck, model, endpoint, key, onShortened };
    const prepared = await chat.prepare(call);
    const isLeft = factCheck.action.do !== 'annotate' && prepared.action === undefined;
    const notDone = isLeft ? ['fact_check.action=ignored'] : [];
    return { prepared, judges, unchecked: [...unchecked, ...notDone] };
  };

  /** Everything up to the provider's answer. What fails from here on goes through `gate.failed`. */
  const open = async (request: FastifyRequest, reply: FastifyReply, identity: Identity, given: ChatAsk) => {
    const { modelId, adjusted: leftOut = [], inWords, evaluate: evaluateAsk } = given;
    const { key, caller } = identity;
    const asked = models.find(modelId, key);
    const profile = chooseProfile(request, profiles, [asked.profile, ...gate.profilesOf(identity)]);
    const ask = { ...given, factCheck: applyProfile(given.factCheck, profile) };
    noteModel(request, asked.model, asked.listed);
    const counting: Counting = { metrics, tally: tallyOf(request) };
    counting.tally.app = given.app;
    /** Tokens that the answer may have, where the key's budget has no room for what was asked. */
    let shortened: number | undefined;
    const onShortened = (maxTokens: number): void => {
      shortened = maxTokens;
      setHeaders();
    };
    /** Those that are asked next, where one cannot answer. */
    const left = [...candidatesOf(models, gate, asked, identity)];
    const next = async () => {
      const { found, ready } = await prepareFirst(left, (one) =>
        prepare(request, identity, ask, one, onShortened),
      );
      noteModel(request, found.model, found.listed);
      return { found, ...ready };
    };
    /** The model that is asked now, and the request made ready for it. */
    let current = await next();
    const admitted = await gate.admit(request, reply, identity, current.found, [...current.judges, ...left]);
    const setHeaders = (): void => {
      const { adjusted: fitted } = current.prepared.upstream.translated;
      const changed = shortened === undefined ? fitted : [...fitted, `max_tokens=${shortened}`];
      const { asWritten } = current.prepared.upstream.translated;
      const adjusted = [
        ...(asWritten === true ? [] : leftOut),
        ...(inWords?.(changed) ?? changed),
        ...current.unchecked,
      ];
      reply.removeHeader('X-Claimgate-Adjusted');
      if (adjusted.length > 0) reply.header('X-Claimgate-Adjusted', adjusted.join(', '));
      reply.header('X-Claimgate-Task', nameOfTask(current.prepared.task));
      if (asked.fallbacks !== undefined) reply.header('X-Claimgate-Model', current.found.model.id);
    };
    setHeaders();
    const evaluate: Evaluate = (id, answer, claims) =>
      evaluations.begin({
        ...evaluateAsk,
        ...{ id, caller, messages: ask.request.messages, answer },
        target: { endpoint: current.found.endpoint, model: current.found.model, key },
        ...(claims === undefined ? {} : { claims: claims.filter((claim) => !claim.choice_index) }),
      });
    /** Asks the model, and where it cannot answer the next one. */
    const askInTurn = async <T>(asking: (prepared: PreparedChat) => Promise<T>): Promise<T> => {
      for (;;) {
        try {
          return await asking(current.prepared);
        } catch (error) {
          if (!mayAnotherAnswer(error) || left.length === 0) throw error;
          current = await next().catch((refusal: unknown) => {
            throw refusal instanceof GatewayError ? error : refusal;
          });
          shortened = undefined;
          setHeaders();
        }
      }
    };
    return {
      askInTurn,
      answering: (): Answering => ({
        provider: current.found.model.provider,
        model: nameOf(current.found.model, current.found.listed),
      }),
      counting,
      signal: openRequests.signalOf(reply.raw),
      report: options.prepareReport(request, reply),
      evaluate: evaluateAsk === undefined ? undefined : evaluate,
      accepted: admitted.accepted,
      failed: (error: unknown) => gate.failed(reply, admitted, error),
    };
  };

  return {
    async answer(request, reply, identity, ask) {
      const { evaluate, ...opened } = await open(request, reply, identity, ask);
      try {
        const answer = await opened.askInTurn((prepared) => chat.answer(prepared, opened.signal));
        opened.accepted();
        const answering = opened.answering();
        countAnswer(opened.counting, answering, answer);
        if (answer.metadata !== undefined) opened.report(answer.metadata, answering.model);
        const { nanos } = answer.usage ?? {};
        sayCost(reply, [nanos === undefined ? nanos : dollarsOf(nanos), ...costsOfCheck(answer.metadata)]);
        if (answer.metadata?.action !== undefined) {
          reply.header('X-Claimgate-Action', answer.metadata.action);
        }
        if (evaluate === undefined) return answer;
        const { id, content, appended = '', claims } = answer;
        const written = content.slice(0, content.length - appended.length);
        return { ...answer, evaluation: await evaluate(id, written, claims) };
      } catch (error) {
        await opened.failed(error);
        throw error;
      }
    },

    async stream(request, reply, identity, ask) {
      const began = performance.now();
      const { began: received } = request;
      const {
        counting,
        evaluate,
        askInTurn,
        answering: whoAnswers,
        signal,
        report,
        ...opened
      } = await open(request, reply, identity, ask);
      /** Until the answer has begun: the request is not held while it goes on. */
      let outcome: typeof opened | undefined = opened;
      /** A provider may say 200 and reject the request in its first event: that counts as rejected too. */
      const orFailed = async <T>(result: Promise<T>): Promise<T> => {
        try {
          return await result;
        } catch (error) {
          await outcome?.failed(error);
          throw error;
        }
      };
      const stream = await orFailed(askInTurn((prepared) => chat.stream(prepared, signal)));
      // By its name alone: a stream that goes on holds nothing of its request.
      const answering = whoAnswers();
      const withEvaluation = evaluate && evaluateEvents(evaluate, stream.id);
      return {
        ...stream,
        async next() {
          const events = outcome === undefined ? await stream.next() : await orFailed(stream.next());
          if (outcome !== undefined && events !== undefined) {
            const now = performance.now();
            metrics.firstText(answering.provider, (now - began) / 1_000);
            counting.tally.firstMs = now - received;
          }
          outcome?.accepted();
          outcome = undefined;
          if (events === undefined) return undefined;
          countEvents(counting, answering, events, report);
          return withEvaluation === undefined ? events : withEvaluation(events);
        },
      };
    },
  };
}

/** The log's name for a model that no catalogue lists: a caller's text may hold a piece of a key. */
const UNLISTED = 'unlisted';

/** What is logged and counted of a model: an id that the catalogue does not have is the caller's own text. */
const nameOf = ({ id }: Model, listed: boolean): string => (listed ? id : UNLISTED);

/** Notes for the log which model answers. */
export function noteModel(request: FastifyRequest, model: Model, listed: boolean): void {
  request.model = nameOf(model, listed);
  request.provider = model.provider;
}

/** What applies where a request does not say. */
export interface AskDefaults {
  readonly factCheckMode: FactCheckMode;
  readonly task: ChatCall['task'];
}

/** @returns what chat completions, responses and messages ask alike. */
export function askOf(
  body: OwnFields & { readonly model: string; readonly metadata?: unknown },
  { headers }: FastifyRequest,
  defaults: AskDefaults,
): Pick<ChatAsk, 'modelId' | 'task' | 'factCheck' | 'evaluate' | 'app'> {
  return {
    modelId: body.model,
    task: body.task ?? defaults.task,
    factCheck: {
      ...body.fact_check,
      mode: body.fact_check?.mode ?? defaults.factCheckMode,
      isModeNamed: body.fact_check?.mode != null,
    },
    evaluate: readEvaluateAsk(body.enable_evaluations, headers['x-evaluation-api-key']),
    app: appIn(body.metadata),
  };
}

/** What a request's metadata call the application that asks. */
function appIn(metadata: unknown): unknown {
  return (metadata as { readonly app?: unknown } | null | undefined)?.app;
}

/**
 * Where a key may be absent.
 * @returns the caller; `undefined` where there is no key.
 * @throws GatewayError 401 for a key that is none, and where this gateway serves nobody without one.
 */
export function allowAbsent(
  { needsKey }: Pick<Gate, 'needsKey'>,
  identity: Identity | 'absent' | GatewayError,
): Identity | undefined {
  return identity === 'absent' && !needsKey ? undefined : requireIdentity(identity);
}

/** @throws GatewayError 401 where the caller gave no key, or one that is none. */
export function requireIdentity(identity: Identity | 'absent' | GatewayError): Identity {
  if (identity === 'absent') throw new GatewayError('api_key_required');
  if (identity instanceof GatewayError) throw identity;
  return identity;
}
