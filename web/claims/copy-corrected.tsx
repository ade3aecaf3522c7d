import type { ReactElement } from 'react';
import type { FactCheckMetadata } from '../api/types.ts';
import { CopyButton } from '../chat/copy-button.tsx';
import { texts } from '../texts.ts';

/** Copies the text with its corrections put in, where it has any. */
export function CopyCorrected({
  metadata,
}: {
  metadata: FactCheckMetadata | undefined;
}): ReactElement | null {
  const { revised_content: revised, revisions = [] } = metadata ?? {};
  if (revised === undefined || revisions.length === 0) return null;
  return <CopyButton text={revised} label={texts.claims.copyCorrected} named />;
}
