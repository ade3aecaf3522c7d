import { Button, Popconfirm } from 'antd';
import { type ReactElement, useEffect, useState } from 'react';
import { texts } from '../texts.ts';
import { forgetRun, type ListedRun, listRuns } from './keep-runs.ts';
import { openRun } from './run-store.ts';

const { evaluate: words } = texts;

/** The runs that this browser keeps. */
export function EarlierRuns(): ReactElement | null {
  const [runs, setRuns] = useState<readonly ListedRun[]>([]);
  const read = (): void => void listRuns().then(setRuns);
  useEffect(read, []);
  const measured = runs.filter(({ run }) => run.models.length > 0);
  if (measured.length === 0) return null;
  return (
    <section className="panel earlier-runs" aria-label={words.earlier}>
      <h2>{words.earlier}</h2>
      <ul>
        {measured.map(({ run, finished }) => (
          <li key={run.id}>
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
            <Button aria-label={words.openRun(run.file)} onClick={() => void openRun(run.id)}>
              {words.open}
            </Button>
            <Popconfirm
              title={words.removeSure}
              okText={words.remove}
              cancelText={words.keep}
              onConfirm={() => void forgetRun(run.id).then(read)}
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
