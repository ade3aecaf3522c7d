import type { ReactElement, ReactNode } from 'react';
import { useSideScroll } from '../chat/use-side-scroll.ts';

export interface FigureLine {
  readonly name: string;
  /** What the figure means, in small print. */
  readonly more?: string;
  readonly mark?: ReactElement;
  readonly cells: readonly ReactNode[];
}

/** A table of figures: a line each, with its name before it. */
export function FiguresTable({
  label,
  corner,
  heads,
  lines,
}: {
  label: string;
  /** What the names are. */
  corner: string;
  heads: readonly string[];
  lines: readonly FigureLine[];
}): ReactElement {
  const scroll = useSideScroll<HTMLDivElement>(label);
  return (
    <div className="table-scroll" {...scroll}>
      <table className="figures" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, more, mark, cells }) => (
            <tr key={name}>
              <th scope="row">
                <span className="figure-name">
                  {mark}
                  {name}
                </span>
                {more === undefined ? null : <span className="faint small figure-more">{more}</span>}
              </th>
              {cells.map((cell, index) => (
                <td key={heads[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
