/** What others decided who work on the same check, and whether that differs. */
import type { ReactElement } from 'react';
import type { Claim } from '../api/types.ts';
import { texts } from '../texts.ts';
import { EvidenceLink } from './evidence-link.tsx';
import { decisionsDiffer } from './person-decision.ts';

const { share: words } = texts;

export function OthersDecided({ claim }: { claim: Claim }): ReactElement | null {
  const { others = [] } = claim;
  if (others.length === 0) return null;
  return (
    <section className="decided" aria-label={words.others}>
      {decisionsDiffer(claim) ? <strong role="status">{words.differ}</strong> : null}
      <ul>
        {others.map(({ by = '', verdict, note, evidence = [], at }) => (
          <li key={`${by} ${at}`}>
            <span dir="auto">{words.said(by, texts.verdicts[verdict])}</span>{' '}
            <time className="faint small" dateTime={new Date(at).toISOString()}>
              {words.when(new Date(at))}
            </time>
            {note === undefined ? null : <p dir="auto">{note}</p>}
            {evidence.map(({ text = '', url = '' }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: what was entered has no name of its own, and keeps its order.
              <div key={index}>
                {text === '' ? null : <blockquote dir="auto">{text}</blockquote>}
                <EvidenceLink url={url} />
              </div>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
