/** Opens the check of a text for a request: counted, admitted, and where a model judges with the caller's key. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Model } from '../../../domain/catalogue.ts';
import type { Message } from '../../../domain/chat.ts';
import type { Claim, FactCheckMetadata } from '../../../domain/claim.ts';
import { collectionOfSource } from '../../../domain/collection-name.ts';
import { GatewayError } from '../../../domain/errors.ts';
import type { CheckMode } from '../../../domain/fact-check-mode.ts';
import { wishFor } from '../../../engine/factcheck/check-plan.ts';
import type { CheckText, TextCheck, TextCheckEvent } from '../../../engine/factcheck/check-text.ts';
import type { EvidenceService } from '../../../engine/factcheck/find/evidence.ts';
import type { Retrieve } from '../../../engine/factcheck/ground-conversation.ts';
import type { EventSource } from '../../../models/dialects/stream-form.ts';
import { jsonModel } from '../../../models/upstream/ask-json.ts';
import type { Upstream } from '../../../models/upstream/call-provider.ts';
import type { FoundModel, ModelDirectory } from '../../../models/upstream/model-directory.ts';
import type { Admitted } from '../../admission/admit-caller.ts';
import type { RequestCounts } from '../../admission/request-counts.ts';
import type { Gate, Identity } from '../admission/gate.ts';
import { chooseProfile, type Profiles } from '../chats/apply-profile.ts';
import { noteModel } from '../chats/chat-service.ts';
import { candidatesOf, inTurn } from '../chats/fall-back.ts';
import { type Asker, type CheckWishes, checkSettings } from './check-settings.ts';

export interface CheckOpenerOptions {
  readonly gate: Gate;
  readonly models: ModelDirectory;
  /** Id of the model that a request without one is taken to mean. */
  readonly defaultModel: () => string;
  readonly takeDetection: RequestCounts['takeDetection'];
  readonly checkText: CheckText;
  readonly upstream: Upstream;
  readonly evidence: EvidenceService;
  /** A check of a text takes from its profile which documents are asked. */
  readonly profiles: Profiles;
}

/** What a request says of its check, by the names of its fields. */
interface CheckBody extends CheckWishes {
  /** Of a conversation, whose texts may be evidence. */
  readonly messages?: readonly Message[];
  readonly model?: string | null | undefined;
  readonly date?: string | null | undefined;
}

/** A text that is to be checked, and how far. */
interface TextToCheck extends Omit<TextCheck, 'text' | 'wish' | 'onAnswered'> {
  readonly text: string;
  readonly mode: CheckMode;
}

/** Work that asks no provider, once it is let in. */
interface Entered {
  readonly asker: Asker;
  /** Absent where the request counts for its address alone. */
  readonly admitted?: Admitted;
}

export function createCheckOpener(options: CheckOpenerOptions) {
  const { gate, models, checkText, profiles } = options;

  /** Notes which profile applies. @returns where its documents are taken from. */
  const documentsFor = (request: FastifyRequest, identity: Identity, { profile }: FoundModel) =>
    chooseProfile(request, profiles, [profile, ...gate.profilesOf(identity)])?.documents_from;

  /** @throws GatewayError where the address has asked too often, or for too much. */
  const countAddress = async (request: FastifyRequest, characters: number): Promise<void> => {
    const wait = await options.takeDetection(gate.addressOf(request), characters);
    if (wait === undefined) return;
    throw new GatewayError('address_limit_reached', undefined, { retryAfter: String(wait) });
  };

  /**
   * Lets in what asks no provider. An accepted caller's counts as one request of its plan; everybody else's is limited by
   * address, and leaves nothing behind.
   * @param characters of the text.
   * @throws GatewayError as `Gate.admit`, or where the address has asked too often.
   */
  const enter = async (
    request: FastifyRequest,
    reply: FastifyReply,
    identity: Identity | undefined,
    modelId: string | null | undefined,
    characters: number,
  ): Promise<Entered> => {
    const found = identity && models.find(modelId ?? options.defaultModel(), identity.key);
    if (identity === undefined || found === undefined || !(await gate.accepts(identity, found.endpoint))) {
      await countAddress(request, characters);
      return { asker: { identity: undefined, endpoint: undefined, mayReadOwn: () => false } };
    }
    const named = modelId == null ? undefined : found;
    if (named !== undefined) noteModel(request, named.model, named.listed);
    const admitted = await gate.admit(request, reply, identity, named);
    const documentsFrom = documentsFor(request, identity, found);
    return {
      asker: { identity, endpoint: found.endpoint, mayReadOwn: () => true, documentsFrom },
      admitted,
    };
  };

  /**
   * A check without a model.
   * @param watched wraps what looks for evidence.
   */
  const openAlone = async (
    request: FastifyRequest,
    reply: FastifyReply,
    identity: Identity | undefined,
    body: CheckBody,
    { mode, ...check }: TextToCheck,
    signal: AbortSignal,
    watched: (retrieve: Retrieve) => Retrieve = (retrieve) => retrieve,
  ): Promise<EventSource<TextCheckEvent>> => {
    if (mode === 'detect') {
      await countAddress(request, check.text.length);
      return stepsOf(checkText({ ...check, wish: { mode } }, signal));
    }
    const { asker, admitted } = await enter(request, reply, identity, body.model, check.text.length);
    const { settings } = checkSettings(options, request, asker, body, body.messages);
    const asked = {
      ...settings,
      retrieve: watched(settings.retrieve),
      ...(asker.identity === undefined ? {} : { callerId: asker.identity.caller.id }),
      ...(body.date == null ? {} : { textDate: body.date }),
    };
    const steps = stepsOf(checkText({ ...check, wish: wishFor(mode, asked) }, signal));
    if (identity === undefined || admitted === undefined) return steps;
    return {
      ...steps,
      async next() {
        try {
          const batch = await steps.next();
          if (batch?.some(({ type }) => type === 'done')) admitted.keep();
          return batch;
        } catch (error) {
          await gate.failed(reply, admitted, error);
          throw error;
        }
      },
    };
  };

  /**
   * A check that counts as a request, with the caller's key and model.
   * @param watched wraps what looks for evidence.
   */
  const openAsked = async (
    request: FastifyRequest,
    reply: FastifyReply,
    identity: Identity,
    body: CheckBody,
    { mode, ...check }: TextToCheck,
    signal: AbortSignal,
    watched: (retrieve: Retrieve) => Retrieve = (retrieve) => retrieve,
  ): Promise<EventSource<TextCheckEvent>> => {
    const first = models.find(body.model ?? '', identity.key);
    const [found, ...fallbacks] = candidatesOf(models, gate, first, identity);
    const { model, listed, endpoint } = found;
    noteModel(request, model, listed);
    const admitted = await gate.admit(request, reply, identity, found, fallbacks);
    const target = inTurn(found, fallbacks, identity.key);
    const documentsFrom = documentsFor(request, identity, first);
    const asker = { identity, endpoint, mayReadOwn: () => true, documentsFrom };
    const { settings } = checkSettings(options, request, asker, body);
    const asked = {
      ...settings,
      callerId: identity.caller.id,
      // What the operator's documents say waits for a provider that accepts the key: its model has to be asked.
      ...(gate.acceptedLately(request, endpoint) ? {} : { judge: 'model' as const }),
      retrieve: watched(settings.retrieve),
      model: jsonModel(options.upstream, target),
      ...(body.date == null ? {} : { textDate: body.date }),
    };
    let isAccepted = gate.acceptedLately(request, endpoint);
    const onAnswered = (): void => {
      isAccepted = true;
      admitted.accepted();
    };
    const steps = stepsOf(checkText({ ...check, wish: wishFor(mode, asked), onAnswered }, signal));
    const next = async () => {
      try {
        const batch = await steps.next();
        const done = batch?.find((event) => event.type === 'done');
        if (done && first.fallbacks !== undefined) nameModel(request, reply, target.model);
        // The operator's documents are quoted, and the provider never said that the key is good.
        if (done && !isAccepted && done.claims.some(quotesOwn)) throw new GatewayError('provider_timeout');
        if (done) admitted.keep();
        return batch;
      } catch (error) {
        await gate.failed(reply, admitted, error);
        throw error;
      }
    };
    return { ...steps, next: holdBack(next, () => isAccepted) };
  };

  return { openAlone, openAsked, enter };
}

function quotesOwn({ evidence = [], parts = [] }: Claim): boolean {
  const all = [...evidence, ...parts.flatMap((part) => part.evidence)];
  return all.some(({ source }) => collectionOfSource(source) !== undefined);
}

/** Holds back what evidence says until the key is known to be good; claims are in the caller's own text. */
function holdBack(
  next: EventSource<TextCheckEvent>['next'],
  isAccepted: () => boolean,
): EventSource<TextCheckEvent>['next'] {
  const held: TextCheckEvent[] = [];
  return async () => {
    for (;;) {
      const batch = await next();
      if (batch === undefined) return undefined;
      if (isAccepted() || batch.some(({ type }) => type === 'done')) return [...held.splice(0), ...batch];
      held.push(...batch.filter(({ type }) => type !== 'found'));
      const shown = batch.filter(({ type }) => type === 'found');
      if (shown.length > 0) return shown;
    }
  };
}

/** Says which model has judged, in the log, and where nothing is sent yet in the answer. */
function nameModel(request: FastifyRequest, reply: FastifyReply, model: Model): void {
  noteModel(request, model, true);
  if (!reply.raw.headersSent) reply.header('X-Claimgate-Model', model.id);
}

/** A check in the form that is sent. */
function stepsOf(steps: AsyncGenerator<readonly TextCheckEvent[]>): EventSource<TextCheckEvent> {
  return {
    async next() {
      const { value, done } = await steps.next();
      return done === true ? undefined : value;
    },
    close: () => void steps.return(undefined),
  };
}

/** @returns what a check came to. */
export async function metadataOf(steps: EventSource<TextCheckEvent>): Promise<FactCheckMetadata> {
  for (let batch = await steps.next(); batch !== undefined; batch = await steps.next()) {
    for (const event of batch) if (event.type === 'done') return event.metadata;
  }
  throw new Error('The check ended without its result');
}
