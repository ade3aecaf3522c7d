/** What becomes of an answer as more of it comes: of a new one, or of one that had stopped and is continued. */
import type { ChatEvent } from '../api/gateway.ts';
import type { ChatMessage, Claim } from '../api/types.ts';
import { isSamePlace, markChecking } from '../claims/claim-state.ts';
import { addUsage } from '../claims/merge-metadata.ts';
import {
  CONTINUE,
  joinMetadata,
  joinPieces,
  keepWholeWords,
  shiftClaim,
  shiftId,
} from './continue-answer.ts';
import type { Message } from './conversation.ts';

export interface Growth {
  /** What the model is sent of the answer, and that it is to continue; nothing where there is none yet. */
  readonly asked: readonly ChatMessage[];
  /** The whole text; `undefined` as long as none has come. */
  text(): string | undefined;
  /** The answer after an event. */
  take(message: Message, event: ChatEvent): Message;
  /** A claim of what comes as one of the whole answer. */
  place(claim: Claim): Claim;
}

export function growAnswer(answer: Message): Growth {
  const kept = keepWholeWords(answer.text);
  const end = kept.trimEnd().length;
  const isNew = kept === '';
  let received = '';
  let whole = '';

  const offset = (): number => whole.length - received.length;
  const place = (claim: Claim): Claim => shiftClaim(claim, offset());

  const addText = (message: Message, more: string): Message => {
    const isFirst = received === '';
    received += more;
    whole = isNew ? received : joinPieces(kept, received);
    // The claims of a word that is written again are found again.
    const claims = isFirst && !isNew ? message.claims.filter((claim) => claim.end <= end) : message.claims;
    return { ...message, status: 'writing', text: whole, claims };
  };

  return {
    asked: isNew
      ? []
      : [
          { role: 'assistant', content: kept.trimEnd() },
          { role: 'user', content: CONTINUE },
        ],
    text: () => (received === '' ? undefined : whole),
    place,
    take(message, event) {
      switch (event.type) {
        case 'text':
          return addText(message, event.text);
        case 'thought':
          return { ...message, thoughts: (message.thoughts ?? '') + event.text };
        case 'usage':
          return { ...message, usage: addUsage(answer.usage, event.usage) };
        case 'finish': {
          const before = { text: kept, metadata: answer.metadata };
          const after = { text: received, metadata: event.metadata };
          const metadata = isNew ? event.metadata : joinMetadata(before, after, offset());
          return { ...message, finish: event.reason, metadata };
        }
        case 'checking': {
          const ids = event.ids.map((id) => shiftId(id, offset()));
          return { ...message, claims: markChecking(message.claims, ids) };
        }
        default:
          return { ...message, claims: putClaim(message.claims, place(event.claim)) };
      }
    },
  };
}

export function putClaim(claims: readonly Claim[], claim: Claim): readonly Claim[] {
  const at = claims.findIndex((one) => isSamePlace(one, claim));
  if (at === -1) return [...claims, claim];
  const known = claims[at] as Claim;
  // Sent again with the finish, mostly as it was: then nothing of it is drawn anew.
  const merged = { ...known, ...claim };
  return JSON.stringify(merged) === JSON.stringify(known) ? claims : claims.with(at, merged);
}
