/** The claims of a conversation, and what is to be done with those of the answer to it. */

import type { Message } from '../../domain/chat.ts';
import type { Claim, ClaimListing, DetectedClaim, Span } from '../../domain/claim.ts';
import { detectInSlices } from '../claims/detect.ts';
import type { Judge } from '../claims/judge-sentence.ts';
import { newestText } from './read/newest-text.ts';
import { type ClaimList, createClaimList } from './state/claims-metadata.ts';

/** Characters of a conversation, the newest first, in which claims are looked for. */
const MAX_CHARACTERS = 50_000;
/** UTF-16 units that are searched between two turns of others: about a millisecond. */
export const SLICE_LENGTH: number = 4_000;
/** Characters at the end of the last user message that may say what the answer is about. */
const LONGEST_QUESTION = 1_000;

/** Which claims are looked for, and which of them are wanted. */
export interface CheckScope {
  /** Which claims are listed; all are found and counted. */
  readonly listing: ClaimListing;
  /** What the pieces are of: an answer to the conversation, or a text by itself; an answer where absent. */
  readonly subject?: 'answer' | 'text';
  /** How many answers were asked for; 1 where absent. */
  readonly choices?: number | undefined;
  /** Both 0 to 1: claims below either are counted, and neither listed nor verified. */
  readonly minConfidence?: number | undefined;
  readonly minCheckWorthiness?: number | undefined;
  /** Of a text by itself: claims that overlap none of them are left out in the same way; none are where it is absent. */
  readonly spans?: readonly Span[] | undefined;
  /** Of the answer or the text, as a tag; guessed where it is absent or none of the list of `languages.ts`. */
  readonly language?: string | undefined;
  /** When the text by itself was written: an ISO 8601 date. */
  readonly date?: string | undefined;
  readonly detector?: Detector;
}

/** What finds claims, and may remember what it found. */
export interface Detector {
  /** @returns the claims of a message, in slices between which others may run. */
  readonly detect: (text: string) => Iterable<readonly DetectedClaim[]>;
  /** Judges the sentences of an answer. */
  readonly judge?: Judge;
  /** @returns the claims of a whole answer to this question, which `find` finds. */
  readonly recall: (
    question: string,
    text: string,
    find: () => readonly DetectedClaim[],
  ) => readonly DetectedClaim[];
}

/** Remembers nothing. */
export const DETECTOR: Detector = {
  detect: detectInSlices,
  recall: (_question, _text, find) => find(),
};

export interface ConversationClaims {
  /** Of the conversation, and of the answer as it is read. */
  readonly list: ClaimList;
  /** Claims of the last user message, in order: of the conversation, these alone are looked up and verified. */
  readonly ofQuestion: readonly Claim[];
  /** Claims of the conversation that are listed, in order: those of the last user message, or all. */
  readonly listed: readonly Claim[];
  /** Index of the last user message; -1 where there is none. */
  readonly lastUser: number;
  /** Where the answer stands behind the messages. */
  readonly end: number;
  /** The end of the last user message. */
  readonly question: string;
  /** Whether the claim is in a part of the text that is wanted. */
  isChosen(claim: DetectedClaim): boolean;
  /** Whether it is listed and verified, as far as its own figures say. */
  isWanted(claim: DetectedClaim): boolean;
  /** Whether the metadata says anything of it. */
  isReported(claim: Claim): boolean;
  /** Whether any claims are listed. */
  readonly isListing: boolean;
}

export async function findInConversation(
  messages: readonly Message[],
  { listing, minConfidence = 0, minCheckWorthiness = 0, spans, detector: { detect } = DETECTOR }: CheckScope,
  yieldTurn: () => Promise<void>,
): Promise<ConversationClaims> {
  const lastUser = messages.findLastIndex(({ role }) => role === 'user');
  const end = messages.length;
  const isNew = (index: number): boolean => listing === 'all' || index === lastUser || index === end;
  const isChosen = (claim: DetectedClaim): boolean =>
    spans === undefined || spans.some(({ start, end }) => claim.start < end && start < claim.end);
  const isWanted = (claim: DetectedClaim): boolean => {
    const { confidence, check_worthiness = confidence } = claim;
    return confidence >= minConfidence && check_worthiness >= minCheckWorthiness && isChosen(claim);
  };
  const list = createClaimList((claim, index) => isWanted(claim) && isNew(index));

  let searched = 0;
  let question = '';
  for (const { index, role, text, offset } of newestText(messages, MAX_CHARACTERS)) {
    for (const batch of detect(text)) {
      // What a message leaves open, one before it may have said.
      for (const claim of batch) {
        const placedClaim = searched > 0 || offset > 0 ? { ...claim, stands_alone: undefined } : claim;
        list.add(placedClaim, { role, message_index: index, offset });
      }
      if (text.length > SLICE_LENGTH || searched > SLICE_LENGTH) await yieldTurn();
    }
    searched += text.length;
    if (index === lastUser) question = text.slice(-LONGEST_QUESTION);
  }
  const wanted = list.kept.filter(isWanted);
  const ofQuestion = wanted.filter(({ message_index }) => message_index === lastUser);
  return {
    ...{ list, ofQuestion, lastUser, end, question, isChosen, isWanted },
    listed: listing === 'all' ? wanted : ofQuestion,
    isReported: (claim) => isWanted(claim) && isNew(claim.message_index),
    isListing: listing !== 'none',
  };
}
