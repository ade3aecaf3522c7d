/** POST /v1/claims: the claims of a text, without a chat. */
import type { AddressLimit } from '../../admission/address-limit.ts';
import type { Claim, FactCheckMetadata } from '../../domain/claim.ts';
import { type FieldFault, GatewayError } from '../../errors.ts';
import { detectMetadata, findClaims } from '../../factcheck/check-text.ts';
import type { Log } from '../../telemetry/log.ts';
import { claimsSchema } from '../chat-schema.ts';
import type { Gate, Identity } from '../gate.ts';
import { sourceFaults } from '../read-chat-request.ts';
import { claimsResponses } from '../response-schema.ts';
import { sendEventStream } from '../send-event-stream.ts';
import { sendJson } from '../send-json.ts';
import { type ModelDirectory, noteModel, requireIdentity } from '../serve-chat.ts';
import { explainError, type Server } from '../server.ts';
import { validate } from '../validate.ts';

export interface ClaimsRouteOptions {
  readonly gate: Gate;
  readonly models: ModelDirectory;
  readonly log: Log;
  /** How often an address may ask without a key. */
  readonly detectLimit: Pick<AddressLimit, 'take'>;
  readonly sources: readonly string[];
  readonly newId: () => string;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Resolves after the event loop has turned. */
  readonly yieldTurn: () => Promise<void>;
  readonly silence: number | undefined;
}

/** One event of a streamed check. */
type ClaimsEvent =
  | { readonly type: 'claim'; readonly claim: Claim }
  | { readonly type: 'done'; readonly metadata: FactCheckMetadata };

const PATH = '/v1/claims';

export function serveClaims(server: Server, options: ClaimsRouteOptions): void {
  const { gate, log, newId, now, yieldTurn } = options;
  server.post(
    PATH,
    {
      config: { limited: true },
      schema: {
        summary: 'Find the claims of a text',
        description: 'With mode `detect`, the default, no key and no model is needed.',
        tags: ['Claims'],
        body: claimsSchema,
        response: claimsResponses,
      },
    },
    async (request, reply) => {
      request.endpoint = PATH;
      const mode = modeOf(request.body);
      const identified = mode === 'detect' ? 'absent' : gate.identify(request, 'body-first');
      const body = validate(claimsSchema, request.body, [
        ...(mode === 'detect' ? [] : missingFor(request.body, identified === 'absent')),
        ...sourceFaults(request.body, [], options.sources),
      ]);
      if (mode === 'detect') {
        const wait = options.detectLimit.take(gate.addressOf(request));
        if (wait !== undefined)
          throw new GatewayError('address_limit_reached', undefined, { retryAfter: String(wait) });
      } else {
        const identity: Identity = requireIdentity(identified);
        const { model, listed } = options.models.find(body.model ?? '', identity.key);
        noteModel(request, identity, model, listed);
        (await gate.admit(request, reply, identity, model, listed)).keep();
      }

      const check = { id: `clm-${newId()}`, object: 'claim_check', created: Math.floor(now() / 1_000) };
      const whole = (metadata: FactCheckMetadata) => ({
        ...check,
        mode: metadata.mode,
        fact_check_metadata: metadata,
      });
      const events = narrate(body.text.toWellFormed(), yieldTurn);
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

/** The claims as they are found, then all of them. */
function narrate(text: string, yieldTurn: () => Promise<void>) {
  const slices = findClaims(text, yieldTurn);
  const all: Claim[] = [];
  let done = false;
  return {
    async next(): Promise<readonly ClaimsEvent[] | undefined> {
      if (done) return undefined;
      for (;;) {
        const { value: slice, done: ended } = await slices.next();
        if (ended === true) {
          done = true;
          return [{ type: 'done', metadata: detectMetadata(all) }];
        }
        all.push(...slice);
        if (slice.length > 0) return slice.map((claim) => ({ type: 'claim', claim }));
      }
    },
    close() {
      done = true;
      void slices.return(undefined);
    },
  };
}

function modeOf(body: unknown): 'detect' | 'asked' {
  if (typeof body !== 'object' || body === null) return 'detect';
  const { mode } = body as { mode?: unknown };
  return mode === 'ground' || mode === 'verify' ? 'asked' : 'detect';
}

/** What only the modes that ask a model need. */
function missingFor(body: unknown, lacksKey: boolean): FieldFault[] {
  const { model, api_key: key } = body as { model?: unknown; api_key?: unknown };
  const missing = [];
  if (lacksKey && (key === undefined || key === null)) missing.push('api_key');
  if (model === undefined || model === null) missing.push('model');
  return missing.map((field) => ({ loc: ['body', field], msg: 'Field required', type: 'missing' }));
}
