import type { ReactElement } from 'react';
import type { FactCheckMetadata } from '../api/types.ts';
import { texts } from '../texts.ts';
import { type ShownClaim, tally } from './claim-state.ts';
import { nameSource } from './source-names.ts';
import { VerdictMark } from './verdict-mark.tsx';

/** The verdicts as one bar, for the eye: what it shows stands beside it in words. */
export function VerdictBar({ claims }: { claims: readonly ShownClaim[] }): ReactElement {
  const { supported, refuted, open, unchecked, pending } = tally(claims);
  const parts = [
    ['supported', supported],
    ['refuted', refuted],
    ['not_enough_evidence', open],
    ['waiting', unchecked + pending],
  ] as const;
  return (
    <div className="verdict-bar" aria-hidden="true">
      {parts.map(([state, size]) =>
        size === 0 ? null : <i key={state} className={`verdict-${state}`} style={{ flexGrow: size }} />,
      )}
    </div>
  );
}

/** So many claims, so many supported, refuted, open; the sources that were consulted. */
export function SummaryLine({
  claims,
  metadata,
  onOpen,
}: {
  claims: readonly ShownClaim[];
  metadata: FactCheckMetadata | undefined;
  onOpen?: () => void;
}): ReactElement | null {
  const { total, supported, refuted, open, unchecked, pending } = tally(claims);
  if (total === 0) return null;
  const sources = metadata?.sources_consulted ?? [];
  const content = (
    <>
      <strong>{texts.claims.total(total)}</strong>
      {supported > 0 ? (
        <span>
          <VerdictMark state="supported" /> {texts.claims.supported(supported)}
        </span>
      ) : null}
      {refuted > 0 ? (
        <span>
          <VerdictMark state="refuted" /> {texts.claims.refuted(refuted)}
        </span>
      ) : null}
      {open > 0 ? (
        <span>
          <VerdictMark state="not_enough_evidence" /> {texts.claims.open_(open)}
        </span>
      ) : null}
      {unchecked > 0 ? (
        <span>
          <VerdictMark state="found" /> {texts.claims.unchecked(unchecked)}
        </span>
      ) : null}
      {pending > 0 ? (
        <span>
          <VerdictMark state="checking" /> {texts.claims.progress(total - pending, total)}
        </span>
      ) : null}
    </>
  );
  return (
    <div className="summary">
      {onOpen === undefined ? (
        <div className="summary-counts">{content}</div>
      ) : (
        <button type="button" className="summary-counts" onClick={onOpen}>
          {content}
          <span className="unseen">{texts.claims.open}</span>
        </button>
      )}
      {sources.length > 0 ? (
        <span className="faint">{texts.claims.consulted(sources.map(nameSource).join(', '))}</span>
      ) : null}
    </div>
  );
}
