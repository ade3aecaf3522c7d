import { Table, type TableColumnsType } from 'antd';
import { type ReactElement, useMemo } from 'react';
import type { ScoredClaim, Verdict } from '../api/types.ts';
import { ClaimList } from '../claims/claim-list.tsx';
import { showClaims } from '../claims/claim-state.ts';
import { VerdictTag } from '../claims/verdict-mark.tsx';
import { explainFailure } from '../explain-failure.ts';
import { texts } from '../texts.ts';
import type { Result } from './measure-row.ts';
import type { Run } from './run-store.ts';

const { evaluate: words } = texts;
const { columns: names } = words;

/** The rows, and what was measured of each: a line a claim where extraction is measured. */
export function RunTable({ run }: { run: Run }): ReactElement {
  const started = run.results.some((result) => result !== undefined);
  return (
    <section className="panel results" aria-label={words.results}>
      <h2>{started ? words.results : words.preview}</h2>
      {started && run.measure === 'extraction' ? <ClaimTable run={run} /> : <RowTable run={run} />}
    </section>
  );
}

const PAGES = { pageSize: 25, hideOnSinglePage: true, showSizeChanger: false } as const;

interface ClaimLine {
  readonly key: string;
  readonly row: number;
  readonly text: string;
  readonly result: Result;
  readonly claim: ScoredClaim | undefined;
}

function ClaimTable({ run: { rows, results, textColumn } }: { run: Run }): ReactElement {
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
        <span className="drop-fault">{explainFailure(result.failure).title}</span>
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
  readonly result: Result | undefined;
  readonly expected: string;
}

function RowTable({ run }: { run: Run }): ReactElement {
  const { rows, results, textColumn, expectedColumn, measure } = run;
  const lines: RowLine[] = rows.map((row, index) => ({
    row: index + 1,
    text: row[textColumn] ?? '',
    result: results[index],
    expected: expectedColumn === undefined ? '' : (row[expectedColumn] ?? ''),
  }));
  const started = results.some((result) => result !== undefined);
  const columns: TableColumnsType<RowLine> = [
    { key: 'row', title: names.row, dataIndex: 'row', width: 72, sorter: (a, b) => a.row - b.row },
    {
      key: 'text',
      title: names.text,
      render: (_, { text }) => <div className="run-text">{text.slice(0, 300)}</div>,
    },
    ...(started ? VERDICT_COLUMNS : []),
    ...(expectedColumn === undefined || measure === 'extraction' ? [] : [EXPECTED_COLUMN]),
  ];
  return (
    <Table<RowLine>
      size="small"
      rowKey="row"
      columns={columns}
      dataSource={lines}
      scroll={{ x: started ? 820 : 420 }}
      pagination={PAGES}
      expandable={
        started
          ? {
              rowExpandable: ({ result }) => (result?.claims.length ?? 0) > 0,
              expandedRowRender: ({ row, result }) => (
                <ClaimList
                  claims={showClaims(result?.claims ?? [], `row-${row}`, false)}
                  selected={undefined}
                  onSelect={() => {}}
                />
              ),
            }
          : {}
      }
    />
  );
}

const verdictOf = ({ result }: RowLine): Verdict | '' => result?.verdict ?? '';

const VERDICT_COLUMNS: TableColumnsType<RowLine> = [
  {
    key: 'claims',
    title: names.claims,
    width: 100,
    align: 'right',
    sorter: (a, b) => (a.result?.claims.length ?? -1) - (b.result?.claims.length ?? -1),
    render: (_, { result }) => result?.claims.length,
  },
  {
    key: 'verdict',
    title: names.verdict,
    width: 210,
    sorter: (a, b) => verdictOf(a).localeCompare(verdictOf(b)),
    render: (_, { result }) => <RowVerdict result={result} />,
  },
  {
    key: 'confidence',
    title: names.confidence,
    width: 110,
    align: 'right',
    sorter: (a, b) => (a.result?.confidence ?? -1) - (b.result?.confidence ?? -1),
    render: (_, { result }) =>
      result?.confidence === undefined ? '' : `${Math.round(result.confidence * 100)} %`,
  },
];

const EXPECTED_COLUMN: TableColumnsType<RowLine>[number] = {
  key: 'expected',
  title: names.expected,
  dataIndex: 'expected',
  width: 130,
  sorter: (a, b) => a.expected.localeCompare(b.expected),
};

function RowVerdict({ result }: { result: Result | undefined }): ReactElement | null {
  if (result === undefined) return null;
  if (result.failure !== undefined)
    return <span className="drop-fault">{explainFailure(result.failure).title}</span>;
  if (result.claims.length === 0) return <span className="chip">{words.noClaim}</span>;
  return <VerdictTag state={result.verdict ?? 'found'} />;
}
