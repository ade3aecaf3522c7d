import type { ReactElement } from 'react';
import { texts } from '../texts.ts';
import { isUnchecked, type ShownClaim } from './claim-state.ts';
import { OutdatedLine } from './outdated-line.tsx';
import { VerdictTag } from './verdict-mark.tsx';

/** What is seen of a claim without leaving the text: its verdict and the quote that decides; of an unchecked one, why. */
export function ClaimGlance({ claim }: { claim: ShownClaim }): ReactElement {
  const { evidence, verdict_confidence: sure, explanation, category } = claim;
  const unchecked = isUnchecked(claim);
  const quote = evidence?.find(({ stance }) => stance !== 'neutral') ?? evidence?.[0];
  return (
    <div className="glance">
      <div className="glance-head">
        <VerdictTag state={claim.state} />
        {claim.decision === undefined ? null : <span className="chip">{texts.decide.yours}</span>}
        {sure === undefined || unchecked || claim.decision !== undefined ? null : (
          <span className="faint">{texts.claims.sure(sure)}</span>
        )}
        <span className="spring" />
        <span className="chip">{texts.categories[category] ?? category}</span>
      </div>
      <OutdatedLine claim={claim} />
      {unchecked || quote === undefined ? null : <blockquote>{quote.quote}</blockquote>}
      {unchecked && explanation !== undefined ? <p className="faint">{explanation}</p> : null}
    </div>
  );
}
