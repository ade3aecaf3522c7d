import { CaretRightOutlined, DownloadOutlined, InboxOutlined, PauseOutlined } from '@ant-design/icons';
import { Button, Progress, Select, Table, type TableColumnsType } from 'antd';
import { type DragEvent, type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import type { Verdict } from '../api/types.ts';
import { KeysDialog } from '../chat/keys-dialog.tsx';
import { ModelPicker } from '../chat/model-picker.tsx';
import { VerdictMark, VerdictTag } from '../claims/verdict-mark.tsx';
import { FailureNote } from '../shell/failure-note.tsx';
import { saveFile } from '../shell/save-file.ts';
import { useChoice } from '../state/models.ts';
import { texts } from '../texts.ts';
import { Bars, type Point, Reliability } from './charts.tsx';
import { EXAMPLE } from './example.ts';
import {
  closeRun,
  estimateTokens,
  MOST,
  mapColumns,
  openFile,
  pause,
  type Result,
  type Run,
  readVerdict,
  start,
  useRun,
} from './run-store.ts';
import { writeResults } from './write-results.ts';
import './evaluate.css';

const { evaluate: words } = texts;
const VERDICTS: readonly Verdict[] = ['supported', 'refuted', 'conflicting', 'not_enough_evidence'];

/** Many texts at once. */
export function EvaluateView(): ReactElement {
  const run = useRun();
  return (
    <div className="page">
      <div className="page-inner">
        <header className="page-head">
          <div>
            <h1>{words.title}</h1>
            <p className="faint">{words.intro}</p>
          </div>
        </header>
        {run === undefined ? <FilePlace /> : <RunView run={run} />}
      </div>
    </div>
  );
}

function FilePlace(): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const [unreadable, setUnreadable] = useState(false);
  const choice = useChoice();
  const take = async (file: File | undefined): Promise<void> => {
    if (file !== undefined) setUnreadable(!openFile(file.name, await file.text()));
  };
  const allow = (event: DragEvent): void => event.preventDefault();
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut for the button within. */}
      <div
        className="panel drop"
        onDragOver={allow}
        onDrop={(event) => {
          event.preventDefault();
          void take(event.dataTransfer.files[0]);
        }}
      >
        <InboxOutlined className="drop-icon" />
        <p>{words.drop}</p>
        <div className="drop-ways">
          <Button type="primary" onClick={() => input.current?.click()}>
            {words.choose}
          </Button>
          <Button onClick={() => openFile('example.csv', EXAMPLE)}>{words.example}</Button>
        </div>
        <input
          ref={input}
          type="file"
          accept=".csv,.jsonl,.ndjson,.json,text/csv"
          hidden
          aria-label={words.choose}
          onChange={(event) => void take(event.target.files?.[0])}
        />
        {unreadable ? (
          <p className="drop-fault" role="alert">
            {words.unreadable}
          </p>
        ) : null}
      </div>
      <p className="faint small drop-more">
        {words.most(MOST)} <code>{commandLine(choice?.model.model_id)}</code>
      </p>
    </>
  );
}

function commandLine(model = 'MODEL'): string {
  return `npm run --silent claimgate -- evaluate FILE --model ${model}`;
}

function RunView({ run }: { run: Run }): ReactElement {
  const choice = useChoice();
  const [keysOpen, setKeysOpen] = useState(false);
  const { rows, results, state, failure } = run;
  const finished = results.filter((result) => result !== undefined).length;
  const begin = (): void => {
    if (choice !== undefined) start({ provider: choice.provider, id: choice.model.model_id });
  };
  const settled = state === 'running' || state === 'done';
  return (
    <>
      <section className="panel run" aria-label={run.file}>
        <div className="run-head">
          <h2>{words.file(run.file, rows.length)}</h2>
          <Button type="text" onClick={closeRun}>
            {words.another}
          </Button>
        </div>
        {run.found > rows.length ? (
          <p className="faint small">
            {words.tooMany(run.found, MOST)} {words.most(MOST)}{' '}
            <code>{commandLine(choice?.model.model_id)}</code>
          </p>
        ) : null}
        <div className="run-fields">
          <div className="field">
            <label htmlFor="column-text">{words.text}</label>
            <Select
              id="column-text"
              disabled={settled}
              value={run.textColumn}
              options={run.columns.map((value) => ({ value, label: value }))}
              onChange={(textColumn) => mapColumns({ textColumn })}
            />
          </div>
          <div className="field">
            <label htmlFor="column-expected">{words.expected}</label>
            <Select
              id="column-expected"
              disabled={settled}
              value={run.expectedColumn ?? ''}
              options={[
                { value: '', label: words.noColumn },
                ...run.columns.map((value) => ({ value, label: value })),
              ]}
              onChange={(column) => mapColumns({ expectedColumn: column === '' ? undefined : column })}
            />
          </div>
          <div className="field">
            <span className="field-label">{words.model}</span>
            <ModelPicker />
          </div>
        </div>
        <div className="run-bar">
          {state === 'running' ? (
            <Button icon={<PauseOutlined />} onClick={pause}>
              {words.pause}
            </Button>
          ) : state === 'done' ? null : (
            <Button
              type="primary"
              icon={<CaretRightOutlined />}
              disabled={choice === undefined}
              onClick={begin}
            >
              {state === 'paused' ? words.resume : words.start}
            </Button>
          )}
          {finished > 0 ? (
            <Button
              icon={<DownloadOutlined />}
              onClick={() => saveFile('evaluation.csv', 'text/csv', writeResults(run))}
            >
              {words.download}
            </Button>
          ) : null}
          <span className="faint small">
            {state === 'ready' ? words.estimate(estimateTokens(run)) : words.done(finished, rows.length)}
          </span>
          <Wait until={run.waitingUntil} />
        </div>
        {state === 'ready' ? null : (
          <Progress
            aria-label={words.done(finished, rows.length)}
            percent={(finished / rows.length) * 100}
            showInfo={false}
            status={state === 'done' ? 'success' : 'normal'}
          />
        )}
      </section>
      {failure === undefined ? null : (
        <div className="run-failure">
          <FailureNote facts={failure} ways={{ key: () => setKeysOpen(true), retry: begin }} />
        </div>
      )}
      {finished > 0 ? <Charts run={run} /> : null}
      <Results run={run} />
      <KeysDialog open={keysOpen} onClose={() => setKeysOpen(false)} />
    </>
  );
}

function Wait({ until }: { until: number | undefined }): ReactElement | null {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  if (until === undefined || until <= now) return null;
  return (
    <span className="ending" role="status">
      {words.waiting(Math.ceil((until - now) / 1_000))}
    </span>
  );
}

function Charts({ run }: { run: Run }): ReactElement {
  const { results, rows, expectedColumn } = run;
  const claims = useMemo(() => results.flatMap((result) => result?.claims ?? []), [results]);
  const verdicts = VERDICTS.map((verdict) => ({
    label: texts.verdicts[verdict],
    value: claims.filter((claim) => claim.verdict === verdict).length,
    mark: <VerdictMark state={verdict} />,
    tone: `verdict-${verdict}`,
  }));
  const categories = [...Map.groupBy(claims, ({ category }) => category)]
    .map(([category, group]) => ({ label: texts.categories[category] ?? category, value: group.length }))
    .sort((a, b) => b.value - a.value);
  const confidences = [0, 0.2, 0.4, 0.6, 0.8].map((from) => ({
    label: `${from * 100}–${Math.round((from + 0.2) * 100)} %`,
    value: claims.filter(({ verdict_confidence: sure = -1 }) => binOf(sure) === from).length,
  }));
  const compared = results.flatMap((result, index) => {
    const expected = expectedColumn === undefined ? undefined : readVerdict(rows[index]?.[expectedColumn]);
    if (expected === undefined || result?.verdict === undefined) return [];
    return [{ sure: result.confidence ?? 0, right: result.verdict === expected }];
  });
  const points: Point[] = [...Map.groupBy(compared, ({ sure }) => binOf(sure))].map(([, group]) => ({
    sure: group.reduce((sum, { sure }) => sum + sure, 0) / group.length,
    right: group.filter(({ right }) => right).length / group.length,
    size: group.length,
  }));
  return (
    <div className="charts">
      <section className="panel" aria-label={words.verdicts}>
        <h2>{words.verdicts}</h2>
        <Bars bars={verdicts} />
      </section>
      <section className="panel" aria-label={words.confidences}>
        <h2>{words.confidences}</h2>
        <Bars bars={confidences} />
      </section>
      <section className="panel" aria-label={words.categories}>
        <h2>{words.categories}</h2>
        <Bars bars={categories} />
      </section>
      {points.length === 0 ? null : (
        <section className="panel" aria-label={words.reliability}>
          <h2>{words.reliability}</h2>
          <p className="faint small">
            {words.agreement(compared.filter(({ right }) => right).length, compared.length)}.{' '}
            {words.reliabilityMore}
          </p>
          <Reliability points={points} label={words.reliability} />
        </section>
      )}
    </div>
  );
}

/** The beginning of a fifth of the scale; below it for what is none. */
function binOf(share: number): number {
  return share < 0 ? -1 : ([0.8, 0.6, 0.4, 0.2, 0].find((from) => share >= from) ?? 0);
}

interface Shown {
  readonly row: number;
  readonly text: string;
  readonly result: Result | undefined;
  readonly expected: string;
}

function Results({ run }: { run: Run }): ReactElement {
  const { rows, results, textColumn, expectedColumn } = run;
  const shown: Shown[] = rows.map((row, index) => ({
    row: index + 1,
    text: row[textColumn] ?? '',
    result: results[index],
    expected: expectedColumn === undefined ? '' : (row[expectedColumn] ?? ''),
  }));
  const { columns: names } = words;
  const columns: TableColumnsType<Shown> = [
    { key: 'row', title: names.row, dataIndex: 'row', width: 76, sorter: (a, b) => a.row - b.row },
    {
      key: 'text',
      title: names.text,
      render: (_, { text }) => <div className="run-text">{text.slice(0, 300)}</div>,
    },
    {
      key: 'claims',
      title: names.claims,
      width: 100,
      sorter: (a, b) => (a.result?.claims.length ?? -1) - (b.result?.claims.length ?? -1),
      render: (_, { result }) => result?.claims.length,
    },
    {
      key: 'verdict',
      title: names.verdict,
      width: 190,
      sorter: (a, b) => (a.result?.verdict ?? '').localeCompare(b.result?.verdict ?? ''),
      render: (_, { result }) => <RowVerdict result={result} />,
    },
    {
      key: 'confidence',
      title: names.confidence,
      width: 120,
      sorter: (a, b) => (a.result?.confidence ?? -1) - (b.result?.confidence ?? -1),
      render: (_, { result }) =>
        result?.confidence === undefined ? '' : `${Math.round(result.confidence * 100)} %`,
    },
    ...(expectedColumn === undefined
      ? []
      : [
          {
            key: 'expected',
            title: names.expected,
            dataIndex: 'expected',
            width: 130,
            sorter: (a: Shown, b: Shown) => a.expected.localeCompare(b.expected),
          },
        ]),
  ];
  return (
    <section className="panel" aria-label={words.results}>
      <Table<Shown>
        size="small"
        rowKey="row"
        columns={columns}
        dataSource={shown}
        scroll={{ x: 760 }}
        pagination={{ pageSize: 25, hideOnSinglePage: true, showSizeChanger: false }}
      />
    </section>
  );
}

function RowVerdict({ result }: { result: Result | undefined }): ReactElement | null {
  if (result === undefined) return null;
  if (result.failure !== undefined) return <span className="drop-fault">{words.failed}</span>;
  if (result.verdict === undefined) return <span className="faint">{words.noClaim}</span>;
  return <VerdictTag state={result.verdict} />;
}
