/** What one sentence claims, if anything, and how probably. */

import { freeSpacing } from '../text/free-spacing.ts';
import { languageOf } from '../text/guess-language.ts';
import { claimsNothing } from './dismiss-sentence.ts';
import { probabilityOf, scoreClaim, scoreWorthiness } from './estimate-claim.ts';
import { scoreForeign, worthinessOfForeign } from './estimate-foreign.ts';
import { features } from './features.ts';
import { type AskedClaim, findAskedClaim } from './find-asked-claim.ts';
import { stripTag } from './strip-tag.ts';

export interface Judgement {
  /** Probability that the sentence holds a claim. */
  readonly probability: number;
  /** 0 to 1: how much somebody would want it checked. */
  readonly worthiness: number;
  /** Where a question carries the claim. */
  readonly asked?: AskedClaim;
}

/** Logits that somebody's asking whether it is true adds. */
const DOUBT = 3;
const SURELY_NONE = -4;
/** A sentence with a smaller share of English function words may be in another language. */
const ENGLISH_SHARE = 0.35;

/** Questions, hearsay, requests for a check or an explanation: most sentences are none of them. */
const MAY_ASK = freeSpacing('i')`
  [?？]["'”’)\]*]*$
  |^(?:[a-z]+[,!]? ){0,4}(?:
    explain|tell|describe|check|verify|confirm|fact[- ]?check|true or false|claim
  )\b
  |^i(?: have|['’]ve| was)? (?:[a-z]+ )?(?:heard|read|learn|told)
`;

let lastSentence = '';
let lastJudgement: Judgement = { probability: 0, worthiness: 0 };

/** @param sentence one sentence, not of code. Asked about twice in a row, it is judged once. */
export function judgeSentence(sentence: string): Judgement {
  if (sentence !== lastSentence || sentence === '') {
    lastJudgement = judge(sentence);
    lastSentence = sentence;
  }
  return lastJudgement;
}

function judge(sentence: string): Judgement {
  const score = scoreClaim(sentence);
  // The features of the call above say whether it is worth asking for the language.
  const likelyEnglish = features.functionWords >= features.words * ENGLISH_SHARE;
  if (!likelyEnglish && languageOf(sentence) === 'foreign') {
    const foreign = scoreForeign(stripTag(sentence));
    return { probability: probabilityOf(foreign), worthiness: probabilityOf(worthinessOfForeign(foreign)) };
  }
  if (MAY_ASK.test(sentence)) {
    const asked = findAskedClaim(sentence);
    if (asked) {
      const askedScore = scoreClaim(asked.text) + (asked.doubted ? DOUBT : 0);
      const worth = scoreWorthiness() + (asked.doubted ? DOUBT : 0);
      return { probability: probabilityOf(askedScore), worthiness: probabilityOf(worth), asked };
    }
  }
  const worthiness = probabilityOf(scoreWorthiness());
  return {
    probability: probabilityOf(claimsNothing(sentence) ? Math.min(score, SURELY_NONE) : score),
    worthiness,
  };
}
