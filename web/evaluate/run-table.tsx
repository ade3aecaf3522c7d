import { Select, Table, type TableColumnsType } from 'antd';
import { type ReactElement, useMemo } from 'react';
import type { ScoredClaim, Verdict } from '../api/types.ts';
import { ClaimList } from '../claims/claim-list.tsx';
import { showClaims } from '../claims/claim-state.ts';
import { VerdictTag } from '../claims/verdict-mark.tsx';
import { nameChoice } from '../shell/name-choice.ts';
import { texts } from '../texts.ts';
import type { Result } from './measure-row.ts';
import { FailedRow } from './models-of-run.tsx';
import { useReferences } from './references.ts';
import type { ModelRun, Run } from './run.ts';

const { evaluate: words } = texts;
const { columns: names } = words;

export const FILTERS = ['all', 'differ', 'wrong', 'failed', 'unclear'] as const;
export type Filter = (typeof FILTERS)[number];

/** The rows, and what was measured of each: a line a claim where extraction is measured. */
export function RunTable({
  run,
  shown,
  filter,
  onFilter,
}: {
  run: Run;
  /** The model whose claims are listed. */
  shown: number;
  filter: Filter;
  onFilter: (filter: Filter) => void;
}): ReactElement {
  const model = run.models[shown];
  const started = run.models.some(({ results }) => results.some((result) => result !== undefined));
  return (
    <section className="panel results" aria-label={words.results}>
      <div className="results-head">
        <h2>{started ? words.results : words.preview}</h2>
        {run.measure === 'verdicts' ? (
          <RowFilter run={run} started={started} filter={filter} onFilter={onFilter} />
        ) : null}
      </div>
      {started && run.measure === 'extraction' && model !== undefined ? (
        <ClaimTable run={run} results={model.results} />
      ) : (
        <RowTable run={run} filter={run.measure === 'verdicts' ? filter : 'all'} started={started} />
      )}
    </section>
  );
}

function RowFilter({
  run,
  started,
  filter,
  onFilter,
}: {
  run: Run;
  started: boolean;
  filter: Filter;
  onFilter: (filter: Filter) => void;
}): ReactElement {
  const offered = FILTERS.filter((each) =>
    each === 'differ' ? started && run.models.length > 1 : started || each === 'all' || each === 'unclear',
  );
  return (
    <Select<Filter>
      aria-label={nameChoice(words.filter, words.filters[filter])}
      popupMatchSelectWidth={false}
      value={filter}
      options={offered.map((value) => ({ value, label: words.filters[value] }))}
      onChange={onFilter}
    />
  );
}

/** A page of rows at a time, rather than one that scrolls through all: so it stays a table to a screen reader. */
const PAGES = {
  defaultPageSize: 25,
  hideOnSinglePage: true,
  showSizeChanger: false,
  showQuickJumper: true,
} as const;

interface ClaimLine {
  readonly key: string;
  readonly row: number;
  readonly text: string;
  readonly result: Result;
  readonly claim: ScoredClaim | undefined;
}

function ClaimTable({
  run: { rows, textColumn },
  results,
}: {
  run: Run;
  results: ModelRun['results'];
}): ReactElement {
  const lines = useMemo(
    () =>
      results.flatMap((result, index): ClaimLine[] => {
        if (result === undefined) return [];
        const line = { row: index + 1, text: rows[index]?.[textColumn] ?? '', result };
        if (result.scored.length === 0) return [{ ...line, key: String(index), claim: undefined }];
        return result.scored.map((claim) => ({ ...line, key: `${index}:${claim.claim_id}`, claim }));
      }),
    [results, rows, textColumn],
  );
  return (
    <Table<ClaimLine>
      size="small"
      rowKey="key"
      columns={CLAIM_COLUMNS}
      dataSource={lines}
      scroll={{ x: 920 }}
      pagination={PAGES}
      expandable={{
        showExpandColumn: lines.some(({ claim }) => hasRemarks(claim)),
        rowExpandable: ({ claim }) => hasRemarks(claim),
        expandedRowRender: ({ claim }) => (claim === undefined ? null : <Remarks claim={claim} />),
      }}
    />
  );
}

const score = (
  key: 'accuracy_score' | 'completeness_score' | 'coherence_score' | 'confidence',
): TableColumnsType<ClaimLine>[number] => ({
  key,
  title: words.scores[key].title,
  width: 128,
  align: 'right',
  sorter: (a, b) => (a.claim?.[key] ?? -1) - (b.claim?.[key] ?? -1),
  render: (_, { claim }) => (claim === undefined ? '' : <Score value={claim[key]} />),
});

function Score({ value }: { value: number }): ReactElement {
  const tone = value >= 0.75 ? '' : value >= 0.5 ? ' score-middling' : ' score-low';
  return <span className={`score${tone}`}>{value.toFixed(2)}</span>;
}

const CLAIM_COLUMNS: TableColumnsType<ClaimLine> = [
  { key: 'row', title: names.row, dataIndex: 'row', width: 72, sorter: (a, b) => a.row - b.row },
  {
    key: 'claim',
    title: names.claim,
    render: (_, { claim, result, text }) =>
      claim === undefined ? (
        <NoClaim result={result} text={text} />
      ) : (
        <div className="run-text">{claim.extracted_claim}</div>
      ),
  },
  {
    key: 'category',
    title: names.category,
    width: 130,
    sorter: (a, b) => (a.claim?.category ?? '').localeCompare(b.claim?.category ?? ''),
    render: (_, { claim }) =>
      claim === undefined ? null : (
        <span className="chip">{texts.categories[claim.category] ?? claim.category}</span>
      ),
  },
  score('accuracy_score'),
  score('completeness_score'),
  score('coherence_score'),
  score('confidence'),
];

function NoClaim({ result, text }: { result: Result; text: string }): ReactElement {
  return (
    <div className="run-text">
      <span className="faint">{text.slice(0, 200)}</span>{' '}
      {result.failure === undefined ? (
        <span className="chip">{words.noClaim}</span>
      ) : (
        <FailedRow failure={result.failure} />
      )}
    </div>
  );
}

function remarksOf({ added, missing, faults }: ScoredClaim): [string, readonly string[]][] {
  const { remarks } = words;
  const all: [string, readonly string[]][] = [
    [remarks.added, added],
    [remarks.missing, missing],
    [remarks.faults, faults],
  ];
  return all.filter(([, items]) => items.length > 0);
}

const hasRemarks = (claim: ScoredClaim | undefined): boolean =>
  claim !== undefined && remarksOf(claim).length > 0;

function Remarks({ claim }: { claim: ScoredClaim }): ReactElement {
  return (
    <dl className="remarks">
      {remarksOf(claim).map(([title, items]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{items.join('; ')}</dd>
        </div>
      ))}
      <div>
        <dt>{words.remarks.source}</dt>
        <dd>{claim.original_text}</dd>
      </div>
    </dl>
  );
}

interface RowLine {
  readonly row: number;
  readonly text: string;
  /** Of each model. */
  readonly results: readonly (Result | undefined)[];
  /** As the file says it. */
  readonly said: string;
  readonly expected: Verdict | undefined;
}

/** Whether a line is among those that are shown. */
const SHOWS: Readonly<Record<Filter, (line: RowLine) => boolean>> = {
  all: () => true,
  differ: ({ results: [first, second] }) =>
    isMeasured(first) && isMeasured(second) && first?.verdict !== second?.verdict,
  wrong: ({ results, expected }) =>
    expected !== undefined && results.some((result) => isMeasured(result) && result?.verdict !== expected),
  failed: ({ results }) => results.some((result) => result?.failure !== undefined),
  unclear: ({ said, expected }) => said.trim() !== '' && expected === undefined,
};

function isMeasured(result: Result | undefined): boolean {
  return result !== undefined && result.failure === undefined;
}

function RowTable({ run, filter, started }: { run: Run; filter: Filter; started: boolean }): ReactElement {
  const { rows, models, textColumn, expectedColumn, measure } = run;
  const references = useReferences(run);
  const lines = useMemo(
    () =>
      rows
        .map(
          (row, index): RowLine => ({
            row: index + 1,
            text: row[textColumn] ?? '',
            results: models.map(({ results }) => results[index]),
            said: expectedColumn === undefined ? '' : (row[expectedColumn] ?? ''),
            expected: references.verdicts[index],
          }),
        )
        .filter(SHOWS[filter]),
    [rows, models, textColumn, expectedColumn, references, filter],
  );
  const modelNames = models.map(({ model }) => model.name).join('\n');
  const columns = useMemo(
    (): TableColumnsType<RowLine> => [
      ROW_COLUMN,
      TEXT_COLUMN,
      ...(expectedColumn === undefined || measure === 'extraction' ? [] : [EXPECTED_COLUMN]),
      ...(started ? verdictColumns(modelNames.split('\n')) : []),
    ],
    [expectedColumn, measure, started, modelNames],
  );
  const width = (started ? 820 : 420) + (models.length > 1 && started ? 60 : 0);
  return (
    <Table<RowLine>
      size="small"
      rowKey="row"
      columns={columns}
      dataSource={lines}
      scroll={{ x: width }}
      pagination={PAGES}
      locale={{ emptyText: words.noneSuch }}
      expandable={
        started
          ? {
              rowExpandable: ({ results }) => results.some((result) => (result?.claims.length ?? 0) > 0),
              expandedRowRender: (line) => <RowClaims line={line} models={models} />,
            }
          : {}
      }
    />
  );
}

function RowClaims({ line, models }: { line: RowLine; models: Run['models'] }): ReactElement {
  return (
    <div className="row-claims">
      {models.map(({ model }, index) => (
        <div key={model.id}>
          {models.length > 1 ? <h3>{model.name}</h3> : null}
          <ClaimList
            claims={showClaims(line.results[index]?.claims ?? [], `row-${line.row}-${index}`, false)}
            selected={undefined}
            onSelect={() => {}}
          />
        </div>
      ))}
    </div>
  );
}

const ROW_COLUMN: TableColumnsType<RowLine>[number] = {
  key: 'row',
  title: names.row,
  dataIndex: 'row',
  width: 72,
  sorter: (a, b) => a.row - b.row,
};

const TEXT_COLUMN: TableColumnsType<RowLine>[number] = {
  key: 'text',
  title: names.text,
  render: (_, { text }) => <div className="run-text">{text.slice(0, 300)}</div>,
};

/** The words of the file where they name no verdict. */
const EXPECTED_COLUMN: TableColumnsType<RowLine>[number] = {
  key: 'expected',
  title: names.expected,
  width: 170,
  sorter: (a, b) => (a.expected ?? a.said).localeCompare(b.expected ?? b.said),
  render: (_, { expected, said }) =>
    expected === undefined ? <span className="faint">{said}</span> : <VerdictTag state={expected} />,
};

type OfLine = (line: RowLine) => Result | undefined;

/** How a model's verdict on a row, and its confidence, are shown: of two models in one column. */
function verdictColumns(models: readonly string[]): TableColumnsType<RowLine> {
  if (models.length > 1) {
    return models.map((name, index) =>
      verdictColumn(`verdict-${index}`, name, ({ results }) => results[index], true),
    );
  }
  const of: OfLine = ({ results }) => results[0];
  return [claimsColumn(of), verdictColumn('verdict', names.verdict, of, false), confidenceColumn(of)];
}

const verdictColumn = (
  key: string,
  title: string,
  of: OfLine,
  withConfidence: boolean,
): TableColumnsType<RowLine>[number] => ({
  key,
  title,
  width: 210,
  sorter: (a, b) => (of(a)?.verdict ?? '').localeCompare(of(b)?.verdict ?? ''),
  render: (_, line) => (
    <>
      <RowVerdict result={of(line)} expected={line.expected} />
      {withConfidence ? <span className="row-sure">{sayConfidence(of(line))}</span> : null}
    </>
  ),
});

const confidenceColumn = (of: OfLine): TableColumnsType<RowLine>[number] => ({
  key: 'confidence',
  title: names.confidence,
  width: 110,
  align: 'right',
  sorter: (a, b) => (of(a)?.confidence ?? -1) - (of(b)?.confidence ?? -1),
  render: (_, line) => sayConfidence(of(line)),
});

function sayConfidence(result: Result | undefined): string {
  return result?.confidence === undefined ? '' : texts.claims.percent(result.confidence);
}

const claimsColumn = (of: OfLine): TableColumnsType<RowLine>[number] => ({
  key: 'claims',
  title: names.claims,
  width: 100,
  align: 'right',
  sorter: (a, b) => (of(a)?.claims.length ?? -1) - (of(b)?.claims.length ?? -1),
  render: (_, line) => of(line)?.claims.length,
});

function RowVerdict({
  result,
  expected,
}: {
  result: Result | undefined;
  expected: Verdict | undefined;
}): ReactElement | null {
  if (result === undefined) return null;
  if (result.failure !== undefined) return <FailedRow failure={result.failure} />;
  const verdict =
    result.claims.length === 0 ? (
      <span className="chip">{words.noClaim}</span>
    ) : (
      <VerdictTag state={result.verdict ?? 'found'} />
    );
  if (expected === undefined || expected === result.verdict) return verdict;
  return (
    <span className="row-wrong">
      {verdict} <span className="chip">{words.notSo}</span>
    </span>
  );
}
