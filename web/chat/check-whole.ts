/** The check of an answer that has come in two pieces. */
import { checkText } from '../api/gateway.ts';
import type { Claim } from '../api/types.ts';
import { checkRest, putChecked } from '../claims/check-rest.ts';
import { isUnchecked } from '../claims/claim-state.ts';
import { totalsOf } from '../claims/merge-metadata.ts';
import { readCheckOptions } from '../sources/check-options.ts';
import { keyFor } from '../state/keys.ts';
import { detects, verifies } from '../state/modes.ts';
import { getSettings } from '../state/settings.ts';
import { mergeClaims } from './continue-answer.ts';
import type { ChosenModel, Message } from './conversation.ts';

/** Finds the claims of the whole, across its seam too, and verifies those that have no verdict yet. */
export async function checkWhole(
  text: string,
  model: ChosenModel,
  signal: AbortSignal,
  change: (edit: (message: Message) => Message) => void,
): Promise<void> {
  const { mode } = getSettings();
  if (!detects(mode)) return;
  let claims: readonly Claim[] = [];
  const put = (next: (known: readonly Claim[]) => readonly Claim[]): void =>
    change((message) => {
      claims = next(message.claims);
      return { ...message, claims };
    });
  try {
    for await (const event of checkText({ text, mode: 'detect' }, signal)) {
      if (event.type === 'done') put((known) => mergeClaims(event.metadata.claims, known));
    }
    if (verifies(mode) && claims.some(isUnchecked)) {
      const options = await readCheckOptions(model, 'chat');
      // In one request: what is over its limit can be checked later.
      const rest = { text, claims, limit: claims.length, model: model.id, key: keyFor(model.provider) };
      for await (const event of checkRest({ ...rest, ...options }, signal)) {
        if (event.type === 'verdict') put((known) => putChecked(known, event.claim));
      }
    }
  } catch (error) {
    // The answer is there: what could not be checked stands as not checked.
    if (signal.aborted) throw error;
  }
  change((message) => ({ ...message, ...describe(message, claims) }));
}

function describe({ metadata }: Message, claims: readonly Claim[]): Pick<Message, 'metadata'> {
  if (metadata === undefined) return {};
  return { metadata: { ...metadata, claims, claims_detected: claims.length, ...totalsOf(claims) } };
}
