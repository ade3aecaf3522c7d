import { memo, type ReactElement, useEffect, useRef } from 'react';
import type { ClaimPart, Evidence } from '../api/types.ts';
import { texts } from '../texts.ts';
import { describeSource, nameCorrectionSource } from './claim-evidence.ts';
import type { ShownClaim } from './claim-state.ts';
import { pageAddress } from './page-address.ts';
import { VerdictTag } from './verdict-mark.tsx';

/** Claims with their verdicts and evidence. */
export function ClaimList({
  claims,
  selected,
  onSelect,
}: {
  claims: readonly ShownClaim[];
  selected: string | undefined;
  onSelect: (key: string) => void;
}): ReactElement {
  return (
    <ol className="claim-list">
      {claims.map((claim) => (
        <ClaimCard key={claim.key} claim={claim} selected={claim.key === selected} onSelect={onSelect} />
      ))}
    </ol>
  );
}

const ClaimCard = memo(function ClaimCard({
  claim,
  selected,
  onSelect,
}: {
  claim: ShownClaim;
  selected: boolean;
  onSelect: (key: string) => void;
}): ReactElement {
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected) card.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <li
      ref={card}
      className={`card card-${claim.state}${selected ? ' card-selected' : ''}`}
      data-state={claim.state}
    >
      <div className="card-head">
        <VerdictTag state={claim.state} />
        {claim.verdict_confidence === undefined ? null : (
          <span className="faint card-sure">{texts.claims.sure(claim.verdict_confidence)}</span>
        )}
        <span className="spring" />
        <span className="chip">{texts.categories[claim.category] ?? claim.category}</span>
      </div>
      <button
        type="button"
        className="card-claim"
        aria-pressed={selected}
        onClick={() => onSelect(claim.key)}
      >
        {claim.original_text}
      </button>
      <Understood claim={claim} />
      <CorrectionLine claim={claim} />
      {claim.parts === undefined ? (
        <Grounds explanation={claim.explanation} evidence={claim.evidence} />
      ) : (
        <Parts parts={claim.parts} />
      )}
      <div className="faint card-foot">{texts.claims.likely(claim.confidence)}</div>
    </li>
  );
});

/** How the claim was understood, where that is not as it was written. */
function Understood({ claim }: { claim: ShownClaim }): ReactElement | null {
  const { reading, text, original_text } = claim;
  if (reading === undefined && text.trim() === original_text.trim()) return null;
  const { claims: words } = texts;
  return (
    <p className="card-normalized">
      <span className="faint">{reading === undefined ? words.normalized : words.reading}</span>{' '}
      {reading ?? text}
    </p>
  );
}

function CorrectionLine({ claim }: { claim: ShownClaim }): ReactElement | null {
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

/** The claim's verdict follows from theirs: what is said of them is what there is to say of it. */
function Parts({ parts }: { parts: readonly ClaimPart[] }): ReactElement {
  return (
    <ol className="parts" aria-label={texts.claims.parts}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts come at once and never change their order.
        <li key={index} className={`part part-${part.verdict}`} data-state={part.verdict}>
          <VerdictTag state={part.verdict} />
          <p className="part-text">{part.text}</p>
          <Grounds explanation={part.explanation} evidence={part.evidence} />
        </li>
      ))}
    </ol>
  );
}

/** Why a verdict is what it is. */
function Grounds({
  explanation,
  evidence,
}: {
  explanation: string | undefined;
  evidence: readonly Evidence[] | undefined;
}): ReactElement {
  return (
    <>
      {explanation === undefined ? null : <p className="card-why">{explanation}</p>}
      {evidence === undefined ? null : evidence.length === 0 ? (
        <p className="faint">{texts.claims.noEvidence}</p>
      ) : (
        <ul className="evidence" aria-label={texts.claims.evidence}>
          {evidence.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: evidence comes at once and never changes its order.
            <EvidenceItem key={index} item={item} />
          ))}
        </ul>
      )}
    </>
  );
}

function EvidenceItem({ item }: { item: Evidence }): ReactElement {
  return (
    <li className={`evidence-item stance-${item.stance}`}>
      <blockquote>{item.quote}</blockquote>
      <div className="evidence-foot">
        <span className={`stance stance-${item.stance}`}>{texts.stances[item.stance]}</span>
        <SourceLink url={item.url} title={item.title} />
        <span className="faint">{describeSource(item).join(' · ')}</span>
      </div>
    </li>
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
