import type { ReactElement } from 'react';
import { texts } from '../texts.ts';
import { pageAddress } from './page-address.ts';

/** An address that a person gave: a link where it is one. */
export function EvidenceLink({ url }: { url: string }): ReactElement | null {
  const address = pageAddress(url);
  if (address === undefined) return url === '' ? null : <span>{url}</span>;
  return (
    <a href={address} target="_blank" rel="noreferrer noopener">
      {address}
      <span className="unseen"> ({texts.claims.newTab})</span>
    </a>
  );
}
