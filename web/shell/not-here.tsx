import { Button } from 'antd';
import type { ReactElement } from 'react';

interface Props {
  readonly words: { readonly notHere: string; readonly notHereMore: string };
  /** The way on: what it says, and where it leads or what it does. */
  readonly start: { readonly children: string; readonly href?: string; readonly onClick?: () => void };
}

/** Stands where the address names something that this browser does not have. */
export function NotHere({ words, start }: Props): ReactElement {
  return (
    <section className="no-page">
      <h1>{words.notHere}</h1>
      <p className="faint">{words.notHereMore}</p>
      <Button type="primary" {...start} />
    </section>
  );
}
