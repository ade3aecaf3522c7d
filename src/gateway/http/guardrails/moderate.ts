/** POST /v1/moderations with the model `claimgate`: whether texts hold what evidence refutes, in OpenAI's form. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Claim, isChecked } from '../../../domain/claim.ts';
import { isObject } from '../../../domain/json-object.ts';
import { groundednessOf } from '../../../engine/factcheck/state/claims-metadata.ts';
import { sendJson } from '../answer/send-json.ts';
import { validate } from '../body/validate.ts';
import { documentFaults, sourceFaults } from '../own-faults.ts';
import { createGuard, type GuardOptions } from './create-guard.ts';
import { moderationSchema, OWN_MODERATION } from './guardrail-schema.ts';

interface ModerationOptions extends GuardOptions {
  readonly newId: () => string;
}

/** Whether the gateway is asked itself. @param body as it was parsed. */
export function isOwnModeration(body: unknown): boolean {
  return isObject(body) && body.model === OWN_MODERATION;
}

/** @returns a function that answers a request for which {@link isOwnModeration}. */
export function createModeration({ newId, ...options }: ModerationOptions) {
  const guard = createGuard(options);
  return async (request: FastifyRequest, reply: FastifyReply, given: unknown): Promise<unknown> => {
    const settings = isObject(given) ? given.fact_check : undefined;
    const { input, fact_check } = validate(moderationSchema, given, [
      ...sourceFaults(settings, ['fact_check'], options.evidence.names),
      ...documentFaults(settings, ['fact_check']),
    ]);
    const parts = typeof input === 'string' ? [input] : input;
    const texts = parts.map((part) => (typeof part === 'string' ? part : part.text));
    const { claims, metadata } = await guard(request, reply, texts, fact_check ?? {});
    const isHeld = metadata.groundedness !== undefined;
    return sendJson(reply, {
      id: `modr-${newId()}`,
      model: OWN_MODERATION,
      results: claims.map((ofText) => resultOf(ofText, isHeld)),
      fact_check_metadata: metadata,
    });
  };
}

const INPUTS = ['text'];
const share = (count: number, all: number): number => (all === 0 ? 0 : Math.round((count / all) * 1e4) / 1e4);

/**
 * - `refuted`: evidence speaks against a claim. Its score is how sure the judge is.
 * - `ungrounded`: the request's own texts do not say it. Its score is the share of such statements among those that were judged.
 * - `unsupported`: sources do not agree, or do not decide. Its score is the share of such claims, likewise.
 *
 * @param isHeld whether the request brought texts that the claims are held against.
 */
function resultOf(claims: readonly Claim[], isHeld: boolean) {
  const judged = claims.filter((claim) => claim.verdict !== undefined && isChecked(claim));
  const refuted = judged.filter(({ verdict }) => verdict === 'refuted');
  const undecided = judged.filter(
    ({ verdict }) => verdict === 'conflicting' || verdict === 'not_enough_evidence',
  );
  const { score } = isHeld ? groundednessOf(claims) : { score: null };
  const scores = {
    refuted: Math.max(0, ...refuted.map(({ verdict_confidence: sure = 1 }) => sure)),
    ungrounded: score === null ? 0 : share(1 - score, 1),
    unsupported: share(undecided.length, judged.length),
  };
  const categories = {
    refuted: refuted.length > 0,
    ungrounded: scores.ungrounded > 0,
    unsupported: undecided.length > 0,
  };
  return {
    // What no source knows is most of what is said: it is told, and stops nothing.
    flagged: categories.refuted || categories.ungrounded,
    categories,
    category_scores: scores,
    category_applied_input_types: { refuted: INPUTS, ungrounded: INPUTS, unsupported: INPUTS },
  };
}
