import { CaretRightOutlined, DownloadOutlined, PauseOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Progress } from 'antd';
import type { ReactElement } from 'react';
import { LimitWait } from '../shell/limit-wait.tsx';
import { saveFile } from '../shell/save-file.ts';
import { useNow } from '../shell/use-now.ts';
import { useChoice } from '../state/models.ts';
import { formatDollars, texts } from '../texts.ts';
import { CommandLine } from './command-line.tsx';
import { RunNotes, SecondModel } from './models-of-run.tsx';
import { MOST, MOST_MODELS, type ModelRun, progressOf, type Run, stateOfRun } from './run.ts';
import { ReferencesRead, RepeatedTexts, RunSetup, UnreadLines } from './run-setup.tsx';
import { addModel, closeRun, estimateRun, pause } from './run-store.ts';
import { writeResults } from './write-results.ts';
import { writeRunJson } from './write-run-json.ts';

const { evaluate: words } = texts;

/** The file, its setup, and how far each model has come. */
export function RunPanel({
  run,
  onStart,
  onKey,
}: {
  run: Run;
  onStart: () => void;
  onKey: () => void;
}): ReactElement {
  const state = stateOfRun(run);
  const { rows, total, all } = run;
  return (
    <section className="panel run" aria-label={run.file} data-state={state}>
      <div className="run-head">
        <div>
          <h2>{run.file}</h2>
          <span className="faint small">
            {total > rows.length ? words.tooMany(total, MOST) : words.rows(rows.length)}
          </span>
        </div>
        <Button type="text" onClick={closeRun}>
          {words.another}
        </Button>
      </div>
      <UnreadLines run={run} />
      <RepeatedTexts run={run} />
      {run.models.length === 0 ? (
        <RunSetup run={run} />
      ) : (
        <div>
          <p className="run-summary faint">
            {words.setup(words.measures[run.measure].title, run.textColumn)}
          </p>
          {run.measure === 'verdicts' ? <ReferencesRead run={run} /> : null}
        </div>
      )}
      {run.models.map((model) => (
        <ModelProgress key={model.model.id} model={model} named={run.models.length > 1} />
      ))}
      {/* Said once, and not at every row. */}
      <span className="unseen" role="status">
        {state === 'done' ? words.finished(run.file) : ''}
      </span>
      <RunNotes run={run} onKey={onKey} />
      <RunBar run={run} state={state} onStart={onStart} />
      {all.length > rows.length ? <CommandLine run={run} /> : null}
    </section>
  );
}

function ModelProgress({ model, named }: { model: ModelRun; named: boolean }): ReactElement {
  const { results, state } = model;
  const { finished, failed, tokens, fromMemory, cost } = progressOf(results);
  const done = words.done(finished, results.length);
  return (
    <div className="model-progress">
      <div className="run-progress">
        {named ? <span className="model-name">{model.model.name}</span> : null}
        <strong>{done}</strong>
        <span className="faint">
          {words.used(tokens)}
          {cost === undefined ? '' : ` (${formatDollars(cost)})`}
          {fromMemory === 0 ? '' : `, ${words.fromMemory(fromMemory)}`}
        </span>
        <TimeLeft model={model} finished={finished} />
        {failed > 0 ? <span className="drop-fault">{words.failures(failed)}</span> : null}
        <LimitWait until={state === 'running' ? model.waitingUntil : undefined} />
      </div>
      <Progress
        aria-label={named ? `${model.model.name}: ${done}` : done}
        percent={(finished / results.length) * 100}
        showInfo={false}
        status={state === 'done' && failed === 0 ? 'success' : 'normal'}
      />
    </div>
  );
}

function RunBar({
  run,
  state,
  onStart,
}: {
  run: Run;
  state: ModelRun['state'];
  onStart: () => void;
}): ReactElement {
  const choice = useChoice();
  const { models } = run;
  const measured = models.some(({ results }) => results.some((result) => result !== undefined));
  const failed = models.some(({ results }) => progressOf(results).failed > 0);
  const name = run.file.replace(/\.\w+$/, '');
  return (
    <div className="run-bar">
      <div className="run-progress">
        {models.length === 0 ? (
          <span>{words.estimate(estimateRun(run), run.second === undefined ? 1 : 2)}</span>
        ) : (
          <MoreModels run={run} state={state} />
        )}
      </div>
      <div className="run-ways">
        {measured ? (
          <>
            <Button
              icon={<DownloadOutlined aria-hidden />}
              onClick={() => saveFile(`${name} evaluation.csv`, 'text/csv', writeResults(run))}
            >
              {words.download}
            </Button>
            <Button
              icon={<DownloadOutlined aria-hidden />}
              onClick={() => saveFile(`${name} evaluation.json`, 'application/json', writeRunJson(run))}
            >
              {words.downloadJson}
            </Button>
          </>
        ) : null}
        {state === 'running' ? (
          <Button icon={<PauseOutlined aria-hidden />} onClick={pause}>
            {words.pause}
          </Button>
        ) : state === 'done' ? (
          failed ? (
            <Button icon={<ReloadOutlined aria-hidden />} onClick={onStart}>
              {words.again}
            </Button>
          ) : null
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
  );
}

/** A second model for rows that the first has measured already, or is measuring. */
function MoreModels({ run, state }: { run: Run; state: ModelRun['state'] }): ReactElement | null {
  const [first, second] = run.models;
  const full = run.models.length === MOST_MODELS && second?.state !== 'ready';
  if (first === undefined || full || state === 'running') return null;
  return (
    <>
      <span className="field-label">{words.second}</span>
      <SecondModel
        first={first.model.id}
        chosen={second?.model}
        onChoose={(model) => (model === undefined ? undefined : addModel(model))}
      />
    </>
  );
}

function TimeLeft({ model, finished }: { model: ModelRun; finished: number }): ReactElement | null {
  const running = model.state === 'running' && model.waitingUntil === undefined;
  const now = useNow(running);
  const spent = model.ran + (model.since === undefined ? 0 : now - model.since);
  if (!running || finished < 3 || spent < 3_000) return null;
  const left = Math.ceil(((model.results.length - finished) * spent) / finished / 1_000);
  return <span className="faint">{words.timeLeft(left)}</span>;
}
