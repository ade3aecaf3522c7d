/** The judging of one check: which claims are judged when, and what each is read beside. */
import { type Message, textOf } from '../../domain/chat.ts';
import type { Claim } from '../../domain/claim.ts';
import type { Purpose } from '../claims/read-request.ts';
import type { Pace } from './check-event.ts';
import type { JudgePlan } from './check-plan.ts';
import { worthiestFirst } from './choose/select-claims.ts';
import type { ConversationClaims } from './find-in-conversation.ts';
import type { Grounding } from './ground-conversation.ts';
import { openVerifier, type Verification } from './open-verifier.ts';
import type { Surroundings } from './read/reading.ts';
import type { VerdictSource } from './run-check.ts';

interface JudgingOptions {
  readonly found: ConversationClaims;
  /** What was said before the answer. */
  readonly messages: readonly Message[];
  /** What was retrieved for claims of the conversation is not looked for again. */
  readonly grounding: Grounding | undefined;
  /** Why no claim is judged; absent where they are. */
  readonly skipReason: Purpose | undefined;
  /** What has come of each answer; grows as it is read. */
  readonly written: readonly string[];
  readonly pace: Pace;
  /** The caller's. */
  readonly signal: AbortSignal;
}

export interface Judging extends VerdictSource {
  /** Claims of the answer were found. Of one that comes as a whole, the worthiest are judged first: at its end. */
  add(claims: readonly Claim[]): void;
  /** A claim is likely to be found next. */
  foresee(claim: Claim): void;
  /** No more claims come. @returns when the last verdict is in, or the deadline has passed. */
  finish(): Promise<Verification>;
  /** Ends what is still being looked for and judged. */
  stop(): void;
}

/** Begins with the claims of the last user message. */
export function openJudging(
  { verifier: settings }: JudgePlan,
  { found, messages, grounding, skipReason, written, pace, signal: caller }: JudgingOptions,
): Judging {
  const { lastUser, end } = found;
  const stopped = new AbortController();
  const signal = AbortSignal.any([caller, stopped.signal]);
  const verifier = openVerifier({ ...settings, skipReason, signal, from: pace });
  const surroundingsOf =
    ({ message_index, choice_index = 0 }: Claim) =>
    (): Surroundings => {
      const textAt = (index: number): string => {
        const message = messages[index];
        return message === undefined ? '' : textOf(message);
      };
      return message_index < end
        ? { text: textAt(message_index), question: '' }
        : { text: written[choice_index] ?? '', question: textAt(lastUser) };
    };
  const verify = (claims: readonly Claim[]): void => {
    for (const claim of claims) {
      const retrieval = grounding?.retrievals.get(claim.id);
      verifier.add(claim, { retrieval, surroundings: surroundingsOf(claim) });
    }
  };
  const held: Claim[] = [];
  verify(worthiestFirst(found.ofQuestion));
  return {
    add(claims) {
      if (pace === 'answer') held.push(...claims);
      else verify(claims);
    },
    foresee: (claim) => verifier.foresee(claim, { surroundings: surroundingsOf(claim) }),
    onVerdict: (listener) => verifier.onVerdict((claim) => listener(claim, verifier.progress())),
    onJudging: (listener) => verifier.onJudging(listener),
    finish() {
      verify(worthiestFirst(held.splice(0)));
      return verifier.finish();
    },
    stop: () => stopped.abort(),
  };
}
