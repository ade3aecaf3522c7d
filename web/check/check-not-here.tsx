import { Button } from 'antd';
import type { ReactElement } from 'react';
import { texts } from '../texts.ts';
import { openNew } from './open-check.ts';

/** Stands where the address names a check that this browser does not have. */
export function CheckNotHere(): ReactElement {
  const { check: words } = texts;
  return (
    <section className="no-page">
      <h1>{words.notHere}</h1>
      <p className="faint">{words.notHereMore}</p>
      <Button type="primary" onClick={openNew}>
        {words.newCheck}
      </Button>
    </section>
  );
}
