import { type ReactElement, useEffect, useState } from 'react';
import { KeysDialog } from '../chat/dialogs.ts';
import { FailureNote } from '../shell/failure-note.tsx';
import { ModelsNote } from '../shell/models-note.tsx';
import { getKeys } from '../state/keys.ts';
import { getChoice, useModels } from '../state/models.ts';
import { texts } from '../texts.ts';
import { ExtractionScores } from './extraction-scores.tsx';
import { FilePlace } from './file-place.tsx';
import { recallOpen } from './keep-runs.ts';
import { ModelSwitch } from './models-of-run.tsx';
import type { Run } from './run.ts';
import { RunCharts } from './run-charts.tsx';
import { RunPanel } from './run-panel.tsx';
import { chooseAgain, getRun, openRun, resume, start, useRun } from './run-store.ts';
import { type Filter, RunTable } from './run-table.tsx';
import { VerdictComparison } from './verdict-scores.tsx';
import './evaluate.css';
import './charts.css';
import './scores.css';

const { evaluate: words } = texts;

/** Many texts at once: how well their claims are extracted, or how they hold up. */
export function EvaluateView(): ReactElement {
  const run = useRun();
  const recalling = useRecalled();
  const [keysOpen, setKeysOpen] = useState(false);
  const askKey = (): void => setKeysOpen(true);
  const failed = run?.models.some(({ failure }) => failure !== undefined) === true;
  return (
    <div className="page">
      <div className="page-inner">
        <header className="page-head">
          <div>
            <h1 className="page-title">{words.title}</h1>
            <p className="faint">{words.intro}</p>
          </div>
        </header>
        {failed ? null : <ModelsNote onKey={askKey} />}
        {run !== undefined ? (
          <RunView key={run.id} run={run} onKey={askKey} />
        ) : recalling ? (
          <p className="faint">{texts.loading}</p>
        ) : (
          <FilePlace />
        )}
      </div>
      <KeysDialog open={keysOpen} onClose={() => setKeysOpen(false)} />
    </div>
  );
}

/** Whether the run that a reload left is still to be opened: once, and before anything else is offered. */
let recalled = false;

/** Opens the run that was open before a reload, and goes on with it once the keys are known. */
function useRecalled(): boolean {
  const [recalling, setRecalling] = useState(() => !recalled && recallOpen() !== undefined);
  const [running, setRunning] = useState(false);
  const { list } = useModels();
  useEffect(() => {
    const id = recallOpen();
    const known = recalled;
    recalled = true;
    if (known || id === undefined || getRun() !== undefined) return setRecalling(false);
    void openRun(id).then((was) => {
      setRunning(was === true);
      setRecalling(false);
    });
  }, []);
  useEffect(() => {
    // Before, nobody can say which key there is.
    if (!running || list === undefined || getKeys().sandbox === undefined) return;
    setRunning(false);
    resume();
  }, [running, list]);
  return recalling;
}

function begin(): void {
  const choice = getChoice();
  if (choice === undefined) return;
  const { provider, model } = choice;
  void start({ provider, id: model.model_id, name: model.name });
}

function chooseModel(): void {
  const back = chooseAgain();
  const picker = back ? '.run .model-picker input' : '.run .second-model input';
  setTimeout(() => document.querySelector<HTMLElement>(picker)?.focus());
}

function RunView({ run, onKey }: { run: Run; onKey: () => void }): ReactElement {
  const [chosen, setShown] = useState(0);
  const [filter, setFilter] = useState<Filter>('all');
  const shown = Math.min(chosen, Math.max(0, run.models.length - 1));
  const model = run.models[shown];
  const showDiffering = (): void => {
    setFilter('differ');
    document.querySelector('.results')?.scrollIntoView({ block: 'start' });
  };
  return (
    <>
      <RunPanel run={run} onStart={begin} onKey={onKey} />
      {run.models.map(({ model: { id }, failure }) =>
        failure === undefined ? null : (
          <div key={id} className="run-failure">
            <FailureNote facts={failure} ways={{ key: onKey, retry: begin, model: chooseModel }} />
          </div>
        ),
      )}
      {run.measure === 'verdicts' ? (
        <VerdictComparison run={run} onDiffering={showDiffering} />
      ) : (
        <ExtractionScores run={run} />
      )}
      <ModelSwitch run={run} shown={shown} onShow={setShown} />
      {model === undefined ? null : <RunCharts model={model} measure={run.measure} />}
      <RunTable run={run} shown={shown} filter={filter} onFilter={setFilter} />
    </>
  );
}
