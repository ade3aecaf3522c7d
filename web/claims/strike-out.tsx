import { Children, cloneElement, isValidElement, type ReactNode } from 'react';
import type { Correction } from '../api/types.ts';
import { texts } from '../texts.ts';
import { splitAround } from './split-around.ts';

/**
 * Strikes out what is wrong in a claim's text, and puts in what the evidence says; for the eye and for screen
 * readers, while whoever copies the text gets it as it was.
 * @param shown the text as it is drawn: where the words do not stand in one piece of it, nothing changes.
 */
export function strikeOut(shown: ReactNode, correction: Correction): ReactNode {
  let done = false;
  const strike = (node: ReactNode): ReactNode => {
    if (done) return node;
    if (typeof node === 'string') {
      const around = splitAround(node, correction.wrong);
      if (around === undefined) return node;
      done = true;
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
    if (Array.isArray(node)) return Children.map(node, strike);
    if (!isValidElement<{ children?: ReactNode }>(node) || node.props.children === undefined) return node;
    const { children } = node.props;
    const struck = strike(children);
    return struck === children ? node : cloneElement(node, undefined, struck);
  };
  return strike(shown);
}
