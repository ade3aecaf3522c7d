/** How the claims of one request are checked: the same for a chat and for a text. */
import type { FastifyRequest } from 'fastify';
import type { Message } from '../../../domain/chat.ts';
import type { JudgeWish, StatementWish } from '../../../domain/claim.ts';
import { type FactCheckMode, reaches } from '../../../domain/fact-check-mode.ts';
import { NATIVE } from '../../../engine/factcheck/check-plan.ts';
import type { EvidenceService } from '../../../engine/factcheck/find/evidence.ts';
import { type ContextDocument, gatherContext } from '../../../engine/factcheck/find/gather-context.ts';
import type { ReviewAbout } from '../../../engine/factcheck/state/claim-review.ts';
import type { Endpoint } from '../../../models/upstream/endpoint.ts';
import type { Gate, Identity } from '../admission/gate.ts';

/** Who asks, and of which provider. */
export interface Asker {
  /** Absent where the caller has no key, or one that nobody has accepted. */
  readonly identity: Identity | undefined;
  /** Of the model that the caller asks. */
  readonly endpoint: Endpoint | undefined;
  /** Whether the operator's own documents may be quoted. */
  readonly mayReadOwn: () => boolean;
  /** Which of them are asked; those without a collection where absent. */
  readonly documentsFrom?: readonly string[] | undefined;
}

/** The request's own settings, by the names of their fields. */
export interface CheckWishes {
  readonly sources?: readonly string[] | null | undefined;
  readonly max_claims?: number | null | undefined;
  readonly claim_review?: boolean | null | undefined;
  readonly judge?: JudgeWish | null | undefined;
  readonly statements?: StatementWish | null | undefined;
  readonly mode?: FactCheckMode | null | undefined;
  readonly documents?: readonly ContextDocument[] | null | undefined;
}

/**
 * @param messages of the conversation, whose texts may be evidence.
 * @returns the settings, and in `adjusted` what of the request is not served as it stands.
 */
export function checkSettings(
  { gate, evidence }: { readonly gate: Gate; readonly evidence: EvidenceService },
  request: FastifyRequest,
  { identity, endpoint, mayReadOwn, documentsFrom }: Asker,
  { sources, max_claims, claim_review, mode, judge, statements, documents }: CheckWishes,
  messages: readonly Message[] = [],
) {
  const { texts, cut, brings } = reaches(mode ?? 'off', 'ground')
    ? gatherContext(documents ?? [], messages)
    : NO_CONTEXT;
  const settings = {
    context: texts.length > 0,
    brings,
    ...(judge == null ? {} : { judge }),
    ...(statements == null ? {} : { statements }),
    native: sources?.includes(NATIVE) === true,
    ...(claim_review === true ? { review: reviewAbout(request) } : {}),
    maxClaims: Math.min(max_claims ?? evidence.maxClaims, evidence.maxClaims),
    holdsRest: texts.length > 0 && max_claims == null,
    ...evidence.retrieveFor({
      ...(identity === undefined ? {} : { callerId: identity.caller.id, key: identity.key }),
      sandbox: endpoint?.sandbox === true,
      // Asked for when something is to be looked up: it is known once the request is admitted.
      accepted: () => endpoint !== undefined && gate.acceptedLately(request, endpoint),
      mayReadOwn,
      documentsFrom,
      ...(sources == null ? {} : { sources }),
      context: texts,
    }),
  };
  return { settings, adjusted: cut ? ['fact_check.context=newest'] : [] };
}

const NO_CONTEXT = { texts: [], cut: false, brings: false };

/** The gateway as the author of reviews, at the address that the caller uses; its header may say anything. */
function reviewAbout(request: FastifyRequest): ReviewAbout {
  const address = `${request.protocol}://${request.host}/`;
  const url = URL.canParse(address) ? `${new URL(address).origin}/` : 'http://localhost/';
  return { url, datePublished: new Date().toISOString().slice(0, 10), author: { name: 'Claimgate', url } };
}
