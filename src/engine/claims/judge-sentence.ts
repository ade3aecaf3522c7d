/** What one sentence claims, if anything, and how probably. */

import type { ClaimCategory } from '../../domain/claim.ts';
import { freeSpacing } from '../text/free-spacing.ts';
import { decideLanguage } from '../text/guess-language.ts';
import type { Language } from '../text/languages.ts';
import { categorize } from './categorize.ts';
import { claimsNothing, isOneWord, withoutIntroduction } from './dismiss-sentence.ts';
import { CLAIM_THRESHOLD, probabilityOf, scoreClaim, scoreWorthiness } from './estimate-claim.ts';
import { scoreForeign, worthinessOfForeign } from './estimate-foreign.ts';
import { features } from './features.ts';
import { type AskedClaim, findAskedClaim } from './find-asked-claim.ts';
import { findAskedForeign } from './find-asked-foreign.ts';
import { assertPair, readPair } from './read-pair.ts';
import { ALL_SIGNS, type Signs, signsOf } from './see-signs.ts';
import { stripTag } from './strip-tag.ts';

export interface Judgement {
  /** Probability that the sentence holds a claim. */
  readonly probability: number;
  /** 0 to 1: how much somebody would want it checked. */
  readonly worthiness: number;
  readonly language: Language;
  /** Whether it may have a relative date, and an attribution. */
  readonly signs: Signs;
  /** Where a question carries the claim. */
  readonly asked?: AskedClaim;
}

/** Of a sentence that is taken for a claim. */
export interface ClaimJudgement extends Judgement {
  readonly category: ClaimCategory;
}

/** {@link judgeClaim}, or what remembers what it returns. */
export type Judge = typeof judgeClaim;

/** Logits that somebody's asking whether it is true adds. */
const DOUBT = 3;
const SURELY_NONE = -4;
/** A sentence with a smaller share of English function words may be in another language. */
const ENGLISH_SHARE = 0.35;

const QUESTION_MARK = /[?？؟]/;

/** Questions, hearsay, requests for a check or an explanation: most sentences are none of them. */
const MAY_ASK = freeSpacing('i')`
  ^(?:[a-z]+[,!]? ){0,4}(?:
    explain|tell|describe|check|verify|confirm|fact[- ]?check|true or false|claim
  )\b
  |^(?:join|come|tune|sign|register|read|watch|listen|attend|book|stay|visit|click|tap|hear|learn|find|discover|see|understand)\b
  |^i(?: have|['’]ve| was)? (?:[a-z]+ )?(?:heard|read|learn|told)
`;

/** A language, or a function that finds it out where it is needed: most sentences say their own. */
export type Around = Language | (() => Language);

export function languageOf(around: Around): Language {
  return typeof around === 'string' ? around : around();
}

/**
 * @param sentence one sentence, not of code.
 * @param known its language, where the caller says it.
 * @param around the language of the text around it, for a sentence that does not say its own.
 */
export function judgeSentence(sentence: string, known?: Language, around: Around = 'en'): Judgement {
  const pair = readPair(sentence);
  const score = scoreClaim(pair ? assertPair(pair) : withoutIntroduction(sentence));
  // The features of the call above say whether it is worth asking for the language; a pair has hardly a word that tells.
  const likelyEnglish = !pair && features.functionWords >= features.words * ENGLISH_SHARE;
  const language = known ?? (likelyEnglish ? 'en' : (decideLanguage(sentence) ?? languageOf(around)));
  const signs = language === 'en' ? signsOf(features.tokens) : ALL_SIGNS;
  if (language !== 'en') {
    const asked = QUESTION_MARK.test(sentence) ? findAskedForeign(sentence) : undefined;
    const doubt = asked ? DOUBT : 0;
    const foreign = scoreForeign(asked ? asked.text.replace(QUESTION_MARK, '.') : stripTag(sentence)) + doubt;
    const worthiness = probabilityOf(worthinessOfForeign(foreign) + doubt);
    const decided = !pair && isOneWord(sentence) ? Math.min(foreign, SURELY_NONE) : foreign;
    return { probability: probabilityOf(decided), worthiness, language, signs, ...(asked && { asked }) };
  }
  if (QUESTION_MARK.test(sentence) || MAY_ASK.test(sentence)) {
    const asked = findAskedClaim(sentence);
    if (asked) {
      const askedScore = scoreClaim(asked.text) + (asked.doubted ? DOUBT : 0);
      const worth = scoreWorthiness() + (asked.doubted ? DOUBT : 0);
      return {
        probability: probabilityOf(askedScore),
        worthiness: probabilityOf(worth),
        language,
        signs,
        asked,
      };
    }
  }
  const worthiness = probabilityOf(scoreWorthiness());
  return {
    probability: probabilityOf(claimsNothing(sentence) ? Math.min(score, SURELY_NONE) : score),
    worthiness,
    language,
    signs,
  };
}

/** @returns what {@link judgeSentence} does, with the category where the sentence is taken for a claim. */
export function judgeClaim(sentence: string, known?: Language, around?: Around): Judgement | ClaimJudgement {
  const judgement = judgeSentence(sentence, known, around);
  if (judgement.probability < CLAIM_THRESHOLD) return judgement;
  return { ...judgement, category: categorize(judgement.asked?.text ?? sentence) };
}
