import { Button } from 'antd';
import type { ReactElement } from 'react';
import { addressOf } from '../shell/views.ts';
import { texts } from '../texts.ts';

/** Stands where the address names a run that this browser does not have. */
export function RunNotHere(): ReactElement {
  const { evaluate: words } = texts;
  return (
    <section className="no-page">
      <h1>{words.notHere}</h1>
      <p className="faint">{words.notHereMore}</p>
      <Button type="primary" href={addressOf('evaluate')}>
        {words.another}
      </Button>
    </section>
  );
}
