import type { ReactElement, ReactNode } from 'react';

/** A table; nothing where it would have no row. */
export function Rows({
  title,
  head,
  rows,
}: {
  title: string;
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}): ReactElement | null {
  if (rows.length === 0) return null;
  return (
    <div className="panel operate-table">
      <h2>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keys. */}
      <section className="operate-scroll" tabIndex={0} aria-label={title}>
        <table>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are replaced as a whole.
              <tr key={index}>
                {row.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order.
                  <td key={at}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
