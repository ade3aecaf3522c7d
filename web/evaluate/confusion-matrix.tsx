import type { CSSProperties, ReactElement } from 'react';
import type { Verdict } from '../api/types.ts';
import { useSideScroll } from '../chat/use-side-scroll.ts';
import { VERDICTS } from '../claims/claim-state.ts';
import { VerdictMark } from '../claims/verdict-mark.tsx';
import { texts } from '../texts.ts';
import { type Matrix, OUTCOMES, type Outcome } from './score-verdicts.ts';

const words = texts.evaluate.matrix;

const nameOutcome = (outcome: Outcome): string => (outcome === 'none' ? words.none : texts.verdicts[outcome]);

/** Rows by reference and by what was found, with the sums of both: shaded by the share of the reference's rows. */
export function ConfusionMatrix({ matrix, label }: { matrix: Matrix; label: string }): ReactElement {
  const scroll = useSideScroll<HTMLDivElement>(label);
  return (
    <div className="table-scroll" {...scroll}>
      <table className="matrix" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{words.reference}</th>
            {OUTCOMES.map((outcome) => (
              <th key={outcome} scope="col">
                <VerdictMark state={outcome === 'none' ? 'found' : outcome} />
                <span>{nameOutcome(outcome)}</span>
              </th>
            ))}
            <th scope="col">{words.total}</th>
          </tr>
        </thead>
        <tbody>
          {VERDICTS.map((expected) => (
            <MatrixRow key={expected} expected={expected} line={matrix[expected]} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.total}</th>
            {OUTCOMES.map((outcome) => (
              <td key={outcome}>{sumOf(VERDICTS.map((verdict) => matrix[verdict][outcome]))}</td>
            ))}
            <td>
              {sumOf(VERDICTS.flatMap((verdict) => OUTCOMES.map((outcome) => matrix[verdict][outcome])))}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function MatrixRow({ expected, line }: { expected: Verdict; line: Matrix[Verdict] }): ReactElement {
  const rows = OUTCOMES.reduce((sum, outcome) => sum + line[outcome], 0);
  return (
    <tr>
      <th scope="row">
        <span className="figure-name">
          <VerdictMark state={expected} />
          {texts.verdicts[expected]}
        </span>
      </th>
      {OUTCOMES.map((outcome) => {
        const share = rows === 0 ? 0 : line[outcome] / rows;
        return (
          <td
            key={outcome}
            className={outcome === expected ? 'matrix-right' : 'matrix-wrong'}
            style={{ '--share': share } as CSSProperties}
            title={words.cell(line[outcome], texts.verdicts[expected], nameOutcome(outcome))}
          >
            {line[outcome].toLocaleString('en')}
          </td>
        );
      })}
      <td>{rows.toLocaleString('en')}</td>
    </tr>
  );
}

const sumOf = (numbers: readonly number[]): string =>
  numbers.reduce((sum, number) => sum + number, 0).toLocaleString('en');
