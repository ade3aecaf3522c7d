/** POST /v1/claims: the claims of a text, without a chat. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AddressLimit } from '../../admission/address-limit.ts';
import type { FactCheckMetadata } from '../../domain/claim.ts';
import { CHECK_MODES, type CheckMode, type GroundingMode, grounds } from '../../domain/fact-check-mode.ts';
import { type FieldFault, GatewayError } from '../../errors.ts';
import type { CheckText, TextCheckEvent } from '../../factcheck/check-text.ts';
import type { EvidenceDesk } from '../../factcheck/evidence.ts';
import { NATIVE } from '../../factcheck/verify/verify-settings.ts';
import type { Log } from '../../telemetry/log.ts';
import type { ModelDirectory } from '../../upstream/model-directory.ts';
import { claimsSchema } from '../chat-schema.ts';
import { type AnswerMetrics, countCheck } from '../count-answer.ts';
import { judgingComment } from '../format-chunks.ts';
import type { Gate, Identity } from '../gate.ts';
import type { OpenRequests } from '../open-requests.ts';
import { sourceFaults } from '../read-chat-request.ts';
import { claimsResponses } from '../response-schema.ts';
import { sendEventStream } from '../send-event-stream.ts';
import { sendJson } from '../send-json.ts';
import { noteModel, requireIdentity, reviewAbout } from '../serve-chat.ts';
import { explainError, type Server } from '../server.ts';
import { validate } from '../validate.ts';

export interface ClaimsRouteOptions {
  readonly gate: Gate;
  readonly models: ModelDirectory;
  readonly log: Log;
  /** How often an address may ask without a key, and about how many characters. */
  readonly detectLimit: Pick<AddressLimit, 'take'>;
  readonly detectCharacters: Pick<AddressLimit, 'take'>;
  readonly sources: readonly string[];
  readonly newId: () => string;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly checkText: CheckText;
  readonly evidence: EvidenceDesk;
  readonly openRequests: OpenRequests;
  readonly metrics: AnswerMetrics;
  readonly silence: number | undefined;
}

const PATH = '/v1/claims';

export function serveClaims(server: Server, options: ClaimsRouteOptions): void {
  const { gate, log, newId, now, checkText } = options;

  /** A check that counts as a request, with the caller's key and model. */
  const openAsked = async (
    request: FastifyRequest,
    reply: FastifyReply,
    identity: Identity,
    body: z.output<typeof claimsSchema>,
    check: { readonly text: string; readonly mode: GroundingMode; readonly signal: AbortSignal },
  ) => {
    const { model, listed, endpoint } = options.models.find(body.model ?? '', identity.key);
    noteModel(request, model, listed);
    const reservation = await gate.admit(request, reply, identity, model, listed);
    const { evidence } = options;
    const asked = {
      target: { endpoint, model, key: identity.key },
      callerId: identity.caller.id,
      native: body.sources?.includes(NATIVE) === true,
      ...(body.claim_review === true ? { review: reviewAbout(request) } : {}),
      maxClaims: Math.min(body.max_claims ?? evidence.maxClaims, evidence.maxClaims),
      retrieve: evidence.retrieveFor({
        key: identity.key,
        sandbox: endpoint.sandbox,
        accepted: gate.acceptedLately(identity),
        ...(body.sources == null ? {} : { sources: body.sources }),
        ...(body.language == null ? {} : { language: body.language }),
      }),
    };
    const events = narrate(checkText({ text: check.text, mode: check.mode, asked }, check.signal));
    return {
      close: events.close,
      async next() {
        try {
          const batch = await events.next();
          const done = batch?.find((event) => event.type === 'done');
          // Only a judge that answered has accepted the key.
          if (done !== undefined && (done.metadata.usage?.total_tokens ?? 0) > 0)
            gate.accepted(identity, reservation);
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
    PATH,
    {
      config: { limited: true },
      schema: {
        summary: 'Find the claims of a text',
        operationId: 'checkClaims',
        description: 'With mode `detect`, the default, no key and no model is needed.',
        tags: ['Claims'],
        security: [{ providerKey: [] }, {}],
        body: claimsSchema,
        response: claimsResponses,
      },
    },
    async (request, reply) => {
      request.endpoint = PATH;
      const mode = modeOf(request.body);
      const identified = grounds(mode) ? gate.identify(request, 'body-first') : 'absent';
      const body = validate(claimsSchema, request.body, [
        ...(grounds(mode) ? missingFor(request.body, identified === 'absent') : []),
        ...sourceFaults(request.body, [], options.sources),
      ]);
      if (!grounds(mode)) {
        const address = gate.addressOf(request);
        const wait =
          options.detectLimit.take(address) ?? options.detectCharacters.take(address, body.text.length);
        if (wait !== undefined)
          throw new GatewayError('address_limit_reached', undefined, { retryAfter: String(wait) });
      }
      const signal = options.openRequests.signalOf(reply.raw);
      const text = body.text.toWellFormed();
      const events = grounds(mode)
        ? await openAsked(request, reply, requireIdentity(identified), body, { text, mode, signal })
        : narrate(checkText({ text, mode }, signal));
      const check = { id: `clm-${newId()}`, object: 'claim_check', created: Math.floor(now() / 1_000) };
      const whole = (metadata: FactCheckMetadata) => {
        countCheck(options.metrics, request.provider, metadata);
        return { ...check, mode: metadata.mode, fact_check_metadata: metadata };
      };
      if (body.stream !== true) {
        for (let batch = await events.next(); batch !== undefined; batch = await events.next()) {
          for (const event of batch) if (event.type === 'done') return sendJson(reply, whole(event.metadata));
        }
        throw new Error('The check ended without its result');
      }
      return sendEventStream(reply, events, {
        format: (batch) =>
          batch
            .map((event) => {
              if (event.type === 'judging') return judgingComment(event.ids);
              const data = event.type === 'done' ? whole(event.metadata) : event.claim;
              return `event: ${event.type}\ndata: ${JSON.stringify(data)}\n\n`;
            })
            .join(''),
        silence: options.silence,
        explain: (thrown) => {
          const error = explainError(thrown, request, log);
          request.failure = error.code;
          return error;
        },
      });
    },
  );
}

/** A check in the form that is sent. */
function narrate(steps: AsyncGenerator<readonly TextCheckEvent[]>) {
  return {
    async next(): Promise<readonly TextCheckEvent[] | undefined> {
      const { value, done } = await steps.next();
      return done === true ? undefined : value;
    },
    close: () => void steps.return(undefined),
  };
}

function modeOf(body: unknown): CheckMode {
  const { mode } = (body ?? {}) as { mode?: unknown };
  return CHECK_MODES.find((known) => known === mode) ?? 'detect';
}

/** What only the modes that ask a model need. */
function missingFor(body: unknown, lacksKey: boolean): FieldFault[] {
  const { model, api_key: key } = body as { model?: unknown; api_key?: unknown };
  const missing = [];
  if (lacksKey && (key === undefined || key === null)) missing.push('api_key');
  if (model === undefined || model === null) missing.push('model');
  return missing.map((field) => ({ loc: ['body', field], msg: 'Field required', type: 'missing' }));
}
