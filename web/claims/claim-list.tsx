import { memo, type ReactElement, useEffect, useRef } from 'react';
import type { Evidence } from '../api/types.ts';
import { texts } from '../texts.ts';
import type { ShownClaim } from './claim-state.ts';
import { pageAddress } from './page-address.ts';
import { nameSource } from './source-names.ts';
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
  const { evidence } = claim;
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
      {claim.text.trim() === claim.original_text.trim() ? null : (
        <p className="card-normalized">
          <span className="faint">{texts.claims.normalized}</span> {claim.text}
        </p>
      )}
      {claim.explanation === undefined ? null : <p className="card-why">{claim.explanation}</p>}
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
      <div className="faint card-foot">{texts.claims.likely(claim.confidence)}</div>
    </li>
  );
});

function EvidenceItem({ item }: { item: Evidence }): ReactElement {
  const url = pageAddress(item.url);
  return (
    <li className={`evidence-item stance-${item.stance}`}>
      <blockquote>{item.quote}</blockquote>
      <div className="evidence-foot">
        <span className={`stance stance-${item.stance}`}>{texts.stances[item.stance]}</span>
        {url === undefined ? (
          <span>{item.title}</span>
        ) : (
          <a href={url} target="_blank" rel="noreferrer noopener">
            {item.title}
            <span className="unseen"> ({texts.claims.newTab})</span>
          </a>
        )}
        <span className="faint">
          {nameSource(item.source)}
          {item.published === undefined ? '' : ` · ${item.published.slice(0, 10)}`}
        </span>
      </div>
    </li>
  );
}
