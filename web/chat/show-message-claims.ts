import { type ShownClaim, showClaims } from '../claims/claim-state.ts';
import type { Message } from './conversation.ts';

/** A message that has not changed keeps its claims' objects, so that nothing of it is drawn anew. */
const known = new WeakMap<
  readonly unknown[],
  { readonly verifying: boolean; readonly shown: readonly ShownClaim[] }
>();

export function showMessageClaims({ id, claims, verifying }: Message): readonly ShownClaim[] {
  const before = known.get(claims);
  if (before !== undefined && before.verifying === verifying) return before.shown;
  const shown = showClaims(claims, id, verifying);
  known.set(claims, { verifying, shown });
  return shown;
}
