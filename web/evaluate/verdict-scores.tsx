import { Button } from 'antd';
import { type ReactElement, useMemo } from 'react';
import { VERDICTS } from '../claims/claim-state.ts';
import { VerdictMark } from '../claims/verdict-mark.tsx';
import { texts } from '../texts.ts';
import { Chart } from './charts.tsx';
import { ConfusionMatrix } from './confusion-matrix.tsx';
import { type FigureLine, FiguresTable } from './figures-table.tsx';
import { useReferences } from './references.ts';
import { ReliabilityChart } from './reliability-chart.tsx';
import { progressOf, type Run } from './run.ts';
import {
  compareModels,
  countMatrix,
  type JudgedRow,
  type Matrix,
  scoreMatrix,
  type VerdictScores,
} from './score-verdicts.ts';
import { judgeRows, judgeSureness } from './summarize-run.ts';

const { evaluate: words } = texts;
const { compared, both } = words;

interface ScoredModel {
  readonly name: string;
  readonly rows: readonly JudgedRow[];
  readonly matrix: Matrix;
  readonly scores: VerdictScores;
  readonly failed: number;
}

/** How the verdicts of each model compare with the reference; nothing where the file has none. */
export function VerdictComparison({
  run,
  onDiffering,
}: {
  run: Run;
  /** Shows the rows in which the models differ. */
  onDiffering: () => void;
}): ReactElement | null {
  const references = useReferences(run);
  const of = references.verdicts.filter((verdict) => verdict !== undefined).length;
  const models = useMemo(
    () =>
      run.models.map(({ model, results }): ScoredModel => {
        const rows = judgeRows(references.verdicts, results);
        const matrix = countMatrix(rows);
        return {
          name: model.name,
          rows,
          matrix,
          scores: scoreMatrix(matrix),
          failed: progressOf(results).failed,
        };
      }),
    [run.models, references],
  );
  if (models.every(({ rows }) => rows.length === 0)) return null;
  const [first, second] = models;
  const titled = (title: string, name: string): string =>
    models.length > 1 ? words.ofModel(title, name) : title;
  return (
    <>
      <section className="panel scores" aria-label={compared.title}>
        <h2>{compared.title}</h2>
        {models.some(({ rows, failed }) => rows.length + failed < of) ? (
          <p className="faint small">
            {compared.verdictsSoFar(Math.min(...models.map(({ rows }) => rows.length)), of)}
          </p>
        ) : null}
        <FiguresTable
          label={compared.title}
          corner={compared.figure}
          heads={models.map(({ name }) => name)}
          lines={listFigures(models)}
        />
        {models.map((model) => (
          <ByVerdict key={model.name} model={model} title={titled(compared.byVerdict, model.name)} />
        ))}
        <p className="faint small">{compared.byVerdictMore}</p>
      </section>
      <div className="charts charts-wide">
        {models.map(({ name, matrix }) => (
          <Chart key={name} title={titled(words.matrix.title, name)} note={words.matrix.note}>
            <ConfusionMatrix matrix={matrix} label={words.matrix.of(name)} />
          </Chart>
        ))}
      </div>
      <div className="charts">
        {models.map(({ name, rows }) => (
          <ReliabilityChart
            key={`reliability of ${name}`}
            title={titled(words.reliability, name)}
            judged={judgeSureness(rows)}
            labels={words.reliabilityOf.verdicts}
          />
        ))}
        {first === undefined || second === undefined ? null : (
          <SideBySide first={first} second={second} onDiffering={onDiffering} />
        )}
      </div>
    </>
  );
}

const dash = (share: number | undefined): string =>
  share === undefined ? compared.nothing : share.toFixed(3);

function listFigures(models: readonly ScoredModel[]): FigureLine[] {
  const failed = models.some((model) => model.failed > 0);
  return [
    {
      name: compared.right,
      more: compared.rightMore,
      cells: models.map(({ scores: { right, rows } }) =>
        rows === 0 ? compared.nothing : compared.share(right, rows),
      ),
    },
    {
      name: compared.range,
      more: compared.rangeMore,
      cells: models.map(({ scores: { accuracyRange } }) =>
        accuracyRange === undefined ? compared.nothing : compared.fromTo(...accuracyRange),
      ),
    },
    {
      name: compared.macroF1,
      more: compared.macroF1More,
      cells: models.map(({ scores }) => dash(scores.macroF1)),
    },
    ...(failed
      ? [{ name: compared.failed, cells: models.map((model) => model.failed.toLocaleString('en')) }]
      : []),
  ];
}

function ByVerdict({ model, title }: { model: ScoredModel; title: string }): ReactElement {
  return (
    <FiguresTable
      label={title}
      corner={title}
      heads={[compared.precision, compared.recall, compared.f1, compared.inReference]}
      lines={VERDICTS.map((verdict, index) => {
        const score = model.scores.classes[index];
        return {
          name: texts.verdicts[verdict],
          mark: <VerdictMark state={verdict} />,
          cells: [
            dash(score?.precision),
            dash(score?.recall),
            dash(score?.f1),
            (score?.expected ?? 0).toLocaleString('en'),
          ],
        };
      })}
    />
  );
}

/** In which rows just one of two models is right, and whether that may be chance. */
function SideBySide({
  first,
  second,
  onDiffering,
}: {
  first: ScoredModel;
  second: ScoredModel;
  onDiffering: () => void;
}): ReactElement {
  const { rows, bothRight, onlyFirst, onlySecond, bothWrong, chance } = compareModels(
    first.rows,
    second.rows,
  );
  const found = new Map(second.rows.map((row) => [row.index, row.found]));
  const differing = first.rows.filter(
    (row) => found.has(row.index) && found.get(row.index) !== row.found,
  ).length;
  return (
    <Chart title={both.title} note={both.rows(rows)}>
      <ul className="said">
        <li>{both.bothRight(bothRight)}</li>
        <li>{both.only(first.name, onlyFirst)}</li>
        <li>{both.only(second.name, onlySecond)}</li>
        <li>{both.bothWrong(bothWrong)}</li>
      </ul>
      <p className="said-more">
        {sayChance(onlyFirst > onlySecond ? first.name : second.name, onlyFirst + onlySecond, chance)}
      </p>
      {differing === 0 ? null : (
        <Button className="show-differing" onClick={onDiffering}>
          {both.showDiffering(differing)}
        </Button>
      )}
    </Chart>
  );
}

/** A share of comparisons that everyone takes for no chance. */
const UNLIKELY = 0.05;

function sayChance(better: string, onlyOne: number, chance: number): string {
  if (onlyOne === 0) return both.same;
  const [p, often] = [both.p(chance), both.often(chance)];
  return chance < UNLIKELY ? both.likely(better, p, often) : both.unsure(p, often);
}
