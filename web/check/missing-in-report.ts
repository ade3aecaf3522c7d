/** What readers and search engines would look for in a report in vain. */

import { finalState } from '../claims/person-decision.ts';
import { publicAddress } from '../claims/public-address.ts';
import { type CheckedText, findReported } from '../claims/report-facts.ts';

export interface Missing {
  /** Nobody answers for it. */
  readonly author: boolean;
  /** It is dated by the day on which it is published. */
  readonly date: boolean;
  /** Where its claims were made: nobody finds that without an address. */
  readonly article: boolean;
  /** So many of its claims have no verdict. */
  readonly verdicts: number;
  /** Nobody has read the evidence: the sandbox played the judge. */
  readonly simulated: boolean;
}

export function missingInReport({ claims, about = {} }: Pick<CheckedText, 'claims' | 'about'>): Missing {
  const { author, publisher, date, document, judged } = about;
  return {
    author: author === undefined && publisher === undefined,
    date: date === undefined,
    article: publicAddress(document?.url) === undefined,
    verdicts: findReported(claims).filter(({ claim }) => finalState(claim) === 'found').length,
    simulated: judged?.by.some(({ simulated }) => simulated === true) === true,
  };
}
