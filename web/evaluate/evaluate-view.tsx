import { type ReactElement, useState } from 'react';
import { KeysDialog } from '../chat/dialogs.ts';
import { FailureNote } from '../shell/failure-note.tsx';
import { ModelsNote } from '../shell/models-note.tsx';
import { NotHere } from '../shell/not-here.tsx';
import { addressOf } from '../shell/views.ts';
import { getChoice } from '../state/models.ts';
import { texts } from '../texts.ts';
import { ExtractionScores } from './extraction-scores.tsx';
import { FilePlace } from './file-place.tsx';
import { ModelSwitch } from './models-of-run.tsx';
import { useOpenRun } from './open-run.ts';
import type { Run } from './run.ts';
import { RunCharts } from './run-charts.tsx';
import { RunPanel } from './run-panel.tsx';
import { chooseAgain, start, useRun } from './run-store.ts';
import { type Filter, RunTable } from './run-table.tsx';
import { VerdictComparison } from './verdict-scores.tsx';
import './evaluate.css';
import './charts.css';
import './scores.css';

const { evaluate: words } = texts;

/** Many texts at once: how well their claims are extracted, or how they hold up. */
export function EvaluateView(): ReactElement {
  const run = useRun();
  const opening = useOpenRun();
  const [keysOpen, setKeysOpen] = useState(false);
  const askKey = (): void => setKeysOpen(true);
  const failed = run?.models.some(({ failure }) => failure !== undefined) === true;
  if (opening === 'missing')
    return <NotHere words={words} start={{ children: words.another, href: addressOf('evaluate') }} />;
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
        {run !== undefined && opening === 'open' ? (
          <RunView key={run.id} run={run} onKey={askKey} />
        ) : opening !== 'none' ? (
          <p className="faint">{texts.loading}</p>
        ) : (
          <FilePlace />
        )}
      </div>
      <KeysDialog open={keysOpen} onClose={() => setKeysOpen(false)} />
    </div>
  );
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
