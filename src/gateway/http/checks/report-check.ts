/** Tells of checks that are done, once their answers are sent. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FactCheckMetadata } from '../../../domain/claim.ts';
import type { OnChecked } from '../../../domain/finished-check.ts';
import type { Gate } from '../admission/gate.ts';

/** @param model that answered or judged; the one that is noted on the request where absent. */
type Report = (metadata: FactCheckMetadata, model?: string) => void;

/**
 * Reads of a request what its report says, so that a stream that goes on holds nothing of it. To be called once the caller and
 * its profile are noted on the request.
 */
export type PrepareReport = (request: FastifyRequest, reply: FastifyReply) => Report;

/** @param options.onChecked absent where nobody wants to hear of it. */
export function createCheckReports(options: {
  readonly gate: Pick<Gate, 'planOf'>;
  readonly onChecked: OnChecked | undefined;
}): PrepareReport {
  const { gate, onChecked } = options;
  if (onChecked === undefined) return () => () => {};
  return ({ id: requestId, route: api = '', identity, profile, model: noted }, { raw }) => {
    const known = {
      requestId,
      api,
      ...(identity === undefined ? {} : { callerId: identity.caller.id, plan: gate.planOf(identity).name }),
      ...(profile === undefined ? {} : { profile }),
    };
    const sent = new Promise<void>((resolve) => {
      if (raw.closed) resolve();
      else raw.once('close', resolve);
    });
    return (metadata, model = noted) =>
      void sent.then(() => onChecked({ ...known, ...(model === undefined ? {} : { model }), metadata }));
  };
}
