import type { ReactElement } from 'react';
import type { Source } from '../api/types.ts';
import type { ClaimState } from '../claims/claim-state.ts';
import { nameSource } from '../claims/source-names.ts';
import { VerdictMark } from '../claims/verdict-mark.tsx';
import { texts } from '../texts.ts';

const MARKS: Readonly<Record<Source['state'], ClaimState>> = {
  ok: 'supported',
  failing: 'refuted',
  unknown: 'waiting',
  empty: 'found',
};

/** Where evidence can come from, and whether it does at present. */
export function SourcesPanel({
  sources,
  loading,
}: {
  sources: readonly Source[] | undefined;
  loading: boolean;
}): ReactElement {
  const { status: words } = texts;
  return (
    <section className="panel" aria-labelledby="sources-heading">
      <h2 id="sources-heading">{words.sources}</h2>
      {sources === undefined ? (
        <p className="faint">{loading ? texts.loading : words.notAvailable}</p>
      ) : (
        <ul className="status-sources">
          {sources.map((source) => (
            <SourceHealth key={source.name} source={source} />
          ))}
        </ul>
      )}
    </section>
  );
}

function SourceHealth({ source }: { source: Source }): ReactElement {
  const { status: words, sourcePicker: sourceWords } = texts;
  const { name, kind, reach, state, problem, paid_by: payer, last_asked: asked } = source;
  const facts = [
    texts.kinds[kind] ?? kind,
    sourceWords.sees[reach],
    sourceWords.costs[payer ?? 'nobody'],
    ...(asked === undefined ? [] : [words.lastAsked(formatAgo(asked))]),
  ];
  return (
    <li data-state={state}>
      <div className="status-source-head">
        <strong>{nameSource(name)}</strong>
        <span className="status-source-state">
          <VerdictMark state={MARKS[state]} />
          {sourceWords.states[state]}
        </span>
      </div>
      {problem === undefined ? null : <p className="status-problem">{problem}</p>}
      <p className="faint small">{facts.join(' · ')}</p>
    </li>
  );
}

const ago = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

function formatAgo(unixSeconds: number): string {
  const seconds = Math.max(0, Math.round(Date.now() / 1_000 - unixSeconds));
  if (seconds < 90) return ago.format(-seconds, 'second');
  if (seconds < 5_400) return ago.format(-Math.round(seconds / 60), 'minute');
  if (seconds < 172_800) return ago.format(-Math.round(seconds / 3_600), 'hour');
  return ago.format(-Math.round(seconds / 86_400), 'day');
}
