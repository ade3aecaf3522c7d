/** POST /v1/claims: the claims of a text, without a chat. */
import type { FactCheckMetadata } from '../../../domain/claim.ts';
import { CHECK_MODES, type CheckMode, reaches } from '../../../domain/fact-check-mode.ts';
import type { TextCheckEvent } from '../../../engine/factcheck/check-text.ts';
import { judgingComment } from '../../../models/dialects/stream-form.ts';
import { sendJson } from '../answer/send-json.ts';
import { sendStream } from '../answer/send-stream.ts';
import { missingFields, validate } from '../body/validate.ts';
import { claimsSchema } from '../chat-schema.ts';
import { allowAbsent, requireIdentity } from '../chats/chat-service.ts';
import { type AnswerMetrics, countCheck, tallyOf } from '../chats/count-answer.ts';
import { costsOfCheck, sayCost } from '../chats/say-cost.ts';
import { type CheckOpenerOptions, createCheckOpener, metadataOf } from '../checks/open-check.ts';
import type { PrepareReport } from '../checks/report-check.ts';
import { documentFaults, sourceFaults, spanFaults } from '../own-faults.ts';
import { claimsResponses } from '../response-schema.ts';
import type { OpenRequests } from '../server/open-requests.ts';
import type { Server } from '../server/server.ts';

const DESCRIPTION =
  'Modes `detect`, the default, and `ground` need no key and no model, and are limited by address. With a key that a ' +
  'provider has accepted within the hour, or that the operator issued, `ground` counts as one request, quotes the ' +
  "operator's own documents too, and asks the outside sources that it names. `verify` needs a key and a model, and like `ground` neither where `judge` is `local`.";

interface ClaimsRouteOptions extends CheckOpenerOptions {
  readonly newId: () => string;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly openRequests: OpenRequests;
  readonly metrics: AnswerMetrics;
  readonly prepareReport: PrepareReport;
}

export function serveClaims(server: Server, options: ClaimsRouteOptions): void {
  const { gate, newId, now } = options;
  const { openAlone, openAsked } = createCheckOpener(options);

  server.post(
    '/v1/claims',
    {
      config: { limited: true },
      schema: {
        summary: 'Find the claims of a text',
        operationId: 'checkClaims',
        description: DESCRIPTION,
        tags: ['Claims'],
        security: [{ providerKey: [] }, {}],
        body: claimsSchema,
        response: claimsResponses,
      },
    },
    async (request, reply) => {
      const mode = modeOf(request.body);
      const needsKey = reaches(mode, 'verify') && !isLocal(request.body);
      const readsKey = mode !== 'detect' || gate.needsKey;
      const identified = readsKey ? gate.identify(request, 'body-first') : 'absent';
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
        ...(body.date == null ? {} : { date: body.date }),
      };
      const steps = needsKey
        ? await openAsked(request, reply, requireIdentity(identified), body, check, signal)
        : await openAlone(request, reply, allowAbsent(gate, identified), body, check, signal);
      const head = { id: `clm-${newId()}`, object: 'claim_check', created: Math.floor(now() / 1_000) };
      const whole = (metadata: FactCheckMetadata) => {
        const { provider, model } = request;
        const judging = provider === undefined || model === undefined ? undefined : { provider, model };
        countCheck({ metrics: options.metrics, tally: tallyOf(request) }, judging, metadata);
        options.prepareReport(request, reply)(metadata);
        return { ...head, mode: metadata.mode, fact_check_metadata: metadata };
      };
      if (body.stream !== true) {
        const metadata = await metadataOf(steps);
        sayCost(reply, costsOfCheck(metadata));
        return sendJson(reply, whole(metadata));
      }
      return sendStream(reply, steps, (batch) => batch.map((event) => formatStep(event, whole)).join(''));
    },
  );
}

function formatStep(event: TextCheckEvent, whole: (metadata: FactCheckMetadata) => object): string {
  switch (event.type) {
    case 'found':
      return sseEvent('claim', event.claim);
    case 'verdict':
      return sseEvent('verdict', event.claim);
    case 'judging':
      return judgingComment(event.ids);
    case 'done':
      return sseEvent('done', whole(event.metadata));
    default:
      return '';
  }
}

function sseEvent(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Whether no model is to be asked, whatever the mode. */
function isLocal(body: unknown): boolean {
  return ((body ?? {}) as { judge?: unknown }).judge === 'local';
}

/** The mode of a body that is not validated yet: it decides what else the body needs. */
function modeOf(body: unknown): CheckMode {
  const { mode } = (body ?? {}) as { mode?: unknown };
  return CHECK_MODES.find((known) => known === mode) ?? 'detect';
}
