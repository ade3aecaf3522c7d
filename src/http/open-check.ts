/** Opens the check of a text for a request: counted, admitted, with the caller's key and model. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestCounts } from '../admission/request-counts.ts';
import { GatewayError } from '../errors.ts';
import type { CheckText, TextCheck, TextCheckEvent } from '../factcheck/check-text.ts';
import type { EvidenceService } from '../factcheck/evidence.ts';
import type { Retrieve } from '../factcheck/ground-conversation.ts';
import type { Model } from '../providers/catalogue.ts';
import type { ModelDirectory } from '../upstream/model-directory.ts';
import { type CheckWishes, checkSettings } from './check-settings.ts';
import { candidatesOf, inTurn } from './fall-back.ts';
import type { Gate, Identity } from './gate.ts';
import type { EventSource } from './send-stream.ts';
import { noteModel } from './serve-chat.ts';

export interface CheckOpenerOptions {
  readonly gate: Gate;
  readonly models: ModelDirectory;
  readonly takeDetection: RequestCounts['takeDetection'];
  readonly checkText: CheckText;
  readonly evidence: EvidenceService;
}

/** What a request says of its check, by the names of its fields. */
interface CheckBody extends CheckWishes {
  readonly model?: string | null | undefined;
  readonly date?: string | null | undefined;
}

export function createCheckOpener(options: CheckOpenerOptions) {
  const { gate, models, checkText } = options;

  /** A check without a key and a model, limited by its address. */
  const openDetection = async (
    request: FastifyRequest,
    check: TextCheck,
    signal: AbortSignal,
  ): Promise<EventSource<TextCheckEvent>> => {
    const wait = await options.takeDetection(gate.addressOf(request), check.text.length);
    if (wait === undefined) return stepsOf(checkText(check, signal));
    throw new GatewayError('address_limit_reached', undefined, { retryAfter: String(wait) });
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
    check: TextCheck,
    signal: AbortSignal,
    watched: (retrieve: Retrieve) => Retrieve = (retrieve) => retrieve,
  ): Promise<EventSource<TextCheckEvent>> => {
    const first = models.find(body.model ?? '', identity.key);
    const [found, ...fallbacks] = candidatesOf(models, gate, first, identity);
    const { model, listed, endpoint } = found;
    noteModel(request, model, listed);
    const reservation = await gate.admit(request, reply, identity, found, fallbacks);
    const target = inTurn(found, fallbacks, identity.key);
    const { settings } = checkSettings(options, request, identity, endpoint, body);
    const asked = {
      ...settings,
      retrieve: watched(settings.retrieve),
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
          if (done !== undefined && first.fallbacks !== undefined) nameModel(request, reply, target.model);
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

  return { openDetection, openAsked };
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
