/**
 * Claims of messages that were searched lately: clients send the whole conversation with each of its turns, and only what
 * is new in it is searched. Sentences are judged once, too: an answer comes back as a message of the next turn.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { DetectedClaim } from '../../domain/claim.ts';
import { detectInSlices } from '../claims/detect.ts';
import { type Judge, judgeClaim, languageOf } from '../claims/judge-sentence.ts';

export interface ClaimMemory {
  /** @returns the claims of a message's text, in slices, between two of which the caller may let others run. */
  detect(callerId: string, text: string): Iterable<readonly DetectedClaim[]>;
  /** @returns what judges the sentences of a caller's answers. */
  judgeOf(callerId: string): Judge;
  /**
   * An application that asks the same again, as tests and evaluations do, often gets the same answer.
   * @param find searches the answer to this question.
   * @returns the claims of a caller's answer.
   */
  claimsOfAnswer(
    callerId: string,
    question: string,
    text: string,
    find: () => readonly DetectedClaim[],
  ): readonly DetectedClaim[];
}

/** Milliseconds that they are remembered. */
const KEEP = 3_600_000;
/** Characters of all messages, and of all sentences, that are remembered. */
const MOST = 16 * 1024 * 1024;
const MOST_SENTENCES = 4 * 1024 * 1024;
/** Of one claim beside its texts, of a message beside its claims, and of a judgement beside its sentence. */
const EACH = 400;

/**
 * Callers are kept apart: none can tell by the time that it takes what another has sent.
 * @param search the detector, @param judge its judge of sentences.
 */
export function createClaimMemory(
  search: typeof detectInSlices = detectInSlices,
  judge: Judge = judgeClaim,
): ClaimMemory {
  const claimsOfTexts = new LRUCache<string, readonly DetectedClaim[]>({
    maxSize: MOST,
    sizeCalculation: (claims) =>
      claims.reduce((sum, claim) => sum + EACH + claim.text.length + claim.original_text.length, EACH),
    ttl: KEEP,
  });
  const judged = new LRUCache<string, ReturnType<Judge>>({
    maxSize: MOST_SENTENCES,
    sizeCalculation: (_, sentence) => EACH + sentence.length,
    ttl: KEEP,
  });

  const judgeOf =
    (callerId: string): Judge =>
    (sentence, language, around = 'en') => {
      if (language !== undefined) return judge(sentence, language);
      const name = `${callerId} ${sentence}`;
      const before = judged.get(name);
      if (before !== undefined) return before;
      let alone = true;
      const judgement = judge(sentence, undefined, () => {
        alone = false;
        return languageOf(around);
      });
      // What the text around it decides is another matter in another text.
      if (alone) judged.set(name, judgement);
      return judgement;
    };

  return {
    judgeOf,
    claimsOfAnswer(callerId, question, text, find) {
      // The length tells where the question ends.
      const name = hash('sha256', `${callerId} ${question.length} ${question} ${text}`, 'base64url');
      const before = claimsOfTexts.get(name);
      if (before !== undefined) return before;
      const claims = find();
      claimsOfTexts.set(name, claims);
      return claims;
    },
    *detect(callerId, text) {
      const name = hash('sha256', `${callerId} ${text}`, 'base64url');
      const before = claimsOfTexts.get(name);
      if (before !== undefined) {
        yield before;
        return;
      }
      const claims: DetectedClaim[] = [];
      for (const slice of search(text, judgeOf(callerId))) {
        claims.push(...slice);
        yield slice;
      }
      claimsOfTexts.set(name, claims);
    },
  };
}
