import type { ReactElement } from 'react';
import type { ClaimPart, Evidence } from '../api/types.ts';
import { texts } from '../texts.ts';
import { describeSource, nameCorrectionSource, nameEvidence } from './claim-evidence.ts';
import { isUnchecked, type ShownClaim, stateOf } from './claim-state.ts';
import { pageAddress } from './page-address.ts';
import { VerdictTag } from './verdict-mark.tsx';

/** What stands behind a claim's verdict, or behind those of its parts: what is said of them is what there is to say. */
export function ClaimGrounds({ claim }: { claim: ShownClaim }): ReactElement {
  const { parts } = claim;
  if (parts === undefined) return <Grounds of={claim} judged={!isUnchecked(claim)} />;
  return (
    <ol className="parts" aria-label={texts.claims.parts}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts come at once and never change their order.
        <Part key={index} part={part} />
      ))}
    </ol>
  );
}

function Part({ part }: { part: ClaimPart }): ReactElement {
  const state = stateOf(part);
  return (
    <li className={`part part-${state}`} data-state={state}>
      <VerdictTag state={state} />
      <p className="part-text">{part.text}</p>
      <Grounds of={part} judged={!isUnchecked(part)} />
    </li>
  );
}

/** @param judged whether somebody has read the evidence: otherwise it takes no side. */
function Grounds({
  of: { explanation, evidence },
  judged,
}: {
  of: Pick<ShownClaim, 'explanation' | 'evidence'>;
  judged: boolean;
}): ReactElement {
  const none = evidence === undefined || (evidence.length === 0 && !judged);
  return (
    <>
      {explanation === undefined ? null : <p className="card-why">{explanation}</p>}
      {none ? null : evidence.length === 0 ? (
        <p className="faint">{texts.claims.noEvidence}</p>
      ) : (
        <ul className="evidence" aria-label={texts.claims.evidence}>
          {evidence.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: evidence comes at once and never changes its order.
            <EvidenceItem key={index} item={item} judged={judged} />
          ))}
        </ul>
      )}
    </>
  );
}

function EvidenceItem({ item, judged }: { item: Evidence; judged: boolean }): ReactElement {
  const stance = judged ? item.stance : 'unjudged';
  return (
    <li className={`evidence-item stance-${stance}`}>
      <blockquote>{item.quote}</blockquote>
      <div className="evidence-foot">
        {judged ? <span className={`stance stance-${stance}`}>{texts.stances[stance]}</span> : null}
        <SourceLink url={item.url} title={nameEvidence(item)} />
        <span className="faint">{describeSource(item).join(' · ')}</span>
      </div>
    </li>
  );
}

export function CorrectionLine({ claim }: { claim: ShownClaim }): ReactElement | null {
  const { correction } = claim;
  if (correction === undefined) return null;
  return (
    <p className="correction">
      <span className="faint">{texts.claims.corrected}</span> <del>{correction.wrong}</del>
      <span aria-hidden="true"> → </span>
      <span className="unseen"> {texts.claims.evidenceSays}: </span>
      <ins>{correction.right}</ins> <SourceLink url={correction.url} title={nameCorrectionSource(claim)} />
    </p>
  );
}

function SourceLink({ url, title }: { url: string; title: string }): ReactElement {
  const address = pageAddress(url);
  if (address === undefined) return <span>{title}</span>;
  return (
    <a href={address} target="_blank" rel="noreferrer noopener">
      {title}
      <span className="unseen"> ({texts.claims.newTab})</span>
    </a>
  );
}
