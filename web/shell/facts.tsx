import type { ReactElement } from 'react';

/** Values by their names. */
export function Facts({
  title,
  facts,
  note,
}: {
  title: string;
  facts: readonly (readonly [string, string])[];
  note?: string;
}): ReactElement {
  return (
    <section className="panel" aria-label={title}>
      <h2>{title}</h2>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {note === undefined ? null : <p className="faint small">{note}</p>}
    </section>
  );
}
