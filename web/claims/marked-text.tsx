import { memo, type ReactElement, type ReactNode } from 'react';
import { ClaimMark } from './claim-mark.tsx';
import type { ShownClaim } from './claim-state.ts';

/** Plain text with its claims marked in place. */
export const MarkedText = memo(function MarkedText({
  text,
  claims,
}: {
  text: string;
  claims: readonly ShownClaim[];
}): ReactElement {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { key, start, end } of [...claims].sort((a, b) => a.start - b.start)) {
    if (start < at || end > text.length) continue;
    parts.push(text.slice(at, start));
    parts.push(
      <ClaimMark key={key} claimKey={key}>
        {text.slice(start, end)}
      </ClaimMark>,
    );
    at = end;
  }
  parts.push(text.slice(at));
  return (
    <div className="marked-text" dir="auto">
      {parts}
    </div>
  );
});
