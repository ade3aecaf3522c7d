import type { ReactElement } from 'react';
import { texts } from '../texts.ts';
import { addressOf, VIEW_NAMES } from './views.ts';

/** Stands where the address names no view. */
export function NoSuchPage(): ReactElement {
  return (
    <section className="no-page">
      <h1>{texts.noSuchPage.title}</h1>
      <p className="faint">{texts.noSuchPage.more}</p>
      <ul>
        {VIEW_NAMES.map((view) => (
          <li key={view}>
            <a href={addressOf(view)}>{texts.views[view]}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
