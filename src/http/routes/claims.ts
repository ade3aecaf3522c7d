/** POST /v1/claims: the claims of a text, without a chat. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { RequestCounts } from '../../admission/request-counts.ts';
import type { FactCheckMetadata } from '../../domain/claim.ts';
import { CHECK_MODES, type CheckMode, grounds } from '../../domain/fact-check-mode.ts';
import { GatewayError } from '../../errors.ts';
import type { CheckText, TextCheck, TextCheckEvent } from '../../factcheck/check-text.ts';
import type { EvidenceService } from '../../factcheck/evidence.ts';
import type { Model } from '../../providers/catalogue.ts';
import type { ModelDirectory } from '../../upstream/model-directory.ts';
import { claimsSchema } from '../chat-schema.ts';
import { checkSettings } from '../check-settings.ts';
import { type AnswerMetrics, countCheck } from '../count-answer.ts';
import { fallbacksOf, inTurn } from '../fall-back.ts';
import { judgingComment } from '../format-chunks.ts';
import type { Gate, Identity } from '../gate.ts';
import type { OpenRequests } from '../open-requests.ts';
import { documentFaults, sourceFaults, spanFaults } from '../read-chat-request.ts';
import { claimsResponses } from '../response-schema.ts';
import { sendJson } from '../send-json.ts';
import { type EventSource, sendStream } from '../send-stream.ts';
import { noteModel, requireIdentity } from '../serve-chat.ts';
import type { Server } from '../server.ts';
import { missingFields, validate } from '../validate.ts';

export interface ClaimsRouteOptions {
  readonly gate: Gate;
  readonly models: ModelDirectory;
  readonly takeDetection: RequestCounts['takeDetection'];
  readonly newId: () => string;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly checkText: CheckText;
  readonly evidence: EvidenceService;
  readonly openRequests: OpenRequests;
  readonly metrics: AnswerMetrics;
}

type Body = z.output<typeof claimsSchema>;

export function serveClaims(server: Server, options: ClaimsRouteOptions): void {
  const { gate, models, newId, now, checkText } = options;

  /** A check without a key and a model, limited by its address. */
  const openDetection = async (request: FastifyRequest, check: TextCheck, signal: AbortSignal) => {
    const wait = await options.takeDetection(gate.addressOf(request), check.text.length);
    if (wait === undefined) return stepsOf(checkText(check, signal));
    throw new GatewayError('address_limit_reached', undefined, { retryAfter: String(wait) });
  };

  /** A check that counts as a request, with the caller's key and model. */
  const openAsked = async (
    request: FastifyRequest,
    reply: FastifyReply,
    identity: Identity,
    body: Body,
    check: TextCheck,
    signal: AbortSignal,
  ): Promise<EventSource<TextCheckEvent>> => {
    const found = models.find(body.model ?? '', identity.key);
    const { model, listed, endpoint } = found;
    noteModel(request, model, listed);
    const fallbacks = fallbacksOf(models, found, identity.key);
    const reservation = await gate.admit(request, reply, identity, found, fallbacks);
    const target = inTurn(found, fallbacks, identity.key);
    const asked = {
      ...checkSettings(options, request, identity, endpoint, body).settings,
      target,
      ...(body.date == null ? {} : { textDate: body.date }),
    };
    const steps = stepsOf(checkText({ ...check, asked }, signal));
    return {
      ...steps,
      async next() {
        try {
          const batch = await steps.next();
          const done = batch?.find((event) => event.type === 'done');
          // Only a judge that answered has accepted the key.
          if (done !== undefined && found.fallbacks !== undefined) nameModel(request, reply, target.model);
          if ((done?.metadata.usage?.total_tokens ?? 0) > 0) gate.accepted(identity, reservation);
          else if (done !== undefined) reservation.keep();
          return batch;
        } catch (error) {
          await gate.failed(request, reply, reservation, error);
          throw error;
        }
      },
    };
  };

  server.post(
    '/v1/claims',
    {
      config: { limited: true },
      schema: {
        summary: 'Find the claims of a text',
        operationId: 'checkClaims',
        description: 'Mode `detect`, the default, needs no key and no model.',
        tags: ['Claims'],
        security: [{ providerKey: [] }, {}],
        body: claimsSchema,
        response: claimsResponses,
      },
    },
    async (request, reply) => {
      const mode = modeOf(request.body);
      const needsKey = grounds(mode);
      const identified = needsKey ? gate.identify(request, 'body-first') : 'absent';
      const needed = identified === 'absent' ? ['api_key', 'model'] : ['model'];
      const body = validate(claimsSchema, request.body, [
        ...(needsKey ? missingFields(request.body, needed) : []),
        ...sourceFaults(request.body, [], options.evidence.names),
        ...documentFaults(request.body, []),
        ...spanFaults(request.body),
      ]);
      const signal = options.openRequests.signalOf(reply.raw);
      const check = {
        text: body.text.toWellFormed(),
        mode,
        minConfidence: body.min_confidence ?? 0,
        minCheckWorthiness: body.min_check_worthiness ?? 0,
        revise: body.revise === true,
        ...(body.spans == null ? {} : { spans: body.spans }),
        ...(body.language == null ? {} : { language: body.language }),
      };
      const steps = needsKey
        ? await openAsked(request, reply, requireIdentity(identified), body, check, signal)
        : await openDetection(request, check, signal);
      const head = { id: `clm-${newId()}`, object: 'claim_check', created: Math.floor(now() / 1_000) };
      const whole = (metadata: FactCheckMetadata) => {
        const { provider, model } = request;
        const judging = provider === undefined || model === undefined ? undefined : { provider, model };
        countCheck(options.metrics, judging, metadata);
        return { ...head, mode: metadata.mode, fact_check_metadata: metadata };
      };
      if (body.stream !== true) return sendJson(reply, whole(await lastOf(steps)));
      return sendStream(reply, steps, (batch) => batch.map((event) => formatStep(event, whole)).join(''));
    },
  );
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

async function lastOf(steps: EventSource<TextCheckEvent>): Promise<FactCheckMetadata> {
  for (let batch = await steps.next(); batch !== undefined; batch = await steps.next()) {
    for (const event of batch) if (event.type === 'done') return event.metadata;
  }
  throw new Error('The check ended without its result');
}

function formatStep(event: TextCheckEvent, whole: (metadata: FactCheckMetadata) => object): string {
  if (event.type === 'judging') return judgingComment(event.ids);
  const data = event.type === 'done' ? whole(event.metadata) : event.claim;
  return `event: ${event.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The mode of a body that is not validated yet: it decides what else the body needs. */
function modeOf(body: unknown): CheckMode {
  const { mode } = (body ?? {}) as { mode?: unknown };
  return CHECK_MODES.find((known) => known === mode) ?? 'detect';
}
