import { type ReactElement, useState } from 'react';
import { KeysDialog } from '../chat/dialogs.ts';
import { FailureNote } from '../shell/failure-note.tsx';
import { ModelsNote } from '../shell/models-note.tsx';
import { getChoice } from '../state/models.ts';
import { texts } from '../texts.ts';
import { FilePlace } from './file-place.tsx';
import { RunCharts } from './run-charts.tsx';
import { RunSetup } from './run-setup.tsx';
import { type Run, start, useRun } from './run-store.ts';
import { RunTable } from './run-table.tsx';
import './evaluate.css';
import './charts.css';

const { evaluate: words } = texts;

/** Many texts at once: how well their claims are extracted, or how they hold up. */
export function EvaluateView(): ReactElement {
  const run = useRun();
  const [keysOpen, setKeysOpen] = useState(false);
  const askKey = (): void => setKeysOpen(true);
  return (
    <div className="page">
      <div className="page-inner">
        <header className="page-head">
          <div>
            <h1 className="page-title">{words.title}</h1>
            <p className="faint">{words.intro}</p>
          </div>
        </header>
        {run?.failure === undefined ? <ModelsNote onKey={askKey} /> : null}
        {run === undefined ? <FilePlace /> : <RunView run={run} onKey={askKey} />}
      </div>
      <KeysDialog open={keysOpen} onClose={() => setKeysOpen(false)} />
    </div>
  );
}

function begin(): void {
  const choice = getChoice();
  if (choice !== undefined) start({ provider: choice.provider, id: choice.model.model_id });
}

function RunView({ run, onKey }: { run: Run; onKey: () => void }): ReactElement {
  return (
    <>
      <RunSetup run={run} onStart={begin} />
      {run.failure === undefined ? null : (
        <div className="run-failure">
          <FailureNote facts={run.failure} ways={{ key: onKey, retry: begin }} />
        </div>
      )}
      <RunCharts run={run} />
      <RunTable run={run} />
    </>
  );
}
