import type { ReactElement } from 'react';
import type { TrafficLine } from '../api/traffic.ts';
import { texts } from '../texts.ts';
import { undecidedOf } from './sum-traffic.ts';

/** Claims by verdict as one bar, with its shares in words; nothing where none was to be checked. */
export function VerdictShares({ claims }: { claims: TrafficLine['claims'] }): ReactElement | null {
  const { supported, refuted, conflicting, not_enough_evidence: none } = claims;
  const undecided = undecidedOf(claims);
  const all = supported + refuted + undecided;
  if (all === 0) return null;
  const parts = [
    ['supported', supported],
    ['refuted', refuted],
    ['conflicting', conflicting],
    ['not_enough_evidence', none],
    ['found', undecided - conflicting - none],
  ] as const;
  const share = (part: number): string => texts.claims.percent(part / all);
  return (
    <div
      className="verdict-bar verdict-shares"
      role="img"
      aria-label={texts.operate.traffic.shareWords(share(supported), share(refuted), share(undecided))}
    >
      {parts.map(([verdict, size]) =>
        size === 0 ? null : <i key={verdict} className={`verdict-${verdict}`} style={{ flexGrow: size }} />,
      )}
    </div>
  );
}
