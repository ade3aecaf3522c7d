import { CaretRightOutlined, DownloadOutlined, PauseOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Progress, Radio, Select } from 'antd';
import type { ReactElement } from 'react';
import { ModelPicker } from '../chat/model-picker.tsx';
import { LimitWait } from '../shell/limit-wait.tsx';
import { nameChoice } from '../shell/name-choice.ts';
import { saveFile } from '../shell/save-file.ts';
import { useNow } from '../shell/use-now.ts';
import { SourcePicker } from '../sources/source-picker.tsx';
import { WhereTextsGo } from '../sources/where-texts-go.tsx';
import { useChoice } from '../state/models.ts';
import { texts } from '../texts.ts';
import { CommandLine } from './command-line.tsx';
import { MEASURES } from './measure-row.ts';
import { closeRun, estimateRun, MOST, pause, type Run, setUpRun } from './run-store.ts';
import { writeResults } from './write-results.ts';

const { evaluate: words } = texts;

/** What is measured of which columns, by which model; and how far it has come. */
export function RunSetup({ run, onStart }: { run: Run; onStart: () => void }): ReactElement {
  const { rows, all, results, state } = run;
  const finished = results.filter((result) => result !== undefined).length;
  return (
    <section className="panel run" aria-label={run.file} data-state={state}>
      <div className="run-head">
        <div>
          <h2>{run.file}</h2>
          <span className="faint small">
            {all.length > rows.length ? words.tooMany(all.length, MOST) : words.rows(rows.length)}
          </span>
        </div>
        <Button type="text" onClick={closeRun}>
          {words.another}
        </Button>
      </div>
      {state === 'ready' ? <Setup run={run} /> : <p className="run-summary faint">{describeSetup(run)}</p>}
      <RunBar run={run} finished={finished} onStart={onStart} />
      {all.length > rows.length ? <CommandLine run={run} /> : null}
    </section>
  );
}

function describeSetup({ measure, textColumn }: Run): string {
  return words.setup(words.measures[measure].title, textColumn);
}

function Setup({ run }: { run: Run }): ReactElement {
  const columns = run.columns.map((value) => ({ value, label: value }));
  const orNone = [{ value: '', label: words.noColumn }, ...columns];
  const optional = (value: string): string | undefined => (value === '' ? undefined : value);
  return (
    <>
      <Radio.Group
        className="measures"
        aria-label={words.measure}
        value={run.measure}
        onChange={(event) => setUpRun({ measure: event.target.value })}
        options={MEASURES.map((value) => ({
          value,
          label: (
            <span className="measure">
              <strong>{words.measures[value].title}</strong>
              <span className="faint small">{words.measures[value].more}</span>
            </span>
          ),
        }))}
      />
      <div className="run-fields">
        <div className="field">
          <label htmlFor="column-text">{words.text}</label>
          <Select
            id="column-text"
            aria-label={nameChoice(words.text, run.textColumn)}
            value={run.textColumn}
            options={columns}
            onChange={(textColumn) => setUpRun({ textColumn })}
          />
        </div>
        {run.measure === 'extraction' ? (
          <div className="field">
            <label htmlFor="column-id">{words.id}</label>
            <Select
              id="column-id"
              aria-label={nameChoice(words.id, run.idColumn ?? words.noColumn)}
              value={run.idColumn ?? ''}
              options={orNone}
              onChange={(column) => setUpRun({ idColumn: optional(column) })}
            />
          </div>
        ) : (
          <div className="field">
            <label htmlFor="column-expected">{words.expected}</label>
            <Select
              id="column-expected"
              aria-label={nameChoice(words.expected, run.expectedColumn ?? words.noColumn)}
              value={run.expectedColumn ?? ''}
              options={orNone}
              onChange={(column) => setUpRun({ expectedColumn: optional(column) })}
            />
          </div>
        )}
        <div className="field">
          <span className="field-label">{words.model}</span>
          <ModelPicker variant="outlined" />
        </div>
      </div>
      {run.measure === 'verdicts' ? <SourcePicker /> : null}
      <WhereTextsGo view="evaluate" claims={run.measure === 'verdicts'} />
    </>
  );
}

function RunBar({
  run,
  finished,
  onStart,
}: {
  run: Run;
  finished: number;
  onStart: () => void;
}): ReactElement {
  const choice = useChoice();
  const { rows, results, state } = run;
  const failed = results.filter((result) => result?.failure !== undefined).length;
  const tokens = results.reduce((sum, result) => sum + (result?.tokens ?? 0), 0);
  const download = (): void => saveFile('evaluation.csv', 'text/csv', writeResults(run));
  return (
    <>
      {state === 'ready' ? null : (
        <Progress
          aria-label={words.done(finished, rows.length)}
          percent={(finished / rows.length) * 100}
          showInfo={false}
          status={state === 'done' && failed === 0 ? 'success' : 'normal'}
        />
      )}
      <div className="run-bar">
        <div className="run-progress">
          {state === 'ready' ? (
            <span>{words.estimate(estimateRun(run))}</span>
          ) : (
            <>
              <strong>{words.done(finished, rows.length)}</strong>
              <span className="faint">{words.used(tokens)}</span>
              <TimeLeft run={run} finished={finished} />
              {failed > 0 ? <span className="drop-fault">{words.failures(failed)}</span> : null}
            </>
          )}
          <LimitWait until={state === 'running' ? run.waitingUntil : undefined} />
        </div>
        <div className="run-ways">
          {finished > 0 ? (
            <Button icon={<DownloadOutlined aria-hidden />} onClick={download}>
              {words.download}
            </Button>
          ) : null}
          {state === 'running' ? (
            <Button icon={<PauseOutlined aria-hidden />} onClick={pause}>
              {words.pause}
            </Button>
          ) : state === 'done' ? (
            failed === 0 ? null : (
              <Button icon={<ReloadOutlined aria-hidden />} onClick={onStart}>
                {words.again}
              </Button>
            )
          ) : (
            <Button
              type="primary"
              icon={<CaretRightOutlined aria-hidden />}
              disabled={choice === undefined}
              onClick={onStart}
            >
              {state === 'paused' ? words.resume : words.start}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

function TimeLeft({ run, finished }: { run: Run; finished: number }): ReactElement | null {
  const running = run.state === 'running' && run.waitingUntil === undefined;
  const now = useNow(running);
  const spent = run.ran + (run.since === undefined ? 0 : now - run.since);
  if (!running || finished < 3 || spent < 3_000) return null;
  const left = Math.ceil(((run.rows.length - finished) * spent) / finished / 1_000);
  return <span className="faint">{words.timeLeft(left)}</span>;
}
