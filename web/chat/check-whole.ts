/** The check of an answer that has come in two pieces. */
import { checkText } from '../api/gateway.ts';
import type { Claim } from '../api/types.ts';
import { isUnchecked } from '../claims/claim-state.ts';
import { meanSureness } from '../claims/merge-metadata.ts';
import { readCheckOptions } from '../sources/check-options.ts';
import { keyFor } from '../state/keys.ts';
import { getSettings } from '../state/settings.ts';
import { fillVerdicts, mergeClaims } from './continue-answer.ts';
import type { ChosenModel, Message } from './conversation.ts';

/** Finds the claims of the whole, across its seam too, and verifies those that have no verdict yet. */
export async function checkWhole(
  text: string,
  model: ChosenModel,
  signal: AbortSignal,
  change: (edit: (message: Message) => Message) => void,
): Promise<void> {
  const { mode } = getSettings();
  if (mode === 'off') return;
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
    const spans = claims.filter(isUnchecked).map(({ start, end }) => ({ start, end }));
    if (mode === 'verify' && spans.length > 0) {
      const options = await readCheckOptions(model, 'chat');
      const request = { text, mode, spans, model: model.id, key: keyFor(model.provider), ...options };
      for await (const event of checkText(request, signal)) {
        if (event.type === 'verdict') put((known) => fillVerdicts(known, [event.claim]));
        if (event.type === 'done') put((known) => fillVerdicts(known, event.metadata.claims));
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
  const confidence = meanSureness(claims) ?? metadata.confidence_score;
  return { metadata: { ...metadata, claims, claims_detected: claims.length, confidence_score: confidence } };
}
