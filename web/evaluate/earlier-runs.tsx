import { Button, Popconfirm } from 'antd';
import { type ReactElement, useDeferredValue, useState } from 'react';
import { SearchField } from '../shell/search-field.tsx';
import { useFound } from '../shell/use-found.ts';
import { addressOfRun } from '../shell/views.ts';
import { texts } from '../texts.ts';
import { deleteRun, SEARCHED_RUNS, useRuns } from './run-shelf.ts';

const { evaluate: words } = texts;

/** The runs that this browser keeps: search, open, delete. */
export function EarlierRuns(): ReactElement | null {
  const runs = useRuns();
  const [typed, setTyped] = useState('');
  const found = useFound(runs, useDeferredValue(typed), SEARCHED_RUNS);
  if (runs.length === 0) return null;
  return (
    <section className="panel earlier-runs" aria-label={words.earlier}>
      <div className="earlier-head">
        <h2>{words.earlier}</h2>
        <SearchField label={words.searchRuns} value={typed} onChange={setTyped} />
      </div>
      {found.length === 0 ? <p className="faint small">{words.noRunFound}</p> : null}
      <ul>
        {found.map(({ id, run, finished }) => (
          <li key={id}>
            <div>
              <strong>{run.file}</strong>
              <span className="faint small">
                {words.earlierMore(
                  new Date(run.created),
                  run.models.map(({ model }) => model.name).join(', '),
                )}
                {' · '}
                {words.done(finished, run.size * run.models.length)}
              </span>
            </div>
            <Button href={addressOfRun(id)} aria-label={words.openRun(run.file)}>
              {words.open}
            </Button>
            <Popconfirm
              title={words.removeSure}
              okText={words.remove}
              cancelText={words.keep}
              onConfirm={() => void deleteRun(id)}
            >
              <Button type="text" aria-label={words.removeRun(run.file)}>
                {words.remove}
              </Button>
            </Popconfirm>
          </li>
        ))}
      </ul>
    </section>
  );
}
