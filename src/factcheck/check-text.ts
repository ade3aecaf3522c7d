/** The claims of a text by itself, without a chat: found, and where that is wanted grounded or verified. */
import { detectInSlices } from '../claims/detect.ts';
import type { Claim, FactCheckMetadata } from '../domain/claim.ts';
import { type CheckMode, grounds, verifies } from '../domain/fact-check-mode.ts';
import { GatewayError } from '../errors.ts';
import type { Upstream } from '../upstream/call-provider.ts';
import {
  createClaimList,
  describeClaims,
  type Findings,
  MOST_LISTED,
  type Place,
  withFindings,
} from './claims-metadata.ts';
import { groundConversation } from './ground-conversation.ts';
import type { ReviewAbout } from './verify/claim-review.ts';
import type { Verifier } from './verify/open-verifier.ts';
import { type VerifyRequest, type VerifySettings, verifierFor } from './verify/verify-settings.ts';

/** The most UTF-16 units that a text may have. */
export const MAX_TEXT = 200_000;
const OF_TEXT: Place = { role: 'text', message_index: 0, offset: 0 };

/** One step of a check. */
export type TextCheckEvent =
  | { readonly type: 'claim' | 'verdict'; readonly claim: Claim }
  /** The judge begins to read these claims. */
  | { readonly type: 'judging'; readonly ids: readonly string[] }
  | { readonly type: 'done'; readonly metadata: FactCheckMetadata };

export interface TextCheck {
  readonly text: string;
  readonly mode: CheckMode;
  /** 0 to 1: claims below are counted, and neither listed nor verified. */
  readonly minConfidence?: number;
  /** What the modes beyond `detect` need. */
  readonly asked?: VerifyRequest & {
    /** Whose reviews the verdicts are, where ClaimReview is wanted. */
    readonly review?: ReviewAbout;
  };
}

export interface TextCheckerOptions {
  readonly upstream: Upstream;
  readonly verify: VerifySettings;
  readonly newNonce: () => string;
  /** Resolves after the event loop has turned. */
  readonly yieldTurn: () => Promise<void>;
}

export type CheckText = (check: TextCheck, signal: AbortSignal) => AsyncGenerator<readonly TextCheckEvent[]>;

/**
 * @returns a function that checks a text: claims as they are found, verdicts as they come, then all of it.
 *   It throws GatewayError where the judge's provider refused every call.
 */
export function createTextChecker(options: TextCheckerOptions): CheckText {
  return async function* check({ text, mode, asked, minConfidence = 0 }, signal) {
    const list = createClaimList((_index, confidence) => confidence >= minConfidence);
    const isSure = ({ confidence }: Claim): boolean => confidence >= minConfidence;
    const watched = watchCalls(options.upstream);
    const tools = { upstream: watched.upstream, nonce: options.newNonce, signal };
    const verifier =
      verifies(mode) && asked !== undefined ? verifierFor(options.verify, asked, tools) : undefined;
    const verdicts = collectVerdicts(verifier);
    for (const slice of detectInSlices(text)) {
      signal.throwIfAborted();
      const room = Math.max(0, MOST_LISTED - list.detected);
      const placed = slice.slice(0, room).map((found) => list.add(found, OF_TEXT));
      const claims = placed.filter(isSure);
      for (const found of slice.slice(room)) list.count(found, OF_TEXT);
      if (claims.length > 0) yield claims.map((claim) => ({ type: 'claim', claim }));
      for (const claim of claims) verifier?.add(claim);
      await options.yieldTurn();
    }
    let findings: Findings = {};
    if (verifier !== undefined) {
      const finished = verifier.finish();
      for await (const batch of verdicts(finished)) yield batch;
      findings = { verification: await finished, review: asked?.review };
      const refusal = watched.refusal();
      if (refusal !== undefined) throw refusal;
    } else if (grounds(mode) && asked !== undefined) {
      const { retrieve, maxClaims } = asked;
      const ground = { retrieve, maxClaims, cite: false, nonce: options.newNonce() };
      findings = { grounding: await groundConversation(list.kept.filter(isSure), ground, signal) };
    }
    yield [
      {
        type: 'done',
        metadata: describeClaims(mode, list, withFindings(list.kept.filter(isSure), findings), findings),
      },
    ];
  };
}

/** The verdicts as they come, until the verification has finished. */
function collectVerdicts(verifier: Verifier | undefined) {
  let waiting: TextCheckEvent[] = [];
  let wake = Promise.withResolvers<void>();
  const push = (event: TextCheckEvent): void => {
    waiting.push(event);
    wake.resolve();
  };
  verifier?.onVerdict((claim) => push({ type: 'verdict', claim }));
  verifier?.onJudging((claims) => push({ type: 'judging', ids: claims.map(({ id }) => id) }));
  return async function* until(finished: Promise<unknown>): AsyncGenerator<readonly TextCheckEvent[]> {
    let ended = false;
    const end = (): void => {
      ended = true;
      wake.resolve();
    };
    finished.then(end, end);
    for (;;) {
      const taken = waiting;
      waiting = [];
      if (taken.length > 0) yield taken;
      else if (ended) return;
      else {
        await wake.promise;
        wake = Promise.withResolvers();
      }
    }
  };
}

/** Remembers whether the judge could be asked at all: where it never could, its provider's refusal is the answer. */
function watchCalls(upstream: Upstream): { upstream: Upstream; refusal: () => GatewayError | undefined } {
  let answered = false;
  let refusal: GatewayError | undefined;
  return {
    upstream: {
      ...upstream,
      async complete(call, signal) {
        try {
          const completion = await upstream.complete(call, signal);
          answered = true;
          return completion;
        } catch (error) {
          if (error instanceof GatewayError) refusal ??= error;
          throw error;
        }
      },
    },
    refusal: () => (answered ? undefined : refusal),
  };
}
