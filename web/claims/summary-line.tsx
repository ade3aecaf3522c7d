import { UserOutlined } from '@ant-design/icons';
import type { ReactElement } from 'react';
import type { FactCheckMetadata } from '../api/types.ts';
import { texts } from '../texts.ts';
import type { ShownClaim } from './claim-state.ts';
import { tally } from './distinct-claims.ts';
import { COUNTS, nameCounts } from './name-counts.ts';
import { nameSource } from './source-names.ts';
import { VerdictMark } from './verdict-mark.tsx';

/** The verdicts as one bar, for the eye: what it shows stands beside it in words. */
export function VerdictBar({ claims }: { claims: readonly ShownClaim[] }): ReactElement {
  const { of, pending } = tally(claims);
  const parts = [...COUNTS.map(([state]) => [state, of[state]] as const), ['waiting', pending] as const];
  return (
    <div className="verdict-bar" aria-hidden="true">
      {parts.map(([state, size]) =>
        size === 0 ? null : <i key={state} className={`verdict-${state}`} style={{ flexGrow: size }} />,
      )}
    </div>
  );
}

/** So many distinct claims, so many of each verdict; the sources that were consulted. */
export function SummaryLine({
  claims,
  metadata,
  onOpen,
}: {
  claims: readonly ShownClaim[];
  metadata: FactCheckMetadata | undefined;
  onOpen?: () => void;
}): ReactElement | null {
  const counts = tally(claims);
  const { total, pending, decided } = counts;
  if (total === 0) return null;
  const sources = metadata?.sources_consulted ?? [];
  const content = (
    <>
      <strong>{texts.claims.total(total)}</strong>
      {nameCounts(counts).map(({ state, words }) => (
        <span key={state}>
          <VerdictMark state={state} /> {words}
        </span>
      ))}
      {decided === 0 ? null : (
        <span>
          <UserOutlined aria-hidden /> {texts.decide.decided(decided)}
        </span>
      )}
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
