/** Evidence and verdicts for the claims of a text by itself, without a chat. */
import type { Claim, FactCheckMetadata } from '../domain/claim.ts';
import { type CheckMode, grounds, verifies } from '../domain/fact-check-mode.ts';
import { GatewayError } from '../errors.ts';
import type { JsonTarget } from '../upstream/ask-json.ts';
import type { Upstream } from '../upstream/call-provider.ts';
import { verifiedMetadata, withEvidence } from './check-conversation.ts';
import { detectMetadata, findClaims } from './check-text.ts';
import { groundConversation, type Retrieve } from './ground-conversation.ts';
import { createClaimCount } from './list-claims.ts';
import type { ReviewAbout } from './verify/claim-review.ts';
import { openVerifier, type Verifier } from './verify/open-verifier.ts';
import type { VerifySettings } from './verify/verify-settings.ts';

/** One step of a check. */
export type TextCheckEvent =
  | { readonly type: 'claim' | 'verdict'; readonly claim: Claim }
  /** The judge begins to read these claims. */
  | { readonly type: 'judging'; readonly ids: readonly string[] }
  | { readonly type: 'done'; readonly metadata: FactCheckMetadata };

export interface TextCheck {
  readonly text: string;
  readonly mode: CheckMode;
  /** What the modes beyond `detect` need. */
  readonly asked?: {
    readonly target: JsonTarget;
    readonly retrieve: Retrieve;
    readonly maxClaims: number;
    readonly callerId: string;
    /** The judge may search the web by itself, with the caller's key. */
    readonly native: boolean;
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
  return async function* check({ text, mode, asked }, signal) {
    const claims: Claim[] = [];
    const count = createClaimCount();
    const watched = watchCalls(options.upstream);
    const verifier =
      verifies(mode) && asked !== undefined ? open(asked, watched.upstream, signal) : undefined;
    const verdicts = collectVerdicts(verifier);
    for await (const slice of findClaims(text, count, options.yieldTurn)) {
      signal.throwIfAborted();
      claims.push(...slice);
      if (slice.length > 0) yield slice.map((claim) => ({ type: 'claim', claim }));
      for (const claim of slice) verifier?.add(claim);
    }
    if (verifier !== undefined) {
      const finished = verifier.finish();
      for await (const batch of verdicts(finished)) yield batch;
      const verification = await finished;
      const refusal = watched.refusal();
      if (refusal !== undefined) throw refusal;
      const found = { claims, unkept: count.detected - claims.length };
      yield [{ type: 'done', metadata: verifiedMetadata(found, mode, verification, asked?.review) }];
      return;
    }
    const metadata = detectMetadata(claims, count);
    if (!grounds(mode) || asked === undefined) {
      yield [{ type: 'done', metadata }];
      return;
    }
    const { retrieve, maxClaims } = asked;
    const grounding = await groundConversation(
      claims,
      { retrieve, maxClaims, cite: false, nonce: options.newNonce() },
      signal,
    );
    const grounded = claims.map((claim) => withEvidence(claim, grounding));
    yield [
      {
        type: 'done',
        metadata: { ...metadata, mode, sources_consulted: grounding.sources, claims: grounded },
      },
    ];
  };

  function open(asked: NonNullable<TextCheck['asked']>, upstream: Upstream, signal: AbortSignal): Verifier {
    const { verdicts, citations, native, now, ...settings } = options.verify;
    return openVerifier({
      ...settings,
      ...(asked.native ? { native } : {}),
      upstream,
      target: asked.target,
      retrieve: asked.retrieve,
      maxClaims: asked.maxClaims,
      cache: { verdicts, citations, callerId: asked.callerId },
      nonce: options.newNonce,
      now,
      signal,
    });
  }
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
