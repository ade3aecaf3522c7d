import { Children, cloneElement, isValidElement, type ReactNode } from 'react';
import type { Correction } from '../api/types.ts';
import { texts } from '../texts.ts';
import { splitAround } from './split-around.ts';

/**
 * Strikes out what is wrong in a claim's text, and puts in what the evidence says, for the eye and for screen
 * readers: what is selected and copied stays as it was written.
 * @param shown the text as it is drawn: where the words do not stand in one piece of it, nothing changes.
 */
export function strikeOut(shown: ReactNode, correction: Correction): ReactNode {
  if (typeof shown === 'string') {
    const around = splitAround(shown, correction.wrong);
    if (around === undefined) return shown;
    return (
      <>
        {around[0]}
        <del>{correction.wrong}</del>
        <span className="unseen"> {texts.claims.evidenceSays}: </span>
        <ins className="claim-right">{correction.right}</ins>
        {around[1]}
      </>
    );
  }
  if (Array.isArray(shown)) return Children.map(shown, (part) => strikeOut(part, correction));
  if (!isValidElement<{ children?: ReactNode }>(shown)) return shown;
  const { children } = shown.props;
  return children === undefined ? shown : cloneElement(shown, undefined, strikeOut(children, correction));
}
