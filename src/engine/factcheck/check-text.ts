/** The claims of a text by itself, without a chat: found, and where that is wanted grounded or verified. */
import { EventEmitter, on } from 'node:events';
import type { Claim, FactCheckMetadata, Search, Span } from '../../domain/claim.ts';
import { GatewayError } from '../../domain/errors.ts';
import { type CheckMode, grounds } from '../../domain/fact-check-mode.ts';
import type { Upstream } from '../../models/upstream/call-provider.ts';
import { checkConversation } from './check-conversation.ts';
import { groundConversation, type Retrieve } from './ground-conversation.ts';
import type { Verifier } from './open-verifier.ts';
import type { ReviewAbout } from './state/claim-review.ts';
import {
  judges,
  readsStatements,
  type VerifyRequest,
  type VerifySettings,
  verifierFor,
} from './verify-settings.ts';

/** The most UTF-16 units that a text may have. */
export const MAX_TEXT = 200_000;
/** UTF-16 units that are searched between two turns of others: about a millisecond. */
const SLICE = 4_000;

/** One step of a check. */
export type TextCheckEvent =
  | { readonly type: 'claim' | 'verdict'; readonly claim: Claim }
  /** The judge begins to read these claims. */
  | { readonly type: 'judging'; readonly ids: readonly string[] }
  | { readonly type: 'done'; readonly metadata: FactCheckMetadata };

export interface TextCheck {
  readonly text: string;
  readonly mode: CheckMode;
  /** Both 0 to 1: claims below either are counted, and neither listed nor verified. */
  readonly minConfidence?: number;
  /** The parts of the text whose claims are wanted; the others are only counted too. Of all of it where it is absent. */
  readonly spans?: readonly Span[];
  /** Of the text, as a tag; guessed where it is absent or none of the list of `languages.ts`. */
  readonly language?: string | undefined;
  /** Whether the text is wanted with its corrections put in. */
  readonly revise?: boolean;
  readonly minCheckWorthiness?: number;
  /** Called each time that the judge has answered: its provider has accepted the key. */
  readonly onAnswered?: () => void;
  /** What the modes beyond `detect` need. */
  readonly asked?: VerifyRequest & {
    /** Whose reviews the verdicts are, where ClaimReview is wanted. */
    readonly review?: ReviewAbout;
    /** What was sent to sources outside so far. */
    readonly searches?: () => readonly Search[];
  };
}

interface TextCheckerOptions {
  readonly upstream: Upstream;
  readonly verify: VerifySettings;
  readonly newNonce: () => string;
  /** Resolves after the event loop has turned. */
  readonly yieldTurn: () => Promise<void>;
}

export type CheckText = ReturnType<typeof createTextChecker>;

/**
 * @returns a function that checks a text: claims as they are found, verdicts as they come, then all of it.
 *   It throws GatewayError where the judge's provider refused every call.
 */
export function createTextChecker(options: TextCheckerOptions) {
  return async function* checkText(
    { text, mode, asked, onAnswered, ...wanted }: TextCheck,
    signal: AbortSignal,
  ): AsyncGenerator<readonly TextCheckEvent[]> {
    const { verify, newNonce, yieldTurn } = options;
    const check = await checkConversation([], 'all', yieldTurn, mode, {
      answerRole: 'text',
      judged: judges(verify, mode, asked?.judge),
      statements: asked !== undefined && readsStatements(verify, mode, asked),
      context: asked?.context === true,
      ...wanted,
      searches: asked?.searches,
    });
    const watched = watchCalls(options.upstream, onAnswered);
    const tools = { upstream: watched.upstream, nonce: newNonce, signal, from: 'text' } as const;
    const judged = judges(verify, mode, asked?.judge);
    const verifier = asked !== undefined && judged ? verifierFor(verify, mode, asked, tools) : undefined;
    const verdicts = verifier && verdictsOf(verifier);
    if (verifier !== undefined) check.verify(verifier, [], asked?.review);
    const claims: Claim[] = [];
    for (let at = 0; at <= text.length; at += SLICE) {
      signal.throwIfAborted();
      const last = at + SLICE > text.length;
      const found = [
        ...(await check.readAnswer(text.slice(at, at + SLICE))),
        ...(last ? check.endAnswer() : []),
      ];
      if (found.length > 0) yield found.map((claim) => ({ type: 'claim', claim }));
      claims.push(...found);
      await yieldTurn();
    }
    if (verifier === undefined && grounds(mode) && asked !== undefined) {
      const { maxClaims } = asked;
      // No answer of a model waits for the evidence.
      const retrieve: Retrieve = (claim, ended, query) => asked.retrieve(claim, ended, query, true);
      const ground = { retrieve, maxClaims, cite: false, nonce: newNonce() };
      check.ground(await groundConversation(claims, ground, signal));
    }
    const result = check.result();
    if (verdicts !== undefined) yield* verdicts(result);
    const { metadata } = await result;
    const refusal = watched.refusal();
    if (refusal !== undefined) throw refusal;
    yield [{ type: 'done', metadata }];
  };
}

/** Collects the steps of a verification from now on. @returns a function that gives them until it has finished. */
function verdictsOf(verifier: Verifier) {
  const steps = new EventEmitter();
  const taken = on(steps, 'step', { close: ['end'] });
  const push = (step: TextCheckEvent): void => void steps.emit('step', step);
  verifier.onVerdict((claim) => push({ type: 'verdict', claim }));
  verifier.onJudging((claims) => push({ type: 'judging', ids: claims.map(({ id }) => id) }));
  return async function* until(finished: Promise<unknown>): AsyncGenerator<readonly TextCheckEvent[]> {
    const end = (): void => void steps.emit('end');
    finished.then(end, end);
    for await (const [step] of taken) yield [step];
  };
}

/** Remembers whether the judge could be asked at all: where it never could, its provider's refusal is the answer. */
function watchCalls(
  upstream: Upstream,
  onAnswered?: () => void,
): { upstream: Upstream; refusal: () => GatewayError | undefined } {
  let answered = false;
  let refusal: GatewayError | undefined;
  return {
    upstream: {
      ...upstream,
      async complete(call, signal) {
        try {
          const completion = await upstream.complete(call, signal);
          answered = true;
          onAnswered?.();
          return completion;
        } catch (error) {
          if (error instanceof GatewayError) refusal = error;
          throw error;
        }
      },
    },
    refusal: () => (answered ? undefined : refusal),
  };
}
